//! The arguments of an analysis command: `[color] [interval] {key value}`, as for Leela Zero and `KataGo`.

use std::time::Duration;

use super::{Args, CommandError};
use crate::gtp::command::duration;
use tao_engine::search::{Detail, Restriction, RestrictionKind};
use tao_rules::board::{Color, Coord, Move, PointSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Leela Zero's: shares are whole numbers of ten-thousandths.
    Lz,
    /// `KataGo`'s: shares are fractions of one, and there are scores.
    Kata,
}

/// The keys of the extras that `KataGo`'s format can show beside the moves, and what the search must count for each.
const EXTRAS: [(&str, Detail); 8] = [
    ("rootInfo", Detail::Score),
    ("ownership", Detail::Ownership),
    ("ownershipStdev", Detail::Ownership),
    ("movesOwnership", Detail::OwnershipByMove),
    ("movesOwnershipStdev", Detail::OwnershipByMove),
    ("pvVisits", Detail::Score),
    ("pvEdgeVisits", Detail::Score),
    ("noResultValue", Detail::Score),
];

#[derive(Clone, Debug)]
pub struct AnalysisRequest {
    pub format: Format,
    /// `None` stands for the side to move.
    pub color: Option<Color>,
    /// Time between two lines; `None` is one line at the end.
    pub interval: Option<Duration>,
    /// Number of moves to show even if some were not visited.
    pub min_moves: usize,
    pub max_moves: usize,
    pub restrictions: Vec<Restriction>,
    extras: Vec<(&'static str, Detail)>,
}

impl AnalysisRequest {
    pub fn parse(mut args: Args<'_>, format: Format, size: usize) -> Result<Self, CommandError> {
        let mut options = Self {
            format,
            color: None,
            interval: None,
            min_moves: 0,
            max_moves: usize::MAX,
            restrictions: Vec::new(),
            extras: Vec::new(),
        };
        while !args.is_empty() {
            match args.word()? {
                "interval" => options.interval = interval(args.word()?)?,
                "minmoves" => options.min_moves = args.count()? as usize,
                "maxmoves" => options.max_moves = args.count()? as usize,
                "avoid" => options.restrict(RestrictionKind::Avoid, &mut args, size)?,
                "allow" => options.restrict(RestrictionKind::Allow, &mut args, size)?,
                word => options.parse_other(word, &mut args)?,
            }
        }
        Ok(options)
    }

    /// What the search must count.
    pub fn detail(&self) -> Detail {
        let least = match self.format {
            Format::Lz => Detail::Nothing,
            Format::Kata => Detail::Score,
        };
        let details = self.extras.iter().map(|&(_, detail)| detail);
        details.fold(least, Detail::max)
    }

    /// Whether the extra with this key is to be shown.
    pub fn shows(&self, key: &str) -> bool {
        self.extras.iter().any(|&(shown, _)| shown == key)
    }

    pub fn permits(&self, color: Color, mv: Move) -> bool {
        let mut restrictions = self.restrictions.iter();
        restrictions.all(|restriction| restriction.permits(color, mv))
    }

    /// Parses an extra, or the color or the interval, which may stand anywhere.
    fn parse_other(&mut self, word: &str, args: &mut Args<'_>) -> Result<(), CommandError> {
        let extra = EXTRAS.into_iter().find(|&(key, _)| key == word);
        if let (Some(extra), Format::Kata) = (extra, self.format) {
            self.extras.retain(|&other| other != extra);
            if args.parse()? {
                self.extras.push(extra);
            }
        } else if let (Ok(color), None) = (word.parse(), self.color) {
            self.color = Some(color);
        } else {
            self.interval = interval(word)?;
        }
        Ok(())
    }

    /// Parses `COLOR V1,V2,V3:V4,... DEPTH`. As for Leela Zero, a color has either moves to allow or points to avoid; it may
    /// avoid a pass or a resignation in any case.
    fn restrict(
        &mut self,
        kind: RestrictionKind,
        args: &mut Args<'_>,
        size: usize,
    ) -> Result<(), CommandError> {
        let (color, moves) = (args.color()?, parse_moves(args.word()?, size)?);
        let depth = args.count()?;
        let has_points = |moves: &[Move]| moves.iter().any(|mv| *mv != Move::Pass);
        let contradicts = |other: &Restriction| {
            other.color == color
                && match (kind, other.kind) {
                    (RestrictionKind::Allow, RestrictionKind::Allow) => true,
                    (RestrictionKind::Allow, RestrictionKind::Avoid) => has_points(&other.moves),
                    (RestrictionKind::Avoid, RestrictionKind::Allow) => has_points(&moves),
                    (RestrictionKind::Avoid, RestrictionKind::Avoid) => false,
                }
        };
        let mut points = moves.iter().filter_map(|mv| mv.coord());
        if depth == 0
            || !points.all(|coord| coord.is_on(size))
            || self.restrictions.iter().any(contradicts)
        {
            return Err(CommandError::Syntax);
        }
        self.restrictions.push(Restriction {
            color,
            kind,
            moves,
            depth: depth as usize,
        });
        Ok(())
    }
}

/// Parses hundredths of a second. 0 is no interval, as for Leela Zero.
fn interval(word: &str) -> Result<Option<Duration>, CommandError> {
    let hundredths: f64 = word.parse().map_err(|_| CommandError::Syntax)?;
    let interval = duration(hundredths / 100.0)?;
    Ok((!interval.is_zero()).then_some(interval))
}

/// Parses vertices and rectangles as `A1:C3`, separated by commas. `resign` is accepted but is not a move.
fn parse_moves(list: &str, size: usize) -> Result<Vec<Move>, CommandError> {
    let mut moves = Vec::new();
    for word in list.split(',') {
        if let Some((one, other)) = word.split_once(':') {
            let [one, other] = [one, other].map(|corner| {
                let corner = corner.parse::<Coord>().ok();
                corner.filter(|corner| corner.is_on(size))
            });
            let (one, other) = one.zip(other).ok_or(CommandError::Syntax)?;
            let points = PointSet::<6>::rectangle(one, other);
            moves.extend(points.iter().map(|point| Move::Play(point.coord())));
        } else if !word.eq_ignore_ascii_case("resign") {
            moves.push(word.parse().map_err(|_| CommandError::Syntax)?);
        }
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(text: &str, format: Format) -> Result<AnalysisRequest, CommandError> {
        AnalysisRequest::parse(Args::new(text), format, 9)
    }

    #[test]
    fn color_and_interval_are_optional_and_may_stand_anywhere() {
        let half_a_second = Some(Duration::from_millis(500));
        for (text, color, interval) in [
            ("", None, None),
            ("w 50", Some(Color::White), half_a_second),
            ("50", None, half_a_second),
            ("maxmoves 3 50 B", Some(Color::Black), half_a_second),
            ("b interval 50", Some(Color::Black), half_a_second),
            ("b 0", Some(Color::Black), None),
            ("2.5", None, Some(Duration::from_millis(25))),
        ] {
            let options = options(text, Format::Lz).unwrap();
            assert_eq!(
                (options.color, options.interval),
                (color, interval),
                "{text}"
            );
        }
    }

    #[test]
    fn moves_are_avoided_or_allowed_but_not_both() {
        let text = "avoid b D4,pass 50 avoid b e5 1 allow w C3,resign 2";
        let restrictions = options(text, Format::Lz).unwrap().restrictions;
        let depths: Vec<_> = restrictions
            .iter()
            .map(|restriction| restriction.depth)
            .collect();
        assert_eq!(depths, [50, 1, 2]);
        assert_eq!(restrictions[0].moves.len(), 2);
        assert_eq!(restrictions[2].moves, ["C3".parse().unwrap()]);
        assert!(options("allow b E5 1 avoid b pass,resign 9", Format::Lz).is_ok());
        for text in [
            "allow b E5 1 avoid b D5 1",
            "avoid b D5 1 allow b E5 1",
            "allow b E5 1 allow b D5 1",
            "avoid b q99 1",
            "avoid b k1 1",
            "avoid b E5",
            "avoid b E5 0",
            "avoid x E5 1",
            "avoid b E5,, 1",
            "avoid b A1: 1",
            "avoid b A1:pass 1",
            "avoid b A1:B2:C3 1",
            "avoid b A1:K1 1",
        ] {
            assert!(options(text, Format::Lz).is_err(), "{text}");
        }
    }

    #[test]
    fn a_rectangle_includes_all_its_points() {
        for (list, expected) in [
            ("A1:B2", "A1 B1 A2 B2"),
            ("b1:a2", "A1 B1 A2 B2"),
            ("pass,E5:E5,C3:E3", "pass E5 C3 D3 E3"),
        ] {
            let options = options(&format!("avoid b {list} 1"), Format::Lz).unwrap();
            let moves = options.restrictions[0].moves.iter();
            let moves: Vec<String> = moves.map(Move::to_string).collect();
            assert_eq!(moves.join(" "), expected, "{list}");
        }
    }

    #[test]
    fn malformed_arguments_are_an_error() {
        for text in [
            "interval",
            "interval x",
            "foo 1",
            "-5",
            "nan",
            "1e99",
            "b w",
            "minmoves -1",
            "ownership true",
        ] {
            assert!(options(text, Format::Lz).is_err(), "{text}");
        }
        assert!(options("ownership maybe", Format::Kata).is_err());
    }

    #[test]
    fn the_extras_determine_what_is_counted() {
        for (text, detail) in [
            ("", Detail::Score),
            ("ownership true", Detail::Ownership),
            ("ownership true ownership false", Detail::Score),
            (
                "movesOwnership true ownership true",
                Detail::OwnershipByMove,
            ),
            ("rootInfo true pvVisits true", Detail::Score),
        ] {
            assert_eq!(
                options(text, Format::Kata).unwrap().detail(),
                detail,
                "{text}"
            );
        }
        assert_eq!(options("", Format::Lz).unwrap().detail(), Detail::Nothing);
    }
}
