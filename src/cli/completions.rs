//! `tao-go completions`: what a shell needs to complete our command lines.

use std::io::Write;

use clap::{Args, CommandFactory, ValueEnum};
use clap_complete::{Shell, generate};

use super::Cli;
use super::error::{Error, Exit};

/// Print what a shell needs to complete the command line
#[derive(Clone, Copy, Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Known,
}

/// The shells.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Known {
    Bash,
    Zsh,
    Fish,
    Powershell,
}

const EXAMPLES: &str = "\
Examples:
  tao-go completions bash > ~/.local/share/bash-completion/completions/tao-go
  tao-go completions zsh > ~/.zfunc/_tao-go        with `fpath+=~/.zfunc` before `compinit`
  tao-go completions fish > ~/.config/fish/completions/tao-go.fish
  tao-go completions powershell | Out-String | Invoke-Expression
";

/// Prints the script.
///
/// # Errors
///
/// Returns [`Error::Stream`] when the output fails.
pub(super) fn run(args: CompletionsArgs, mut output: impl Write) -> Result<Exit, Error> {
    let shell = match args.shell {
        Known::Bash => Shell::Bash,
        Known::Zsh => Shell::Zsh,
        Known::Fish => Shell::Fish,
        Known::Powershell => Shell::PowerShell,
    };
    // `generate` panics where it cannot write.
    let mut script = Vec::new();
    generate(shell, &mut Cli::command(), "tao-go", &mut script);
    let script = String::from_utf8_lossy(&script);
    let script = match args.shell {
        // clap_complete spells the hyphen of our name in two ways: https://github.com/clap-rs/clap/issues/6421
        Known::Bash => script.replace("tao__subcmd__go", "tao__go"),
        _ => script.into_owned(),
    };
    output.write_all(script.as_bytes())?;
    output.flush()?;
    Ok(Exit::Done)
}
