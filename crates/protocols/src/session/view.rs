//! A game, its analysis and what is known without a search, as the page sees them.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use web_time::Instant;

use crate::review::{
    Language, Loss, MistakeSizes, MoveReview, PositionEvaluation, PositionValue, Reason,
};
use crate::schema::page::{
    Analysis, BookAnswer, BookMove, Candidate, Choice, Clock, EarlierGame, Evaluation, Explored,
    GameMoves, GameState, GameStatus, JudgedMove, MarkShape, Phase, PlayedMove, Player, PointMark,
    Position, Score, Sentences, Solved, SolvedMove, TreeNode, Value,
};
use crate::schema::texts;
use crate::table::Ending;
use tao_engine::raw::book::Answer;
use tao_engine::raw::search::{MoveStats, Ownership, Snapshot, candidates};
use tao_engine::raw::solve::{Budget, open_points};
use tao_engine::raw::{EngineSettings, Thought, judges_moves, solve, warning};
use tao_engine::{Engine, Level, Settlement};
use tao_rules::board::{self, ByColor, Coord, Move};
use tao_rules::game::Game;
use tao_rules::raw::{Point, PointSet};
use tao_sgf::{Header, MoveTree, Shape};

use super::board_game::BoardGame;
use super::problems::today;

/// Maximum number of candidates in an analysis.
pub(super) const MAX_CANDIDATES: usize = 12;

/// Maximum length of the expected line of a candidate.
const MAX_LINE: usize = 12;

/// The state of a game and the position that is shown. `revision` is the number of changes of the game, and `is_thinking` tells
/// whether the engine searches for its move or is about to.
pub(crate) fn state(
    board: &BoardGame,
    sizes: MistakeSizes,
    revision: u64,
    is_thinking: bool,
) -> GameState {
    let (table, shown) = (&board.table, board.shown());
    let positions = 0..board.line.len();
    let (game, before) = (
        game_moves(table.game(), &table.header, &board.tree),
        board.moves_before,
    );
    let hidden = (before > 0).then(|| {
        format!(
            "the record sets up stones after move {before}: what is before is kept, but not shown"
        )
    });
    let has_rest = board.tree.nodes().iter().any(|node| !node.rest.is_empty());
    let rest = has_rest.then(|| {
        "the record has nodes that set up stones or cannot be played: they are kept, but not shown"
            .to_owned()
    });
    let hidden = hidden.into_iter().chain(rest);
    let losses = (1..board.line.len()).map(|number| loss(board, number, sizes));
    GameState {
        revision,
        game: GameMoves {
            level: board.level().number(),
            player: table.person().into(),
            moves: played(board.line_moves()),
            values: positions.map(|moves| board.value(moves)).collect(),
            reviewed: board.line_reviewed().collect(),
            losses: losses.collect(),
            main: board.main.clone(),
            moves_before: Some(before).filter(|&moves| moves > 0),
            cautions: hidden.chain(game.cautions).collect(),
            ..game
        },
        line: board.line.clone(),
        at: board.at,
        position: position(&shown),
        status: status(board, is_thinking),
    }
}

/// An earlier game, as a list shows it.
pub(super) fn earlier_game(time: u64, board: &BoardGame) -> EarlierGame {
    let header = &board.table.header;
    EarlierGame {
        time,
        date: header.get("DT").map(str::to_owned),
        names: [header.black.clone(), header.white.clone()],
        player: board.table.person().into(),
        level: board.level().number(),
        moves: board.moves().len(),
        result: header
            .result
            .clone()
            .or_else(|| status(board, false).result),
        stones: position(board.table.game()).stones,
    }
}

/// What a move of the line that is shown lost, if the positions before and after it were reviewed.
pub(super) fn loss(board: &BoardGame, number: usize, sizes: MistakeSizes) -> Option<JudgedMove> {
    let positions = board.reviewed(number)?;
    let mv = board.line_moves().nth(number - 1)?;
    let size = board.table.game().size();
    let review = MoveReview::new(sizes, size, number, mv, positions)?;
    let review = review.with_reason(|| board.before(number), positions);
    Some(judged_move(&review, positions))
}

/// A game of both colors at full strength whose positions have no values.
pub fn game_moves(game: &Game, header: &Header, tree: &MoveTree) -> GameMoves {
    GameMoves {
        size: game.size(),
        komi: game.komi(),
        handicap: game.handicap(),
        rules: game.rules().to_string(),
        level: Level::FULL.number(),
        player: Player::Both,
        names: [header.black.clone(), header.white.clone()],
        recorded_rules: header.get("RU").map(str::to_owned),
        recorded_result: header.result.clone(),
        cautions: warning(game.size()).into_iter().collect(),
        judges: judges_moves(game.size()),
        moves: played(game.moves().iter().copied()),
        moves_before: None,
        values: Vec::new(),
        reviewed: Vec::new(),
        losses: Vec::new(),
        tree: nodes(tree, game.size()),
        main: (0..=game.moves().len()).collect(),
    }
}

fn played(moves: impl Iterator<Item = (board::Color, Move)>) -> Vec<PlayedMove> {
    let played = |(color, mv): (board::Color, Move)| PlayedMove {
        color: color.into(),
        mv: mv.to_string(),
    };
    moves.map(played).collect()
}

fn nodes(tree: &MoveTree, size: usize) -> Vec<TreeNode> {
    let nodes = tree.nodes().iter().map(|node| TreeNode {
        marks: marks(node, size),
        parent: node.parent,
        color: node.mv.map(|(color, _)| color.into()),
        mv: node.mv.map(|(_, mv)| mv.to_string()),
        comment: node.comment.clone(),
    });
    nodes.collect()
}

/// The marks of a node; `None` if there are none.
fn marks(node: &tao_sgf::TreeNode, size: usize) -> Option<Vec<PointMark>> {
    let marks = node.marks(size).into_iter().map(|mark| {
        let (shape, text) = match mark.shape {
            Shape::Triangle => (MarkShape::Triangle, String::new()),
            Shape::Square => (MarkShape::Square, String::new()),
            Shape::Circle => (MarkShape::Circle, String::new()),
            Shape::Cross => (MarkShape::Cross, String::new()),
            Shape::Label(text) => (MarkShape::Label, text),
        };
        PointMark {
            point: mark.point.to_string(),
            shape,
            text,
        }
    });
    let marks: Vec<PointMark> = marks.collect();
    (!marks.is_empty()).then_some(marks)
}

/// The position at the end of `game`.
pub fn position(game: &Game) -> Position {
    Position {
        to_move: game.to_move().into(),
        stones: game.board().stones_by_color().rows(game.size()),
        captures: board::Color::BOTH.map(|color| game.captures(color)),
    }
}

fn status(board: &BoardGame, is_thinking: bool) -> GameStatus {
    let (table, game) = (&board.table, board.table.game());
    let ending = board.ending();
    let counted = ending.and_then(|_| table.counted());
    let dead = match ending {
        Some(Ending::Counted { dead }) => dead,
        _ => PointSet::EMPTY,
    };
    let score = counted.as_ref().map(|(_, score)| score.to_string());
    GameStatus {
        dead: texts(dead.iter().map(Point::coord)),
        owners: counted.map(|(rest, _)| game.owned_of(&rest).rows(game.size())),
        result: ending.and_then(Ending::result).or(score),
        phase: match ending {
            Some(_) => Phase::Over,
            None if is_thinking => Phase::Thinking,
            None if board.is_engines_turn() => Phase::EngineToMove,
            None => Phase::Open,
        },
        clock: board.time_left().map(|ByColor(left)| Clock {
            runs: (!table.is_over()).then(|| game.to_move().into()),
            left: left.map(|left| left.as_secs_f64()),
        }),
        can_restore: board.former.is_some(),
        games: board.library.games.len(),
        problems: board.library.problems.due(today()).count(),
        problem: board.shown_problem().cloned(),
    }
}

impl From<Option<board::Color>> for Player {
    fn from(person: Option<board::Color>) -> Self {
        match person {
            Some(board::Color::Black) => Self::Black,
            Some(board::Color::White) => Self::White,
            None => Self::Both,
        }
    }
}

/// What a move lost, with what is expected after the best move and after this one.
pub fn judged_move(review: &MoveReview, [before, after]: [&PositionEvaluation; 2]) -> JudgedMove {
    let line = |position: &PositionEvaluation| {
        let line = position.expected_line();
        texts(line.iter().map(|(_, mv)| mv))
    };
    JudgedMove {
        win_rate: review.loss.win_rate,
        points: review.loss.points,
        class: review.class,
        reason: review.reason.map(sentences),
        better: line(before),
        refutation: review.class.map_or_else(Vec::new, |_| line(after)),
    }
}

fn sentences(reason: Reason) -> Sentences {
    let sentence = |language| reason.sentence(language);
    Sentences {
        en: sentence(Language::En),
        zh: sentence(Language::Zh),
        ja: sentence(Language::Ja),
        ko: sentence(Language::Ko),
    }
}

/// What a search has found in the position that is shown. `done` tells whether it has ended.
pub(crate) fn analysis(
    snapshot: &Snapshot,
    game: &Game,
    sizes: MistakeSizes,
    revision: u64,
    done: bool,
) -> Analysis {
    let owners = snapshot.ownership();
    let best = candidates(&snapshot.moves).take(MAX_CANDIDATES);
    let best = best.map(|stats| (stats, snapshot.lead(Some(stats)).map(|lead| lead.points)));
    Analysis {
        revision,
        evaluation: Evaluation {
            to_move: snapshot.to_move.into(),
            value: value(snapshot),
            candidates: judged_candidates(best, game.size(), sizes),
            owners: owners.map(|owners| owner_percents(owners, game.size())),
            exact: None,
        },
        done,
    }
}

/// Moves that were searched on a board of this size, the best first, after each of which the side to move is ahead by so many points.
pub fn judged_candidates<'a>(
    moves: impl Iterator<Item = (&'a MoveStats, Option<f64>)>,
    size: usize,
    sizes: MistakeSizes,
) -> Vec<Candidate> {
    let mut best = None;
    let candidates = moves.map(|(stats, lead)| {
        let value = lead.map(|lead| PositionValue {
            win_rate: stats.win_rate,
            lead,
        });
        let best = best.get_or_insert(value);
        let loss = best.zip(value).map(|(best, own)| Loss::between(best, own));
        let line = stats.variation.iter().take(MAX_LINE);
        Candidate {
            searched: stats.into(),
            lead,
            class: loss
                .filter(|_| judges_moves(size))
                .and_then(|loss| sizes.class(loss)),
            line: texts(line.map(|(mv, _)| mv)),
        }
    });
    candidates.collect()
}

/// The engine's choice of a move in a game. `done` tells whether more time would change nothing.
pub(super) fn choice(engine: &Engine, game: &Game, thought: &Thought, done: bool) -> Choice {
    let report = thought.report.as_ref();
    let chosen = report.and_then(|report| report.stats(thought.mv));
    let line = chosen.map_or(&[][..], |stats| &stats.variation);
    let line = line.iter().take(MAX_LINE);
    Choice {
        mv: thought.mv.to_string(),
        value: report.map(|report| value(&report.snapshot)),
        line: texts(line.map(|(mv, _)| mv)),
        is_from_book: report.is_some_and(|report| report.is_from_book),
        may_resign: engine.may_resign(game, thought),
        done,
    }
}

/// The score of a position.
pub(super) fn score(game: &Game, settlement: &Settlement) -> Score {
    Score {
        score: settlement.score.to_string(),
        lead: settlement.score.lead,
        is_settled: settlement.is_clear,
        dead: texts(settlement.dead().iter().map(Point::coord)),
        owners: game.owned_of(&settlement.board).rows(game.size()),
    }
}

/// By how many percent Black owns each point more than White does, row by row from the top.
pub fn owner_percents(owners: &Ownership, size: usize) -> Vec<i32> {
    let percent = |coord| (100.0 * owners.balance(coord)).round() as i32;
    Coord::rows(size).flatten().map(percent).collect()
}

/// The value that a search found, for Black.
pub(crate) fn value(snapshot: &Snapshot) -> Value {
    let lead = snapshot.points_ahead();
    Value {
        win_rate: snapshot.to_move.share(snapshot.win_rate),
        lead: lead.map(|lead| snapshot.to_move.signed(lead)),
        visits: snapshot.visits,
    }
}

/// The value that a review found, for Black.
pub fn reviewed_value(found: &PositionEvaluation) -> Value {
    Value {
        win_rate: found.black.win_rate,
        lead: Some(found.black.lead),
        visits: found.visits(),
    }
}

/// What the opening book says about a position, and how many points are open to the solver.
pub(crate) fn explored(game: &Game, settings: &EngineSettings, revision: u64) -> Explored {
    let answer = settings.book_answer(game, game.to_move(), 0);
    Explored {
        revision,
        open_points: open_points(game.board()),
        book: answer.as_ref().map(book_answer),
    }
}

fn book_answer(answer: &Answer) -> BookAnswer {
    let moves = answer.moves.iter().map(|mv| BookMove {
        mv: mv.coord.to_string(),
        images: texts(&mv.images),
        value: mv.value,
        visits: mv.visits,
        depth: mv.depth,
        is_good: mv.is_good,
        line: texts(&mv.line),
        other_last: texts(&mv.transpositions),
    });
    BookAnswer {
        value: answer.value,
        points: answer.points_ahead,
        visits: answer.visits_below,
        moves: moves.collect(),
    }
}

/// The exact lead of Black in a position and after each of its moves, as far as it is found in this time.
pub(crate) fn solved(
    game: &Game,
    table_bytes: usize,
    time: Duration,
    stop: &AtomicBool,
    sizes: MistakeSizes,
    revision: u64,
) -> Solved {
    let game = game.without_agreement();
    let budget = Budget {
        nodes: u64::MAX,
        deadline: Instant::now().checked_add(time),
        stop: Some(stop),
        table_bytes,
    };
    let color = game.to_move();
    let solution = solve(&game, color, &budget);
    let best = solution.score();
    let lead = best.map(|score| score.lead);
    let after = |mv: Move| {
        let (best, mut game) = (best?, game.clone());
        game.play_as(color, mv).ok()?;
        let score = solve(&game, !color, &budget).score();
        let value = |score| PositionValue::of_score(score).for_color(color);
        let loss = Loss::between(value(best), value(score.unwrap_or(best)));
        Some(SolvedMove {
            mv: mv.to_string(),
            lead: score.map(|score| score.lead),
            class: sizes.class(loss),
        })
    };
    let all = Coord::all(game.size()).map(Move::Play).chain([Move::Pass]);
    let mut moves: Vec<_> = all.filter_map(after).collect();
    let own_lead = |solved: &SolvedMove| {
        let lead = solved.lead;
        lead.map_or(f64::NEG_INFINITY, |lead| color.signed(lead))
    };
    moves.sort_by(|one, other| own_lead(other).total_cmp(&own_lead(one)));
    Solved {
        revision,
        to_move: color.into(),
        lead,
        at_least: f64::from(solution.at_least) - solution.komi,
        at_most: f64::from(solution.at_most) - solution.komi,
        line: texts(&solution.line),
        moves,
    }
}
