//! Games with notes to their positions.

use super::write::{Caption, Writer, begin, end, step};
use crate::board::{Color, Move};
use crate::game::Game;

/// What is noted of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Note {
    /// Black's win rate, from 0 to 1: `SBKV`, of which Sabaki draws its graph.
    pub win_rate: Option<f64>,
    /// How many points Black is ahead: `SBKS`, the same for points.
    pub lead: Option<f64>,
    /// Whether the move that led there was a mistake: `BM`.
    pub is_mistake: bool,
    /// Anything else.
    pub comment: Option<String>,
    /// What might have been played next instead. Nothing after the last move.
    pub variation: Vec<(Color, Move)>,
}

/// The game as the text of an SGF file, with a note for each position: the first is for that before the first move.
/// Positions that have none are written without.
///
/// ```
/// use tao_go::sgf::{Caption, Note, write_annotated};
///
/// let game = tao_go::sgf::read(b"(;SZ[9];B[aa])")?;
/// let instead = Note { variation: vec![game.moves()[0]], ..Note::default() };
/// let text = write_annotated(&game, &Caption::default(), &[instead]);
/// assert!(text.ends_with("\n(;B[aa])(;B[aa]))\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn write_annotated(game: &Game, caption: &Caption<'_>, notes: &[Note]) -> String {
    let (nothing, mut out) = (Note::default(), Writer::default());
    let note = |moves: usize| notes.get(moves).unwrap_or(&nothing);
    begin(&mut out, game, caption);
    let comments = caption
        .remark()
        .into_iter()
        .chain(note(0).comment.as_deref());
    let comment: Vec<&str> = comments.collect();
    annotate(
        &mut out,
        &Note {
            comment: (!comment.is_empty()).then(|| comment.join("\n\n")),
            ..note(0).clone()
        },
    );
    out.new_line();
    // The variations of the last moves come first, after the end of the main line.
    let mut variations = Vec::new();
    for (number, &mv) in (1..).zip(game.moves()) {
        let variation = &note(number - 1).variation;
        if !variation.is_empty() {
            out.push("(");
            variations.push(variation);
        }
        step(&mut out, game.size(), mv);
        annotate(&mut out, note(number));
    }
    end(&mut out, game);
    for variation in variations.into_iter().rev() {
        out.push(")(");
        for &mv in variation {
            step(&mut out, game.size(), mv);
        }
        out.push(")");
    }
    out.push(")");
    out.new_line();
    out.text
}

fn annotate(out: &mut Writer, note: &Note) {
    if let Some(win_rate) = note.win_rate {
        out.property("SBKV", &decimal(100.0 * win_rate));
    }
    if let Some(lead) = note.lead {
        out.property("SBKS", &decimal(lead));
    }
    if note.is_mistake {
        out.property("BM", "1");
    }
    out.optional("C", note.comment.as_deref());
}

/// Two decimals, and no minus before a zero.
fn decimal(number: f64) -> String {
    format!("{:.2}", (100.0 * number).round() / 100.0 + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::read;

    #[test]
    fn every_move_of_a_long_game_may_have_a_variation() {
        let mut game = Game::new(9).unwrap();
        let point: Move = "E5".parse().unwrap();
        for _ in 0..5000 {
            game.play(game.to_move(), Move::Pass).unwrap();
        }
        let colors = game.moves().iter().map(|&(color, _)| color);
        let notes: Vec<Note> = colors
            .map(|color| Note {
                variation: vec![(color, point), (!color, Move::Pass)],
                ..Note::default()
            })
            .collect();
        let text = write_annotated(&game, &Caption::default(), &notes);
        assert_eq!(read(text.as_bytes()).unwrap().moves(), game.moves());
        assert_eq!(text.matches('(').count(), text.matches(')').count());
        assert_eq!(text.matches("[ee]").count(), 5000);
        assert!(text.lines().all(|line| line.len() <= 72));
    }

    #[test]
    fn notes_are_figures_marks_and_text() {
        let game = read(b"(;SZ[5];B[cc];W[cd])").unwrap();
        let notes = [
            Note {
                win_rate: Some(0.5),
                lead: Some(-0.001),
                ..Note::default()
            },
            Note {
                is_mistake: true,
                comment: Some("a] b\\".to_owned()),
                ..Note::default()
            },
        ];
        let text = write_annotated(&game, &Caption::default(), &notes);
        assert!(
            text.contains("SBKV[50.00]SBKS[0.00]\n;B[cc]BM[1]C[a\\] b\\\\];W[cd])"),
            "{text}"
        );
    }
}
