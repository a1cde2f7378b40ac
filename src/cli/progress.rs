//! A line that tells how far a command is, on a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use log::LevelFilter;

use super::theme::Theme;

/// How progress is shown: on the error stream, if that is a terminal and nobody has asked for more or less to be told there
/// than usual. The lines of a log would tear a bar apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProgressBars {
    level: LevelFilter,
    theme: Theme,
}

impl ProgressBars {
    /// Progress bars beside a log of this level.
    pub(super) const fn new(level: LevelFilter, theme: Theme) -> Self {
        Self { level, theme }
    }

    /// A bar for so many things, shown as the template of indicatif says.
    pub(super) fn bar(self, length: u64, template: &str) -> ProgressBar {
        let style = ProgressStyle::with_template(template)
            .unwrap_or_else(|_| ProgressStyle::default_bar())
            .progress_chars(&format!("{}{}", self.theme.bar(), self.theme.point()));
        let bar = ProgressBar::new(length).with_style(style);
        if self.level != LevelFilter::Warn {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        bar
    }
}
