//! `tao-go completions`: completion scripts for shells.

use std::io::Write;

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use super::Error;
use super::parsers::one_of;

/// Print a completion script for a shell
#[derive(Clone, Copy, Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_parser = one_of::<Shell>(["bash", "zsh", "fish", "powershell"]))]
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  tao-go completions bash > ~/.local/share/bash-completion/completions/tao-go
  tao-go completions zsh > ~/.zfunc/_tao-go        with `fpath+=~/.zfunc` before `compinit`
  tao-go completions fish > ~/.config/fish/completions/tao-go.fish
  tao-go completions powershell | Out-String | Invoke-Expression
";

/// Makes Bash add no blank after a completed `KEY=`, because the value follows directly.
const BASH_VALUES: &str = r#"
_tao__go_values() {
    _tao__go "$@"
    if [[ ${#COMPREPLY[@]} -gt 0 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace; fi
}
"#;

pub(super) fn run(
    args: CompletionsArgs,
    mut program: Command,
    mut output: impl Write,
) -> Result<(), Error> {
    // `generate` panics if it cannot write, so it writes into memory.
    let mut script = Vec::new();
    generate(args.shell, &mut program, "tao-go", &mut script);
    let script = String::from_utf8_lossy(&script);
    let script = match args.shell {
        // clap_complete spells the hyphen of our name in two ways: https://github.com/clap-rs/clap/issues/6421
        Shell::Bash => {
            let script = script.replace("tao__subcmd__go", "tao__go");
            script.replace("complete -F _tao__go ", "complete -F _tao__go_values ") + BASH_VALUES
        }
        _ => script.into_owned(),
    };
    Ok(output.write_all(script.as_bytes())?)
}
