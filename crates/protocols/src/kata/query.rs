//! A query for an analysis: positions of one game, how to search them, what to show, and what may be wrong with it.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::AnalysisService;
use super::options::{AnalysisOptions, QUERY_FIELDS, SetOptionError};
use super::rules::{parse_rules, rules_from_json};
use tao_engine::raw::search::{Detail, Restriction, RestrictionKind};
use tao_rules::board::{Color, Coord, MAX_SIZE, MIN_SIZE, Move};
use tao_rules::game::{Game, KataRules};

/// The fields that ask for what an answer does not always show, and what the search must count for each.
const EXTRAS: [(&str, Detail); 7] = [
    ("includeOwnership", Detail::Ownership),
    ("includeOwnershipStdev", Detail::Ownership),
    ("includeMovesOwnership", Detail::OwnershipByMove),
    ("includeMovesOwnershipStdev", Detail::OwnershipByMove),
    ("includePolicy", Detail::Score),
    ("includePVVisits", Detail::Score),
    ("includeNoResultValue", Detail::Score),
];

/// Some positions of one game to analyze.
#[derive(Clone, Debug)]
pub struct Query {
    pub id: String,
    /// The game before its moves.
    start: Game,
    moves: Vec<(Color, Move)>,
    /// The positions by their number of moves, with their priorities.
    pub turns: BTreeMap<usize, i64>,
    pub options: AnalysisOptions,
    pub reports: ReportTimes,
    pub restrictions: Vec<Restriction>,
    /// Those of the [`EXTRAS`] to show.
    extras: Vec<(&'static str, Detail)>,
}

impl Query {
    /// Reads a query. Also returns warnings.
    pub fn read(
        object: Map<String, Value>,
        service: &AnalysisService,
    ) -> Result<(Self, Vec<QueryFault>), QueryFault> {
        let fields = &mut Fields(object);
        let mut warnings = Vec::new();
        let size = board_size(fields)?;
        let moves = required("moves", moves_in(fields, "moves", size)?)?;
        let query = Self {
            id: required("id", fields.read("id", "a string")?)?,
            start: start(fields, size, &moves, service.komi, &mut warnings)?,
            turns: turns(fields, moves.len())?,
            options: options(fields, &service.options, &mut warnings)?,
            reports: ReportTimes::read(fields)?,
            restrictions: restrictions(fields, size)?,
            extras: extras(fields)?,
            moves,
        };
        query.game_after(query.moves.len())?;
        let unknown = fields.0.keys();
        let unknown = unknown.map(|name| QueryFault::in_field(name, "unknown field, ignored"));
        Ok((query, unknown.chain(warnings).collect()))
    }

    /// The game after this number of moves. A record's moves may have been made under other rules, so they may repeat positions.
    pub fn game_after(&self, turn: usize) -> Result<Game, QueryFault> {
        let mut game = self.start.clone();
        for (number, &(color, mv)) in (1..).zip(&self.moves[..turn]) {
            game.replay_by_any_rules(color, mv).map_err(|error| {
                let text = format!("Illegal move {number}, {color} {mv}: {error}");
                QueryFault::in_field("moves", text)
            })?;
        }
        Ok(game)
    }

    /// Whether the extra with this field is to be shown.
    pub fn shows(&self, field: &str) -> bool {
        self.extras.iter().any(|&(shown, _)| shown == field)
    }

    /// What the search must count; the score in any case.
    pub fn detail(&self) -> Detail {
        let details = self.extras.iter().map(|&(_, detail)| detail);
        details.fold(Detail::Score, Detail::max)
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
    let mut game = new.map_err(|error| QueryFault::in_field("boardXSize", error))?;
    let rules = rules(fields, warnings)?;
    game.set_rules(rules.rules);
    let given = fields.within("komi", "a number", -Game::MAX_KOMI..=Game::MAX_KOMI)?;
    let set = game.set_komi(given.or(rules.komi).unwrap_or(komi));
    set.map_err(|error| QueryFault::in_field("komi", error))?;
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
        Value::String(name) => parse_rules(&name),
        object => rules_from_json(&object),
    }
    .ok_or_else(|| QueryFault::in_field("rules", "unknown rules"))?;
    if let Some(missing) = read.unsupported {
        let text = format!("{missing} is not played here: the nearest rules are used");
        warnings.push(QueryFault::in_field("rules", text));
    }
    if let Some(bonus) = fields.take(BONUS) {
        let name = bonus
            .as_str()
            .map_or_else(|| bonus.to_string(), str::to_owned);
        let changed = KataRules::of_fields(read.rules, [(BONUS, &*name)]);
        let fault = || QueryFault::in_field(BONUS, "must be 0, N-1 or N");
        read.rules = changed.ok_or_else(fault)?.rules;
    }
    Ok(read)
}

/// Sets up the stones. Two or more that are all black are a handicap, after which White moves.
fn put_stones(game: &mut Game, fields: &mut Fields) -> Result<(), QueryFault> {
    const FIELD: &str = "initialStones";
    let stones = moves_in(fields, FIELD, game.size())?.unwrap_or_default();
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
    let expected = format!("a list of integers from 0 to {moves}");
    let are_turns = |turns: &Vec<usize>| turns.iter().all(|&turn| turn <= moves);
    let Some(named) = fields.read_if(TURNS, &expected, are_turns)? else {
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
            let fault = QueryFault::in_field(OVERRIDE, &error);
            match error {
                SetOptionError::Unknown(_) => warnings.push(fault),
                SetOptionError::BadValue { .. } => return Err(fault),
            }
        }
    }
    for name in QUERY_FIELDS {
        if let Some(value) = fields.take(name) {
            let set = options.set(name, &value);
            set.map_err(|error| QueryFault::in_field(name, error))?;
        }
    }
    Ok(options)
}

fn extras(fields: &mut Fields) -> Result<Vec<(&'static str, Detail)>, QueryFault> {
    let mut extras = Vec::new();
    for extra in EXTRAS {
        if fields.read(extra.0, "true or false")?.unwrap_or(false) {
            extras.push(extra);
        }
    }
    Ok(extras)
}

/// Most plies in which moves can be avoided; no search is deeper.
const MAX_DEPTH: usize = 1 << 30;

/// Reads a list of pairs such as `["B", "E5"]`.
fn moves_in(
    fields: &mut Fields,
    field: &str,
    size: usize,
) -> Result<Option<Vec<(Color, Move)>>, QueryFault> {
    const EXPECTED: &str = r#"a list of pairs such as ["B","E5"]"#;
    let pairs: Option<Vec<(Value, Value)>> = fields.read(field, EXPECTED)?;
    let read = |(player, place)| Ok((player_of(&player, field)?, move_of(&place, field, size)?));
    pairs
        .map(|pairs| pairs.into_iter().map(read).collect())
        .transpose()
}

/// Reads a player: `B` or `W`.
fn player_of(value: &Value, field: &str) -> Result<Color, QueryFault> {
    let color = value.as_str().and_then(|text| text.parse().ok());
    color.ok_or_else(|| QueryFault::in_field(field, format!("{value} is no player: write B or W")))
}

/// Reads a move: `pass`, a vertex of GTP, or `(COLUMN,ROW)` counted from 0 at the top left.
fn move_of(value: &Value, field: &str, size: usize) -> Result<Move, QueryFault> {
    let text = value.as_str().unwrap_or_default();
    let mv = by_numbers(text, size).or_else(|| text.parse().ok());
    let on_board = mv.filter(|mv| mv.coord().is_none_or(|coord| coord.is_on(size)));
    on_board.ok_or_else(|| {
        let text = format!("{value} is no point of a {size}x{size} board");
        QueryFault::in_field(field, text)
    })
}

fn by_numbers(text: &str, size: usize) -> Option<Move> {
    let (column, row) = text.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    let [column, row]: [Option<usize>; 2] = [column, row].map(|text| text.trim().parse().ok());
    let from_bottom = size.checked_sub(row?.checked_add(1)?)?;
    Coord::new(column?, from_bottom).map(Move::Play)
}

/// Reads the moves to avoid, or the only moves to search.
fn restrictions(fields: &mut Fields, size: usize) -> Result<Vec<Restriction>, QueryFault> {
    const ALLOW: &str = "allowMoves";
    let avoided = restrictions_in(fields, "avoidMoves", RestrictionKind::Avoid, size)?;
    let allowed = restrictions_in(fields, ALLOW, RestrictionKind::Allow, size)?;
    let of = |color| allowed.iter().filter(move |one| one.color == color).count();
    let fault = |text: &str| Err(QueryFault::in_field(ALLOW, text));
    if Color::BOTH.into_iter().any(|color| of(color) > 1) {
        return fault("has two entries for one player");
    }
    match (avoided.is_empty(), allowed.is_empty()) {
        (true, _) => Ok(allowed),
        (_, true) => Ok(avoided),
        _ => fault("cannot be used together with avoidMoves"),
    }
}

fn restrictions_in(
    fields: &mut Fields,
    field: &str,
    kind: RestrictionKind,
    size: usize,
) -> Result<Vec<Restriction>, QueryFault> {
    let entries: Option<Vec<Map<_, _>>> = fields.read(field, "a list of objects")?;
    let of_field = |fault: QueryFault| match fault.field {
        Some(name) => QueryFault::in_field(field, format!("{name}: {}", fault.text)),
        None => fault,
    };
    let entries = entries.into_iter().flatten();
    let read = entries.map(|entry| {
        let (player, moves, depth) = restriction_fields(Fields(entry)).map_err(of_field)?;
        let moves = moves.iter().map(|mv| move_of(mv, field, size));
        Ok(Restriction {
            color: player_of(&player, field)?,
            kind,
            moves: moves.collect::<Result<_, _>>()?,
            depth,
        })
    });
    read.collect()
}

/// The player, the moves and the depth of a restriction.
fn restriction_fields(mut entry: Fields) -> Result<(Value, Vec<Value>, usize), QueryFault> {
    let player = required("player", entry.take("player"))?;
    let moves = required("moves", entry.read("moves", "a list")?)?;
    let depth = entry.within("untilDepth", "an integer", 1..=MAX_DEPTH)?;
    Ok((player, moves, required("untilDepth", depth)?))
}

/// Limits of the times in a query, in seconds.
const SECONDS: RangeInclusive<f64> = 0.001..=1e6;

/// When a query wants reports on a search that still runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReportTimes {
    /// Time before the first report; `None` for no report.
    pub first: Option<Duration>,
    /// Time between two reports; `None` for one report.
    pub every: Option<Duration>,
}

impl ReportTimes {
    pub fn read(fields: &mut Fields) -> Result<Self, QueryFault> {
        let mut time = |field| {
            let seconds = fields.within(field, "a number", SECONDS)?;
            Ok(seconds.map(Duration::from_secs_f64))
        };
        let every = time("reportDuringSearchEvery")?;
        let first = time("firstReportDuringSearchAfter")?;
        Ok(Self {
            first: first.or(every),
            every,
        })
    }

    /// The time before the first snapshot of a search and the time between two snapshots. They serve to report, and to end the
    /// search at its time limit, so one falls on the limit. `None` if no snapshot is needed.
    pub fn snapshots(self, limit: Option<Duration>) -> Option<(Duration, Duration)> {
        let Some(limit) = limit else {
            return Some((self.first?, self.every.unwrap_or(Duration::MAX)));
        };
        let Some(first) = self.first.filter(|&first| first < limit) else {
            return Some((limit, limit));
        };
        let rest = limit.saturating_sub(first);
        let every = self.every.unwrap_or(rest).min(rest);
        let count = (rest.as_secs_f64() / every.as_secs_f64()).ceil();
        Some((first, rest.div_f64(count)))
    }
}

/// What is wrong with a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryFault {
    /// The field, if it is in one.
    pub field: Option<String>,
    pub text: String,
}

impl QueryFault {
    pub fn new(text: impl Into<String>) -> Self {
        let (field, text) = (None, text.into());
        Self { field, text }
    }

    pub fn in_field(field: &str, text: impl Display) -> Self {
        Self {
            field: Some(field.to_owned()),
            text: text.to_string(),
        }
    }

    /// A line of the output: an `error` refuses the query, a `warning` stands beside the answers.
    pub fn line(self, kind: &str, id: Option<&str>) -> String {
        let mut line = json!({ (kind): self.text });
        if let Some(field) = self.field {
            line["field"] = field.into();
        }
        if let Some(id) = id {
            line["id"] = id.into();
        }
        to_line(line)
    }
}

/// Parses a query and sorts its fields by name, so that of two names of one setting always the same one takes effect, in whatever
/// order they come.
pub fn object(line: &[u8]) -> Result<Map<String, Value>, QueryFault> {
    let not_json = |error| QueryFault::new(format!("not JSON: {error}"));
    let mut query: Value = serde_json::from_slice(line).map_err(not_json)?;
    query.sort_all_objects();
    match query {
        Value::Object(object) => Ok(object),
        _ => Err(QueryFault::new("a query must be an object")),
    }
}

/// A line of the output, with its fields in alphabetical order, as `KataGo` has them.
pub fn to_line(mut value: Value) -> String {
    value.sort_all_objects();
    value.to_string()
}

/// The fields of one object that were not read yet.
pub struct Fields(pub Map<String, Value>);

impl Fields {
    /// Takes out a field.
    pub fn take(&mut self, field: &str) -> Option<Value> {
        self.0.shift_remove(field)
    }

    /// Takes out a field whose value must be a `T`, which `expected` describes.
    pub fn read<T: DeserializeOwned>(
        &mut self,
        field: &str,
        expected: &str,
    ) -> Result<Option<T>, QueryFault> {
        self.read_if(field, expected, |_| true)
    }

    /// Takes out a field whose value must be an allowed `T`, which `expected` describes.
    pub fn read_if<T: DeserializeOwned>(
        &mut self,
        field: &str,
        expected: &str,
        is_allowed: impl FnOnce(&T) -> bool,
    ) -> Result<Option<T>, QueryFault> {
        let Some(value) = self.take(field) else {
            return Ok(None);
        };
        let value = serde_json::from_value(value).ok().filter(is_allowed);
        let fault = || QueryFault::in_field(field, format!("must be {expected}"));
        value.ok_or_else(fault).map(Some)
    }

    /// Takes out a number in a range; `kind` is `an integer` or `a number`.
    pub fn within<T: DeserializeOwned + Display + PartialOrd>(
        &mut self,
        field: &str,
        kind: &str,
        range: RangeInclusive<T>,
    ) -> Result<Option<T>, QueryFault> {
        let expected = format!("{kind} from {} to {}", range.start(), range.end());
        self.read_if(field, &expected, |number| range.contains(number))
    }
}

/// Returns the value of a field that must be present.
pub fn required<T>(field: &str, value: Option<T>) -> Result<T, QueryFault> {
    value.ok_or_else(|| QueryFault::in_field(field, "is missing"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_falls_on_the_first_report_and_on_the_limit() {
        let time = Duration::from_millis;
        for (first, every, limit, expected) in [
            (None, None, None, None),
            (Some(300), Some(300), None, Some((time(300), time(300)))),
            (Some(50), Some(300), None, Some((time(50), time(300)))),
            (Some(50), None, None, Some((time(50), Duration::MAX))),
            (None, None, Some(900), Some((time(900), time(900)))),
            (
                Some(300),
                Some(300),
                Some(900),
                Some((time(300), time(300))),
            ),
            (
                Some(100),
                Some(300),
                Some(900),
                Some((time(100), Duration::from_secs_f64(0.8 / 3.0))),
            ),
            (Some(100), None, Some(900), Some((time(100), time(800)))),
            (
                Some(100),
                Some(5000),
                Some(900),
                Some((time(100), time(800))),
            ),
            (
                Some(5000),
                Some(300),
                Some(900),
                Some((time(900), time(900))),
            ),
        ] {
            let times = ReportTimes {
                first: first.map(time),
                every: every.map(time),
            };
            assert_eq!(
                times.snapshots(limit.map(time)),
                expected,
                "{times:?} {limit:?}"
            );
        }
    }
}
