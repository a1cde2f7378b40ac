//! `tao-go book show`.

use std::fmt::Write as _;
use std::io::Write;

use crate::book::Answer;
use crate::cli::context::Context;
use crate::cli::engine_files::read_book;
use crate::cli::error::Error;
use crate::cli::json::texts;
use crate::cli::position::read_game;
use crate::game::Game;

use super::args::ShowArgs;

/// Prints what the book says about a position.
pub(super) fn run(args: &ShowArgs, context: &mut Context) -> Result<(), Error> {
    let book = read_book(&args.file)?;
    let game = read_game(&args.position, context)?;
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
