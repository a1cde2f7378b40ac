//! `tao-go man`: manual pages.

use std::io::Write;

use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::Error;

/// Print a manual page
#[derive(Clone, Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct ManArgs {
    /// Command that the page is about, or `json` for the fields of all output in JSON [default: the program]
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  tao-go man | man -l -
  tao-go man play | man -l -
  tao-go man json | man -l -
  tao-go man > /usr/local/share/man/man6/tao-go.6
";

/// The section of the manual for games.
const SECTION: &str = "6";

/// Name and text of the page about output in JSON.
const JSON: (&str, &str) = ("json", include_str!("../../docs/json.md"));

const SOURCE: &str = concat!("tao-go ", env!("CARGO_PKG_VERSION"));

pub(super) fn run(
    args: &ManArgs,
    mut program: Command,
    mut output: impl Write,
) -> Result<(), Error> {
    if args.command.as_deref() == Some(JSON.0) {
        return Ok(output.write_all(fields_page(JSON.1).as_bytes())?);
    }
    // Adds their full names and the global options to the subcommands.
    program.build();
    let command = match &args.command {
        None => program,
        Some(name) => {
            let found = program.find_subcommand(name).cloned();
            let unknown = || Error::Usage(format!("man: {name} is neither a command nor `json`"));
            found.ok_or_else(unknown)?
        }
    };
    let title = command.get_display_name().unwrap_or("tao-go").to_owned();
    let extra = command.get_after_long_help().map(ToString::to_string);
    let page = Man::new(command)
        .title(title)
        .section(SECTION)
        .source(SOURCE)
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

/// Makes a page out of a text in Markdown: paragraphs, and tables of types and fields with name, type and meaning.
fn fields_page(markdown: &str) -> String {
    let mut page = Roff::new();
    page.control("TH", ["tao-go-json", SECTION, "", SOURCE, "Tao Go"])
        .control("SH", ["NAME"])
        .text([roman("tao-go-json - the fields of output in JSON")])
        .control("SH", ["DESCRIPTION"]);
    for line in markdown.lines().map(|line| line.replace('`', "")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        match &cells[..] {
            _ if line.starts_with("# ") => {}
            ["field" | "type" | "---", ..] => {}
            [name, kind, meaning] => {
                page.control("TP", [])
                    .text([bold(*name)])
                    .text([roman(*kind)]);
                if !meaning.is_empty() {
                    page.control("br", []).text([roman(*meaning)]);
                }
            }
            _ if line.is_empty() => drop(page.control("PP", [])),
            _ => match line.strip_prefix("## ") {
                Some(command) => drop(page.control("SH", [command])),
                None => drop(page.text([roman(line)])),
            },
        }
    }
    page.to_roff()
}
