//! Positions to analyze, as a query gives them.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::board::{Color, Coord, MAX_SIZE, MIN_SIZE, Move};
use crate::game::{Game, HandicapBonus, Rules, Suicide, Superko};
use crate::search::{Detail, Restriction};

use super::AnalysisService;
use super::fields::{Fields, QueryFault, required};
use super::moves::{played, player_of, restrictions};
use super::options::AnalysisOptions;
use super::rules::KataRules;

/// `KataGo`'s limit of the komi.
const MAX_KOMI: f64 = 150.0;

/// Times between two reports during a search, in seconds.
const REPORT_EVERY: [f64; 2] = [0.001, 1e6];

/// What can be shown beside the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnswerPart {
    Ownership,
    OwnershipDeviation,
    MovesOwnership,
    MovesOwnershipDeviation,
    Policy,
    LineVisits,
    NoResultValue,
}

/// The fields that ask for the extras, and what the search must count for them.
const EXTRAS: [(&str, AnswerPart, Detail); 7] = [
    ("includeOwnership", AnswerPart::Ownership, Detail::Ownership),
    (
        "includeOwnershipStdev",
        AnswerPart::OwnershipDeviation,
        Detail::Ownership,
    ),
    (
        "includeMovesOwnership",
        AnswerPart::MovesOwnership,
        Detail::OwnershipByMove,
    ),
    (
        "includeMovesOwnershipStdev",
        AnswerPart::MovesOwnershipDeviation,
        Detail::OwnershipByMove,
    ),
    ("includePolicy", AnswerPart::Policy, Detail::Score),
    ("includePVVisits", AnswerPart::LineVisits, Detail::Score),
    (
        "includeNoResultValue",
        AnswerPart::NoResultValue,
        Detail::Score,
    ),
];

/// All other fields.
const FIELDS: [&str; 19] = [
    "allowMoves",
    "analyzeTurns",
    "avoidMoves",
    "boardXSize",
    "boardYSize",
    "id",
    "initialPlayer",
    "initialStones",
    "komi",
    "maxVisits",
    "moves",
    "overrideSettings",
    "priorities",
    "priority",
    "reportDuringSearchEvery",
    "rootPolicyTemperature",
    "rules",
    "whiteHandicapBonus",
    "wideRootNoise",
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
    pub(super) report_every: Option<Duration>,
    pub(super) restrictions: Vec<Restriction>,
    extras: Vec<(AnswerPart, Detail)>,
}

impl Query {
    /// Reads a query. Also returns warnings.
    pub(super) fn read(
        id: &str,
        object: &Map<String, Value>,
        service: &AnalysisService,
    ) -> Result<(Self, Vec<QueryFault>), QueryFault> {
        let fields = Fields(object);
        let known: Vec<&str> = EXTRAS
            .map(|(name, ..)| name)
            .into_iter()
            .chain(FIELDS)
            .collect();
        let unknown = fields.unknown(&known);
        let mut warnings: Vec<QueryFault> = unknown
            .map(|name| QueryFault::in_field(name, "unknown field, ignored"))
            .collect();
        let size = board_size(fields)?;
        let moves = required("moves", played(fields, "moves", size)?)?;
        let start = start(fields, size, &moves, service.komi, &mut warnings)?;
        let query = Self {
            id: id.to_owned(),
            turns: turns(fields, moves.len())?,
            options: options(fields, &service.options, &mut warnings)?,
            report_every: fields
                .number("reportDuringSearchEvery", REPORT_EVERY[0]..=REPORT_EVERY[1])?
                .map(Duration::from_secs_f64),
            restrictions: restrictions(fields, size)?,
            extras: extras(fields)?,
            start,
            moves,
        };
        query.check_moves()?;
        Ok((query, warnings))
    }

    /// The game after this number of moves, with the rules in force from there on.
    pub(super) fn game_after(&self, turn: usize) -> Game {
        let mut game = self.start.clone();
        let rules = game.rules();
        game.set_rules(tolerant(rules));
        for &(color, mv) in self.moves.iter().take(turn) {
            // They were legal when the query was read.
            let _ = game.play(color, mv);
        }
        game.set_rules(rules);
        game
    }

    pub(super) fn shows(&self, extra: AnswerPart) -> bool {
        self.extras.iter().any(|(shown, _)| *shown == extra)
    }

    /// What the search must count; the score in any case.
    pub(super) fn detail(&self) -> Detail {
        let details = self.extras.iter().map(|&(_, detail)| detail);
        details.fold(Detail::Score, Detail::max)
    }

    fn check_moves(&self) -> Result<(), QueryFault> {
        let mut game = self.start.clone();
        game.set_rules(tolerant(game.rules()));
        for (number, &(color, mv)) in (1..).zip(&self.moves) {
            game.play(color, mv).map_err(|error| {
                QueryFault::in_field(
                    "moves",
                    format!("Illegal move {number}, {color} {mv}: {error}"),
                )
            })?;
        }
        Ok(())
    }
}

/// The rules by which the moves of a query are checked: those of a record may have been made under others.
const fn tolerant(rules: Rules) -> Rules {
    Rules {
        superko: Superko::Simple,
        suicide: Suicide::Allowed,
        ..rules
    }
}

fn board_size(fields: Fields<'_>) -> Result<usize, QueryFault> {
    let sizes = MIN_SIZE as i64..=MAX_SIZE as i64;
    let [width, height] = ["boardXSize", "boardYSize"].map(|field| {
        let size = fields.integer(field, sizes.clone())?;
        required(field, size)
    });
    let (width, height) = (width?, height?);
    if width != height {
        return Err(QueryFault::in_field(
            "boardYSize",
            "must be the same as boardXSize: only square boards are played",
        ));
    }
    usize::try_from(width).map_err(|_| QueryFault::in_field("boardXSize", "is too large"))
}

/// The game before its moves.
fn start(
    fields: Fields<'_>,
    size: usize,
    moves: &[(Color, Move)],
    komi: f64,
    warnings: &mut Vec<QueryFault>,
) -> Result<Game, QueryFault> {
    let new = Game::new(size);
    let mut game = new.map_err(|error| QueryFault::in_field("boardXSize", error.to_string()))?;
    let rules = rules(fields, warnings)?;
    game.set_rules(rules.rules);
    let given = fields.number("komi", -MAX_KOMI..=MAX_KOMI)?.or(rules.komi);
    let set = game.set_komi(given.unwrap_or(komi));
    set.map_err(|error| QueryFault::in_field("komi", error.to_string()))?;
    put_stones(&mut game, fields)?;
    let first = moves.first().map(|&(color, _)| color);
    let named = fields
        .get("initialPlayer")
        .map(|player| player_of(player, "initialPlayer"))
        .transpose()?;
    if let Some(player) = named.or(first) {
        game.set_to_move(player);
    }
    Ok(game)
}

fn rules(fields: Fields<'_>, warnings: &mut Vec<QueryFault>) -> Result<KataRules, QueryFault> {
    let unknown = |_| QueryFault::in_field("rules", "unknown rules");
    let mut read = match required("rules", fields.get("rules"))? {
        Value::String(name) => KataRules::parse(name, Rules::TROMP_TAYLOR),
        object => KataRules::from_json(object.clone(), Rules::TROMP_TAYLOR),
    }
    .map_err(unknown)?;
    if let Some(missing) = read.unplayable {
        warnings.push(QueryFault::in_field(
            "rules",
            format!("{missing} is not played here: the nearest rules are used"),
        ));
    }
    if let Some(bonus) = fields.get("whiteHandicapBonus") {
        let name = match bonus {
            Value::String(name) => name.clone(),
            other => other.to_string(),
        };
        let mut known = HandicapBonus::NAMED.into_iter();
        let found = known.find(|(known, _)| *known == name);
        let (_, bonus) = found
            .ok_or_else(|| QueryFault::in_field("whiteHandicapBonus", "must be 0, N-1 or N"))?;
        read.rules.handicap_bonus = bonus;
    }
    Ok(read)
}

/// Sets up the stones. Two or more that are all black are a handicap, after which White moves.
fn put_stones(game: &mut Game, fields: Fields<'_>) -> Result<(), QueryFault> {
    const FIELD: &str = "initialStones";
    let stones = played(fields, FIELD, game.size())?.unwrap_or_default();
    let points = stones.iter().map(|&(color, mv)| Some((color, mv.coord()?)));
    let points: Option<Vec<(Color, Coord)>> = points.collect();
    let points = points.ok_or_else(|| QueryFault::in_field(FIELD, "a stone cannot pass"))?;
    let handicap: Vec<Coord> = points
        .iter()
        .filter(|(color, _)| *color == Color::Black)
        .map(|&(_, coord)| coord)
        .collect();
    let set = if points.is_empty() {
        Ok(())
    } else if handicap.len() == points.len() && points.len() > 1 {
        game.set_free_handicap(&handicap).map_err(|_| ())
    } else {
        game.set_up(points, Color::Black).map_err(|_| ())
    };
    set.map_err(|()| QueryFault::in_field(FIELD, "two on one point, or a chain without a liberty"))
}

/// The positions to analyze: the last one if none is named.
fn turns(fields: Fields<'_>, moves: usize) -> Result<BTreeMap<usize, i64>, QueryFault> {
    let all = i64::MIN..=i64::MAX;
    let priority = fields.integer("priority", all.clone())?;
    let priorities = fields.integers("priorities", all)?;
    let Some(named) = fields.integers("analyzeTurns", 0..=moves as i64)? else {
        if priorities.is_some() {
            return Err(QueryFault::in_field("priorities", "needs analyzeTurns"));
        }
        return Ok([(moves, priority.unwrap_or(0))].into());
    };
    if named.is_empty() {
        return Err(QueryFault::in_field("analyzeTurns", "names no turn"));
    }
    let one_for_all = || vec![priority.unwrap_or(0); named.len()];
    let priorities = priorities.unwrap_or_else(one_for_all);
    if priorities.len() != named.len() {
        return Err(QueryFault::in_field(
            "priorities",
            "must be as long as analyzeTurns",
        ));
    }
    let numbers = named.iter().filter_map(|&turn| usize::try_from(turn).ok());
    Ok(numbers.zip(priorities).collect())
}

fn options(
    fields: Fields<'_>,
    defaults: &AnalysisOptions,
    warnings: &mut Vec<QueryFault>,
) -> Result<AnalysisOptions, QueryFault> {
    use super::options::SetOptionError::{BadValue, Unknown};
    const OVERRIDE: &str = "overrideSettings";
    let mut options = defaults.clone();
    let overridden = fields.object(OVERRIDE)?.into_iter().flatten();
    for (name, value) in overridden {
        match options.set(name, value) {
            Ok(()) => {}
            Err(error @ Unknown(_)) => {
                warnings.push(QueryFault::in_field(OVERRIDE, error.to_string()));
            }
            Err(error @ BadValue { .. }) => {
                return Err(QueryFault::in_field(OVERRIDE, error.to_string()));
            }
        }
    }
    for name in ["maxVisits", "rootPolicyTemperature", "wideRootNoise"] {
        if let Some(value) = fields.get(name) {
            let set = options.set(name, value);
            set.map_err(|error| QueryFault::in_field(name, error.to_string()))?;
        }
    }
    Ok(options)
}

fn extras(fields: Fields<'_>) -> Result<Vec<(AnswerPart, Detail)>, QueryFault> {
    let asked = EXTRAS.into_iter().map(|(field, extra, detail)| {
        let is_asked = fields.boolean(field)?.unwrap_or(false);
        Ok(is_asked.then_some((extra, detail)))
    });
    let asked: Result<Vec<Option<_>>, QueryFault> = asked.collect();
    Ok(asked?.into_iter().flatten().collect())
}
