//! Progress bars on a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use log::LevelFilter;

use super::theme::Theme;

/// Makes progress bars on the error stream, hidden where that is not a terminal or has another log level than the
/// default: log lines would interrupt a bar.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProgressBars {
    pub(super) level: LevelFilter,
    pub(super) theme: Theme,
}

impl ProgressBars {
    /// A bar with a template of indicatif.
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
