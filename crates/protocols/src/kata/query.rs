//! Positions to analyze, as a query gives them.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use tao_engine::search::{Detail, Restriction};
use tao_rules::board::{Color, Coord, MAX_SIZE, MIN_SIZE, Move};
use tao_rules::game::{Game, HandicapBonus, Rules, Suicide, Superko};

use super::AnalysisService;
use super::fields::{Fields, QueryFault, required};
use super::moves::{played, player_of, restrictions};
use super::options::{AnalysisOptions, SetOptionError};
use super::report_times::ReportTimes;
use super::rules::{KataRules, named};

/// What an answer may show beside the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Ownership,
    OwnershipStdev,
    MovesOwnership,
    MovesOwnershipStdev,
    Policy,
    PvVisits,
    NoResultValue,
}

/// The fields that ask for the parts, and what the search must count for each.
const PARTS: [(&str, Part, Detail); 7] = [
    ("includeOwnership", Part::Ownership, Detail::Ownership),
    (
        "includeOwnershipStdev",
        Part::OwnershipStdev,
        Detail::Ownership,
    ),
    (
        "includeMovesOwnership",
        Part::MovesOwnership,
        Detail::OwnershipByMove,
    ),
    (
        "includeMovesOwnershipStdev",
        Part::MovesOwnershipStdev,
        Detail::OwnershipByMove,
    ),
    ("includePolicy", Part::Policy, Detail::Score),
    ("includePVVisits", Part::PvVisits, Detail::Score),
    ("includeNoResultValue", Part::NoResultValue, Detail::Score),
];

/// Some positions of one game to analyze.
#[derive(Clone, Debug)]
pub(super) struct Query {
    pub(super) id: String,
    /// The game before its moves.
    start: Game,
    moves: Vec<(Color, Move)>,
    /// The positions by their number of moves, with their priorities.
    pub(super) turns: BTreeMap<usize, i64>,
    pub(super) options: AnalysisOptions,
    pub(super) reports: ReportTimes,
    pub(super) restrictions: Vec<Restriction>,
    /// The parts that the query asks for, and what the search must count for each.
    parts: Vec<(Part, Detail)>,
}

impl Query {
    /// Reads a query. Also returns warnings.
    pub(super) fn read(
        object: Map<String, Value>,
        service: &AnalysisService,
    ) -> Result<(Self, Vec<QueryFault>), QueryFault> {
        let fields = &mut Fields(object);
        let mut warnings = Vec::new();
        let size = board_size(fields)?;
        let moves = required("moves", played(fields, "moves", size)?)?;
        let query = Self {
            id: required("id", fields.text("id")?)?,
            start: start(fields, size, &moves, service.komi, &mut warnings)?,
            turns: turns(fields, moves.len())?,
            options: options(fields, &service.options, &mut warnings)?,
            reports: ReportTimes::read(fields)?,
            restrictions: restrictions(fields, size)?,
            parts: parts(fields)?,
            moves,
        };
        query.check_moves()?;
        let unknown = fields.0.keys();
        let unknown = unknown.map(|name| QueryFault::in_field(name, "unknown field, ignored"));
        Ok((query, unknown.chain(warnings).collect()))
    }

    /// The game after this number of moves, by the rules of the query from there on.
    pub(super) fn game_after(&self, turn: usize) -> Game {
        let mut game = self.start.clone();
        game.set_rules(tolerant(game.rules()));
        for &(color, mv) in self.moves.iter().take(turn) {
            // They were legal when the query was read.
            let _ = game.play(color, mv);
        }
        game.set_rules(self.start.rules());
        game
    }

    /// Whether this part is to be shown.
    pub(super) fn shows(&self, part: Part) -> bool {
        self.parts.iter().any(|&(shown, _)| shown == part)
    }

    /// What the search must count; the score in any case.
    pub(super) fn detail(&self) -> Detail {
        let details = self.parts.iter().map(|&(_, detail)| detail);
        details.fold(Detail::Score, Detail::max)
    }

    fn check_moves(&self) -> Result<(), QueryFault> {
        let mut game = self.start.clone();
        game.set_rules(tolerant(game.rules()));
        for (number, &(color, mv)) in (1..).zip(&self.moves) {
            game.play(color, mv).map_err(|error| {
                let text = format!("Illegal move {number}, {color} {mv}: {error}");
                QueryFault::in_field("moves", text)
            })?;
        }
        Ok(())
    }
}

/// The rules by which the moves of a query are checked: the moves of a record may have been made under other rules.
const fn tolerant(rules: Rules) -> Rules {
    Rules {
        superko: Superko::Simple,
        suicide: Suicide::Allowed,
        ..rules
    }
}

fn board_size(fields: &mut Fields) -> Result<usize, QueryFault> {
    let [width, height] = ["boardXSize", "boardYSize"].map(|field| {
        let size = fields.within(field, "an integer", MIN_SIZE..=MAX_SIZE)?;
        required(field, size)
    });
    let width = width?;
    if width == height? {
        return Ok(width);
    }
    let text = "must be the same as boardXSize: only square boards are played";
    Err(QueryFault::in_field("boardYSize", text))
}

/// The game before its moves.
fn start(
    fields: &mut Fields,
    size: usize,
    moves: &[(Color, Move)],
    komi: f64,
    warnings: &mut Vec<QueryFault>,
) -> Result<Game, QueryFault> {
    const FIRST: &str = "initialPlayer";
    let new = Game::new(size);
    let mut game = new.map_err(|error| QueryFault::in_field("boardXSize", error.to_string()))?;
    let rules = rules(fields, warnings)?;
    game.set_rules(rules.rules);
    let given = fields.within("komi", "a number", -Game::MAX_KOMI..=Game::MAX_KOMI)?;
    let set = game.set_komi(given.or(rules.komi).unwrap_or(komi));
    set.map_err(|error| QueryFault::in_field("komi", error.to_string()))?;
    put_stones(&mut game, fields)?;
    let first = match fields.take(FIRST) {
        Some(player) => Some(player_of(&player, FIRST)?),
        None => moves.first().map(|&(color, _)| color),
    };
    if let Some(player) = first {
        game.set_to_move(player);
    }
    Ok(game)
}

fn rules(fields: &mut Fields, warnings: &mut Vec<QueryFault>) -> Result<KataRules, QueryFault> {
    const BONUS: &str = "whiteHandicapBonus";
    let mut read = match required("rules", fields.take("rules"))? {
        Value::String(name) => KataRules::parse(&name, Rules::TROMP_TAYLOR),
        object => KataRules::from_json(object, Rules::TROMP_TAYLOR),
    }
    .map_err(|error| QueryFault::in_field("rules", error.to_string()))?;
    if let Some(missing) = read.unplayable {
        let text = format!("{missing} is not played here: the nearest rules are used");
        warnings.push(QueryFault::in_field("rules", text));
    }
    if let Some(bonus) = fields.take(BONUS) {
        let name = bonus
            .as_str()
            .map_or_else(|| bonus.to_string(), str::to_owned);
        let known = named(&HandicapBonus::NAMED, &name);
        let fault = || QueryFault::in_field(BONUS, "must be 0, N-1 or N");
        read.rules.handicap_bonus = known.ok_or_else(fault)?;
    }
    Ok(read)
}

/// Sets up the stones. Two or more that are all black are a handicap, after which White moves.
fn put_stones(game: &mut Game, fields: &mut Fields) -> Result<(), QueryFault> {
    const FIELD: &str = "initialStones";
    let stones = played(fields, FIELD, game.size())?.unwrap_or_default();
    let points = stones.iter().map(|&(color, mv)| Some((color, mv.coord()?)));
    let points: Option<Vec<(Color, Coord)>> = points.collect();
    let points = points.ok_or_else(|| QueryFault::in_field(FIELD, "a stone cannot pass"))?;
    let is_handicap = points.len() > 1 && points.iter().all(|(color, _)| *color == Color::Black);
    let is_set = if points.is_empty() {
        true
    } else if is_handicap {
        let coords: Vec<Coord> = points.iter().map(|&(_, coord)| coord).collect();
        game.set_free_handicap(&coords).is_ok()
    } else {
        game.set_up(points, Color::Black).is_ok()
    };
    let fault = || QueryFault::in_field(FIELD, "two on one point, or a chain without a liberty");
    is_set.then_some(()).ok_or_else(fault)
}

/// The positions to analyze: the last one if none is named.
fn turns(fields: &mut Fields, moves: usize) -> Result<BTreeMap<usize, i64>, QueryFault> {
    const TURNS: &str = "analyzeTurns";
    const PRIORITIES: &str = "priorities";
    let priority = fields.read("priority", "an integer")?.unwrap_or(0);
    let priorities: Option<Vec<i64>> = fields.read(PRIORITIES, "a list of integers")?;
    let Some(named) = fields.integers(TURNS, 0..=moves)? else {
        return match priorities {
            Some(_) => Err(QueryFault::in_field(PRIORITIES, "needs analyzeTurns")),
            None => Ok([(moves, priority)].into()),
        };
    };
    if named.is_empty() {
        return Err(QueryFault::in_field(TURNS, "names no turn"));
    }
    let priorities = priorities.unwrap_or_else(|| vec![priority; named.len()]);
    if priorities.len() != named.len() {
        let text = "must be as long as analyzeTurns";
        return Err(QueryFault::in_field(PRIORITIES, text));
    }
    Ok(named.into_iter().zip(priorities).collect())
}

fn options(
    fields: &mut Fields,
    defaults: &AnalysisOptions,
    warnings: &mut Vec<QueryFault>,
) -> Result<AnalysisOptions, QueryFault> {
    const OVERRIDE: &str = "overrideSettings";
    let mut options = defaults.clone();
    let overridden: Option<Map<String, Value>> = fields.read(OVERRIDE, "an object")?;
    for (name, value) in overridden.iter().flatten() {
        if let Err(error) = options.set(name, value) {
            let fault = QueryFault::in_field(OVERRIDE, error.to_string());
            match error {
                SetOptionError::Unknown(_) => warnings.push(fault),
                SetOptionError::BadValue { .. } => return Err(fault),
            }
        }
    }
    for name in [
        "maxVisits",
        "analysisPVLen",
        "rootPolicyTemperature",
        "wideRootNoise",
    ] {
        if let Some(value) = fields.take(name) {
            let set = options.set(name, &value);
            set.map_err(|error| QueryFault::in_field(name, error.to_string()))?;
        }
    }
    Ok(options)
}

fn parts(fields: &mut Fields) -> Result<Vec<(Part, Detail)>, QueryFault> {
    let mut parts = Vec::new();
    for (field, part, detail) in PARTS {
        if fields.read(field, "true or false")?.unwrap_or(false) {
            parts.push((part, detail));
        }
    }
    Ok(parts)
}
