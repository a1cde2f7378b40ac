//! `tao-go book`: shows what an opening book says.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use clap::Subcommand;
use tao_engine::raw::book::Answer;
use tao_rules::game::Game;

use super::engine::read_book;
use super::position::{PositionArgs, read_game};
use super::{Context, Error};
use tao_protocols::schema::texts;

/// Show what is in an opening book
///
/// `--komi` says for which komi. FILE is `built-in` for the book in the program. `tao-lab book` makes books.
#[derive(Clone, Debug, Subcommand)]
#[command(after_long_help = EXAMPLES)]
pub enum BookCommand {
    /// Print the moves of a position
    Show {
        /// The book
        file: PathBuf,
        #[command(flatten)]
        position: PositionArgs,
    },
}

const EXAMPLES: &str = "\
Examples:
  tao-go book show my.taobook --moves 'E5 C5'              the moves of a position
  tao-go play --book my.taobook
";

/// Prints what the book says about a position.
pub(super) fn run(command: &BookCommand, context: &mut Context) -> Result<(), Error> {
    let BookCommand::Show { file, position } = command;
    let book = read_book(file)?;
    let game = read_game(position, context)?;
    let output = &mut context.output;
    match book.answer(game.board(), game.to_move(), game.komi(), 0) {
        Some(answer) => write!(output, "{}", table(&answer, &game))?,
        None => writeln!(
            output,
            "The book does not have this position with komi {}.",
            game.komi()
        )?,
    }
    Ok(())
}

fn table(answer: &Answer, game: &Game) -> String {
    let mut text = format!(
        "{} to move with komi {}: value {:.1} %, {:+.1} points; {} visits, {} with those below\n",
        game.to_move().name(),
        game.komi(),
        100.0 * answer.value,
        answer.points_ahead,
        answer.visits,
        answer.visits_below
    );
    text.push_str("    move    value   visits  depth\n");
    for mv in &answer.moves {
        let sign = if mv.is_good { '*' } else { ' ' };
        let _ = writeln!(
            text,
            "  {sign} {:<4} {:>6.1} % {:>8} {:>6}   {}",
            mv.coord.to_string(),
            100.0 * mv.value,
            mv.visits,
            mv.depth,
            texts(&mv.line).join(" ")
        );
    }
    text
}
