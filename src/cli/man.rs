//! `tao-go man`: manual pages.

use std::io::Write;

use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use super::Error;

/// Print a manual page
#[derive(Clone, Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct ManArgs {
    /// Command that the page is about [default: the program]
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  tao-go man | man -l -
  tao-go man play | man -l -
  tao-go man > /usr/local/share/man/man6/tao-go.6
";

/// The section of the manual for games.
const SECTION: &str = "6";

pub(super) fn run(
    args: &ManArgs,
    mut program: Command,
    mut output: impl Write,
) -> Result<(), Error> {
    // Adds their full names and the global options to the subcommands.
    program.build();
    let command = match &args.command {
        None => program,
        Some(name) => {
            let found = program.find_subcommand(name).cloned();
            let unknown = || Error::Usage(format!("man: no command `{name}`"));
            found.ok_or_else(unknown)?
        }
    };
    let title = command.get_display_name().unwrap_or("tao-go").to_owned();
    let extra = command.get_after_long_help().map(ToString::to_string);
    let page = Man::new(command)
        .title(title)
        .section(SECTION)
        .source(concat!("tao-go ", env!("CARGO_PKG_VERSION")))
        .manual("Tao Go");
    page.render_title(&mut output)?;
    page.render_name_section(&mut output)?;
    page.render_synopsis_section(&mut output)?;
    page.render_description_section(&mut output)?;
    page.render_options_section(&mut output)?;
    if args.command.is_none() {
        page.render_subcommands_section(&mut output)?;
    }
    Ok(output.write_all(sections(&extra.unwrap_or_default()).as_bytes())?)
}

/// Formats the text that follows the options in the help, with a section for each heading and with its line breaks.
fn sections(text: &str) -> String {
    let mut page = Roff::new();
    for line in text.trim_end().lines() {
        match line.strip_suffix(':').filter(|line| !line.starts_with(' ')) {
            // A heading ends the no-fill mode, which keeps the line breaks, so it is started again.
            Some(heading) => page
                .control("SH", [&*heading.to_uppercase()])
                .control("nf", []),
            None => page.text([roman(line.strip_prefix("  ").unwrap_or(line))]),
        };
    }
    page.to_roff()
}
