//! Writes games as strict FF\[4\].

use super::{Header, SgfWriter, color_letter, point_letters};
use crate::board::{Color, Move};
use crate::game::{Game, Rules, Score};

/// What a file says about a game besides its moves. Any text is allowed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Metadata<'a> {
    /// Black's name.
    pub black: Option<&'a str>,
    /// White's name.
    pub white: Option<&'a str>,
    /// The result: `B+2.5`, `W+R` by resignation, `B+T` on time, `W+F` by forfeit, `0` for a draw.
    pub result: Option<&'a str>,
    /// The result if neither `result` nor the header has one.
    pub score: Option<Score>,
    /// Comment on the game.
    pub comment: Option<&'a str>,
    /// The texts of the file that the game was read from. The fields above take precedence; the header's rules take
    /// precedence over those of the game; its result counts only while the game has the same moves.
    pub header: Option<&'a Header>,
}

/// Notes on a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Note {
    /// Black's win rate, from 0 to 1: `SBKV`, which Sabaki shows as a graph.
    pub win_rate: Option<f64>,
    /// Black's lead in points: `SBKS`, which Sabaki shows as well.
    pub lead: Option<f64>,
    /// Whether the last move was a mistake: `BM`.
    pub is_mistake: bool,
    /// Comment: `C`.
    pub comment: Option<String>,
    /// Alternative to the next move, written as a variation. Ignored after the last move.
    pub variation: Vec<(Color, Move)>,
}

/// Returns the game as an SGF file: set-up, metadata, moves, and the side to move if it does not follow from them.
///
/// ```
/// use tao_go::game::Game;
/// use tao_go::sgf::{Metadata, write};
///
/// let mut game = Game::new(9)?;
/// game.play(game.to_move(), "E5".parse()?)?;
/// let metadata = Metadata { score: Some(game.area_score()), ..Metadata::default() };
/// let text = write(&game, &metadata);
/// assert!(text.contains("RE[B+74]"));
/// assert!(text.ends_with("\n;B[ee])\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn write(game: &Game, metadata: &Metadata<'_>) -> String {
    write_annotated(game, metadata, &[])
}

/// Like [`write()`], with a note for each position, the first included; notes missing at the end are empty.
///
/// ```
/// use tao_go::sgf::{Metadata, Note, write_annotated};
///
/// let game = tao_go::sgf::read(b"(;SZ[9];B[aa])")?;
/// let note = Note { variation: vec![game.moves()[0]], ..Note::default() };
/// let text = write_annotated(&game, &Metadata::default(), &[note]);
/// assert!(text.ends_with("\n(;B[aa])(;B[aa]))\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn write_annotated(game: &Game, metadata: &Metadata<'_>, notes: &[Note]) -> String {
    let (no_note, mut out) = (Note::default(), SgfWriter::default());
    let note = |moves: usize| notes.get(moves).unwrap_or(&no_note);
    write_root(&mut out, game, metadata, note(0));
    out.new_line();
    // The variations of the last moves come first, after the end of the main line.
    let mut variations = Vec::new();
    for (number, &mv) in (1..).zip(game.moves()) {
        let variation = &note(number - 1).variation;
        if !variation.is_empty() {
            out.push("(");
            variations.push(variation);
        }
        write_move(&mut out, game.size(), mv);
        write_note(&mut out, note(number), None);
    }
    let last_color = game.moves().last().map(|&(color, _)| color);
    if last_color == Some(game.to_move()) {
        out.push(&format!(";PL[{}]", color_letter(game.to_move())));
    }
    for variation in variations.into_iter().rev() {
        out.push(")(");
        for &mv in variation {
            write_move(&mut out, game.size(), mv);
        }
        out.push(")");
    }
    out.push(")");
    out.new_line();
    out.take()
}

fn write_root(out: &mut SgfWriter, game: &Game, metadata: &Metadata<'_>, note: &Note) {
    let header = metadata.header;
    let from_header = |name: &str| header.and_then(|header| header.get(name));
    let black = header.and_then(|header| header.black.as_deref());
    let white = header.and_then(|header| header.white.as_deref());
    let result = header.and_then(|header| header.result_of(game));
    let score = metadata.score.map(result_text);
    out.push("(;");
    out.root(game.size(), game.komi());
    out.optional("RU", from_header("RU").or(rules_name(game.rules())));
    out.optional("PB", metadata.black.or(black));
    out.optional("PW", metadata.white.or(white));
    out.optional("RE", metadata.result.or(result).or(score.as_deref()));
    out.optional("GC", metadata.comment.or(from_header("GC")));
    for (name, text) in header.into_iter().flat_map(Header::others) {
        if !["RU", "GC", "C"].contains(&name) {
            out.property(name, text);
        }
    }
    write_set_up(out, game);
    write_note(out, note, from_header("C"));
}

fn write_set_up(out: &mut SgfWriter, game: &Game) {
    if game.handicap() > 0 {
        out.property("HA", &game.handicap().to_string());
    }
    out.stones(game.initial_board());
    let is_empty = game.initial_board().all_stones().next().is_none();
    if !is_empty || game.first_to_move() != Color::Black {
        out.property("PL", color_letter(game.first_to_move()));
    }
}

fn write_move(out: &mut SgfWriter, size: usize, (color, mv): (Color, Move)) {
    let point = mv
        .coord()
        .map_or(String::new(), |coord| point_letters(coord, size));
    out.push(&format!(";{}[{point}]", color_letter(color)));
}

fn write_note(out: &mut SgfWriter, note: &Note, earlier_comment: Option<&str>) {
    if let Some(win_rate) = note.win_rate {
        out.property("SBKV", &decimal(100.0 * win_rate));
    }
    if let Some(lead) = note.lead {
        out.property("SBKS", &decimal(lead));
    }
    if note.is_mistake {
        out.property("BM", "1");
    }
    let comments: Vec<&str> = earlier_comment
        .into_iter()
        .chain(note.comment.as_deref())
        .collect();
    if !comments.is_empty() {
        out.property("C", &comments.join("\n\n"));
    }
}

/// Formats with two decimals, and without a minus before a zero.
fn decimal(number: f64) -> String {
    format!("{:.2}", (100.0 * number).round() / 100.0 + 0.0)
}

/// Returns the value of `RE`: `B+2.5`, `W+7`, `0` for a draw.
fn result_text(score: Score) -> String {
    match score.winner() {
        Some(winner) => format!("{}+{}", color_letter(winner), score.margin()),
        None => "0".to_owned(),
    }
}

const fn rules_name(rules: Rules) -> Option<&'static str> {
    match rules {
        Rules::CHINESE => Some("Chinese"),
        Rules::TROMP_TAYLOR => Some("Tromp-Taylor"),
        Rules::CGOS => Some("CGOS"),
        _ => None,
    }
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
        let text = write_annotated(&game, &Metadata::default(), &notes);
        assert_eq!(read(text.as_bytes()).unwrap().moves(), game.moves());
        assert_eq!(text.matches('(').count(), text.matches(')').count());
        assert_eq!(text.matches("[ee]").count(), 5000);
        assert!(text.lines().all(|line| line.len() <= 72));
    }

    #[test]
    fn notes_are_values_marks_and_text() {
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
        let text = write_annotated(&game, &Metadata::default(), &notes);
        assert!(
            text.contains("SBKV[50.00]SBKS[0.00]\n;B[cc]BM[1]C[a\\] b\\\\];W[cd])"),
            "{text}"
        );
    }
}
