//! The evaluation of one position.

use tao_engine::Engine;
use tao_engine::raw::search::{Detail, Exact, MoveStats, Ownership, Report, candidates};
use tao_engine::raw::{EngineSettings, Purpose, Question};
use tao_rules::board::{Color, Move};
use tao_rules::game::{Game, Score};

const MAX_LINE_LENGTH: usize = 8;

/// The seed of a search where none is set.
pub const SEED: u64 = 1;

/// Visits below which a move of an expected line, other than the first, is a guess.
const MIN_LINE_VISITS: u64 = 10;

/// Win rate and expected score of one side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionValue {
    /// Expected share of won games, draws half, in [0, 1].
    pub win_rate: f64,
    /// Expected lead in points, komi included.
    pub lead: f64,
}

impl PositionValue {
    /// Returns Black's value of a game that ends with this score.
    pub fn of_score(score: Score) -> Self {
        Self {
            win_rate: score.winner().map_or(0.5, |winner| winner.share(1.0)),
            lead: score.lead,
        }
    }

    /// Converts Black's value to that of `color`.
    pub fn for_color(self, color: Color) -> Self {
        Self {
            win_rate: color.share(self.win_rate),
            // Adding zero turns -0.0 into 0.0.
            lead: color.signed(self.lead) + 0.0,
        }
    }
}

/// What a search, or the score of a finished game, says about a position.
#[derive(Clone, Debug)]
pub struct PositionEvaluation {
    /// The player to move; at the end of the game, the player who would be to move.
    pub to_move: Color,
    /// Black's value if the best move is played.
    pub black: PositionValue,
    /// The exact result, if it is known. `black` then has it in place of an estimate.
    pub exact: Option<Exact>,
    /// The moves of the search, the best first; empty if the game is over. Win rates are those of `to_move`.
    pub moves: Vec<MoveStats>,
    /// Expected owner of every point at the end.
    pub ownership: Option<Ownership>,
    /// The good moves of the opening book.
    pub book: Vec<Move>,
}

impl PositionEvaluation {
    /// Returns what the search says about a position, with the final score if the best move is the second pass.
    pub(super) fn from_search(engine: &Engine, game: &Game, report: Report) -> Self {
        let Report {
            snapshot, exact, ..
        } = report;
        let best = snapshot.moves.first().filter(|best| best.visits > 0);
        let is_end =
            game.last_move() == Some(Move::Pass) && best.is_some_and(|best| best.mv == Move::Pass);
        let black = if is_end {
            PositionValue::of_score(engine.score(game).score)
        } else {
            let win_rate = best.map_or(snapshot.win_rate, |best| best.win_rate);
            let lead = snapshot.lead(best).unwrap_or_default();
            PositionValue {
                win_rate: snapshot.to_move.share(win_rate),
                lead: snapshot.to_move.signed(lead.points),
            }
        };
        Self {
            to_move: snapshot.to_move,
            black,
            exact: exact.filter(|_| !is_end),
            ownership: snapshot.outcomes.and_then(|ends| ends.ownership),
            moves: snapshot.moves,
            book: book_moves(engine, game),
        }
    }

    /// Returns the number of visits of all moves.
    pub fn visits(&self) -> u64 {
        self.moves.iter().map(|candidate| candidate.visits).sum()
    }

    /// Returns the moves that were visited often enough, the best first.
    pub fn candidates(&self) -> impl Iterator<Item = &MoveStats> {
        candidates(&self.moves)
    }

    /// Returns the move to play; `None` if the game is over.
    pub fn best(&self) -> Option<Move> {
        self.moves.first().map(|best| best.mv)
    }

    /// Returns the best move and the expected moves after it: best play if it is known, else as far as they were visited
    /// often enough.
    pub fn expected_line(&self) -> Vec<(Color, Move)> {
        let line = self.moves.first().map_or(&[][..], |best| &best.variation);
        let colors = [self.to_move, !self.to_move].into_iter().cycle();
        let is_sure = |visits| self.exact.is_some() || visits >= MIN_LINE_VISITS;
        let searched = line.iter().enumerate();
        let searched = searched.take_while(|&(i, &(_, visits))| i == 0 || is_sure(visits));
        colors
            .zip(searched.take(MAX_LINE_LENGTH))
            .map(|(color, (_, &(mv, _)))| (color, mv))
            .collect()
    }
}

/// An engine for [`evaluate`]: each search starts with an empty tree on one thread, with the same seed if the settings have none, so
/// that it finds the same everywhere.
pub fn engine(settings: EngineSettings) -> Engine {
    let mut settings = settings;
    settings.seed.get_or_insert(SEED);
    settings.params.machine.threads = 1;
    settings.params.tree.reuse = false;
    Engine::new(settings)
}

/// Searches a position for the player to move, with the limits of the engine's settings. `None` if the search was stopped before it
/// found anything.
pub fn evaluate(engine: &mut Engine, game: &Game) -> Option<PositionEvaluation> {
    let report = search(engine, game)?;
    Some(PositionEvaluation::from_search(engine, game, report))
}

pub(super) fn search(engine: &mut Engine, game: &Game) -> Option<Report> {
    let question = Question {
        detail: Detail::Ownership,
        ..Question::new(game.to_move(), Purpose::Inspect, None)
    };
    engine.think(game, question).report
}

/// The good moves of the engine's opening book in a position.
fn book_moves(engine: &Engine, game: &Game) -> Vec<Move> {
    let settings = engine.settings();
    let answer = settings.book_answer(game, game.to_move(), engine.seed());
    let moves = answer.into_iter().flat_map(|answer| answer.moves);
    let good = moves.filter(|mv| mv.is_good);
    good.flat_map(|mv| mv.images).map(Move::Play).collect()
}
