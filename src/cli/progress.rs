//! Progress bars on a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use log::LevelFilter;

use super::theme::{Glyphs, Theme};

/// Makes progress bars on the error stream, hidden where that is not a terminal or has another log level than the
/// default: log lines would interrupt a bar.
#[derive(Clone, Copy, Debug)]
pub struct ProgressBars {
    pub level: LevelFilter,
    pub theme: Theme,
}

/// Time between two pictures of a spinner.
const TICK: Duration = Duration::from_millis(120);

impl ProgressBars {
    /// A spinner with a template of indicatif, for work of unknown length.
    pub fn spinner(self, template: &str) -> ProgressBar {
        let style = ProgressStyle::with_template(template)
            .unwrap_or_else(|_| ProgressStyle::default_spinner());
        let style = match self.theme.glyphs {
            Glyphs::Ascii => style.tick_chars(r"|/-\ "),
            Glyphs::Unicode => style,
        };
        let spinner = ProgressBar::no_length().with_style(style);
        if self.level == LevelFilter::Warn {
            spinner.enable_steady_tick(TICK);
        } else {
            spinner.set_draw_target(ProgressDrawTarget::hidden());
        }
        spinner
    }

    /// A bar with a template of indicatif.
    pub fn bar(self, length: u64, template: &str) -> ProgressBar {
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
