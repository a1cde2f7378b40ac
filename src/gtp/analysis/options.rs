//! What an analysis command asks for: `[color] [interval] {key value}`, as Leela Zero and `KataGo` have it.

use std::time::Duration;

use crate::board::{Color, Coord, Move};
use crate::gtp::args::Args;
use crate::gtp::error::CommandError;
use crate::search::{Detail, Restriction, RestrictionKind};

use super::lines::Dialect;

/// What is shown beside the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gtp) enum Extra {
    RootInfo,
    Ownership,
    OwnershipStdev,
    MovesOwnership,
    MovesOwnershipStdev,
    PvVisits,
    PvEdgeVisits,
    NoResultValue,
}

impl Extra {
    fn named(key: &str) -> Option<Self> {
        Some(match key {
            "rootInfo" => Self::RootInfo,
            "ownership" => Self::Ownership,
            "ownershipStdev" => Self::OwnershipStdev,
            "movesOwnership" => Self::MovesOwnership,
            "movesOwnershipStdev" => Self::MovesOwnershipStdev,
            "pvVisits" => Self::PvVisits,
            "pvEdgeVisits" => Self::PvEdgeVisits,
            "noResultValue" => Self::NoResultValue,
            _ => return None,
        })
    }

    const fn detail(self) -> Detail {
        match self {
            Self::Ownership | Self::OwnershipStdev => Detail::Ownership,
            Self::MovesOwnership | Self::MovesOwnershipStdev => Detail::OwnershipByMove,
            Self::RootInfo | Self::PvVisits | Self::PvEdgeVisits | Self::NoResultValue => {
                Detail::Score
            }
        }
    }
}

/// What an analysis command asks for.
#[derive(Clone, Debug)]
pub(in crate::gtp) struct Options {
    pub(in crate::gtp) dialect: Dialect,
    /// Who is to move, unless it is whose turn it is.
    pub(in crate::gtp) color: Option<Color>,
    /// Time between two lines; without it there is one line, at the end.
    pub(in crate::gtp) interval: Option<Duration>,
    /// So many moves are shown, even if some were never tried.
    pub(super) min_moves: usize,
    /// No more moves than that are shown.
    pub(super) max_moves: usize,
    pub(in crate::gtp) restrictions: Vec<Restriction>,
    pub(super) extras: Vec<Extra>,
}

impl Options {
    fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            color: None,
            interval: None,
            min_moves: 0,
            max_moves: usize::MAX,
            restrictions: Vec::new(),
            extras: Vec::new(),
        }
    }

    /// What the search must count for it.
    pub(in crate::gtp) fn detail(&self) -> Detail {
        let least = match self.dialect {
            Dialect::Lz => Detail::Nothing,
            Dialect::Kata => Detail::Score,
        };
        let wanted = self.extras.iter().map(|extra| extra.detail());
        wanted.fold(least, Detail::max)
    }

    pub(super) fn wants(&self, extra: Extra) -> bool {
        self.extras.contains(&extra)
    }

    /// Whether the restrictions leave a move of `color` at the root.
    pub(super) fn permits(&self, color: Color, mv: Move) -> bool {
        let of_color = self
            .restrictions
            .iter()
            .filter(|restriction| restriction.color == color);
        of_color.fold(true, |permits, restriction| {
            let is_named = restriction.moves.contains(&mv);
            permits && is_named == (restriction.kind == RestrictionKind::Allow)
        })
    }

    fn take(&mut self, word: &str, args: &mut Args<'_>) -> Result<(), CommandError> {
        match word {
            "interval" => self.interval = interval(args.word()?)?,
            "minmoves" => self.min_moves = args.count()? as usize,
            "maxmoves" => self.max_moves = args.count()? as usize,
            "avoid" => self.restrict(RestrictionKind::Avoid, args)?,
            "allow" => self.restrict(RestrictionKind::Allow, args)?,
            _ => return self.take_other(word, args),
        }
        Ok(())
    }

    /// A key that is `KataGo`'s own, or the color and the interval, which may stand anywhere.
    fn take_other(&mut self, word: &str, args: &mut Args<'_>) -> Result<(), CommandError> {
        let extra = Extra::named(word).filter(|_| self.dialect == Dialect::Kata);
        if let Some(extra) = extra {
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

    /// `COLOR V1,V2,V3:V4,... DEPTH`. As with Leela Zero a side has either moves to allow or moves to avoid, of which a pass or a
    /// resignation may be avoided in any case.
    fn restrict(&mut self, kind: RestrictionKind, args: &mut Args<'_>) -> Result<(), CommandError> {
        let (color, list, depth) = (args.color()?, args.word()?, args.count()? as usize);
        let moves = moves(list)?;
        let of_points = |moves: &[Move]| moves.iter().any(|mv| *mv != Move::Pass);
        let contradicts = |other: &Restriction| {
            let kinds = (kind, other.kind);
            other.color == color
                && match kinds {
                    (RestrictionKind::Allow, RestrictionKind::Allow) => true,
                    (RestrictionKind::Allow, RestrictionKind::Avoid) => of_points(&other.moves),
                    (RestrictionKind::Avoid, RestrictionKind::Allow) => of_points(&moves),
                    (RestrictionKind::Avoid, RestrictionKind::Avoid) => false,
                }
        };
        if depth == 0 || self.restrictions.iter().any(contradicts) {
            return Err(CommandError::Syntax);
        }
        self.restrictions.push(Restriction {
            color,
            kind,
            moves,
            depth,
        });
        Ok(())
    }

    /// Whether all points that are named are on a board of this size.
    fn fits(&self, size: usize) -> bool {
        let moves = self
            .restrictions
            .iter()
            .flat_map(|restriction| &restriction.moves);
        moves
            .filter_map(|mv| mv.coord())
            .all(|coord| coord.is_on(size))
    }
}

/// Reads what follows an analysis command, for a board of this size.
pub(in crate::gtp) fn parse(
    mut args: Args<'_>,
    dialect: Dialect,
    size: usize,
) -> Result<Options, CommandError> {
    let mut options = Options::new(dialect);
    while !args.is_empty() {
        let word = args.word()?;
        options.take(word, &mut args)?;
    }
    if options.fits(size) {
        Ok(options)
    } else {
        Err(CommandError::Syntax)
    }
}

/// Hundredths of a second. 0 is none, as with Leela Zero.
fn interval(word: &str) -> Result<Option<Duration>, CommandError> {
    let hundredths: f64 = word.parse().map_err(|_| CommandError::Syntax)?;
    let interval =
        Duration::try_from_secs_f64(hundredths / 100.0).map_err(|_| CommandError::Syntax)?;
    Ok((!interval.is_zero()).then_some(interval))
}

/// Vertices, and rectangles as `A1:C3`, with commas between them. A resignation is no move: to leave it out is to leave it
/// out.
fn moves(list: &str) -> Result<Vec<Move>, CommandError> {
    let mut moves = Vec::new();
    for word in list.split(',') {
        if let Some((one, other)) = word.split_once(':') {
            moves.extend(rectangle([one, other])?);
        } else if !word.eq_ignore_ascii_case("resign") {
            moves.push(word.parse().map_err(|_| CommandError::Syntax)?);
        }
    }
    Ok(moves)
}

/// All points between two corners, whichever they are.
fn rectangle(corners: [&str; 2]) -> Result<impl Iterator<Item = Move>, CommandError> {
    let corner = |vertex: &str| vertex.parse::<Coord>().map_err(|_| CommandError::Syntax);
    let [one, other] = [corner(corners[0])?, corner(corners[1])?];
    let columns = one.column().min(other.column())..=one.column().max(other.column());
    let rows = one.row().min(other.row())..=one.row().max(other.row());
    let points = rows.flat_map(move |row| columns.clone().map(move |column| (column, row)));
    Ok(points.filter_map(|(column, row)| Coord::new(column, row).map(Move::Play)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(text: &str, dialect: Dialect) -> Result<Options, CommandError> {
        parse(Args::new(text), dialect, 9)
    }

    #[test]
    fn the_color_and_the_interval_may_be_left_out_or_stand_anywhere() {
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
            let options = options(text, Dialect::Lz).unwrap();
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
        let restrictions = options(text, Dialect::Lz).unwrap().restrictions;
        let depths: Vec<_> = restrictions
            .iter()
            .map(|restriction| restriction.depth)
            .collect();
        assert_eq!(depths, [50, 1, 2]);
        assert_eq!(restrictions[0].moves.len(), 2);
        assert_eq!(restrictions[2].moves, ["C3".parse().unwrap()]);
        assert!(options("allow b E5 1 avoid b pass,resign 9", Dialect::Lz).is_ok());
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
            assert!(options(text, Dialect::Lz).is_err(), "{text}");
        }
    }

    #[test]
    fn a_rectangle_is_all_its_points() {
        for (list, expected) in [
            ("A1:B2", "A1 B1 A2 B2"),
            ("b1:a2", "A1 B1 A2 B2"),
            ("pass,E5:E5,C3:E3", "pass E5 C3 D3 E3"),
        ] {
            let options = options(&format!("avoid b {list} 1"), Dialect::Lz).unwrap();
            let moves = options.restrictions[0].moves.iter();
            let moves: Vec<String> = moves.map(Move::to_string).collect();
            assert_eq!(moves.join(" "), expected, "{list}");
        }
    }

    #[test]
    fn what_is_no_key_is_an_error() {
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
            assert!(options(text, Dialect::Lz).is_err(), "{text}");
        }
        assert!(options("ownership maybe", Dialect::Kata).is_err());
    }

    #[test]
    fn what_is_shown_says_what_is_counted() {
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
                options(text, Dialect::Kata).unwrap().detail(),
                detail,
                "{text}"
            );
        }
        assert_eq!(options("", Dialect::Lz).unwrap().detail(), Detail::Nothing);
    }
}
