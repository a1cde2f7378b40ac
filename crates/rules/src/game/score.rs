//! The score of a game, and seki: living groups without two eyes, which share their last liberties.

use std::fmt;

use super::Scoring;
use crate::raw::{Board, ByColor, Color, Life, PointSet};

/// The score of a game, including komi.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// Black's points minus White's and minus komi.
    pub lead: f64,
}

impl Score {
    /// The winner; `None` is a draw.
    pub fn winner(self) -> Option<Color> {
        if self.lead > 0.0 {
            Some(Color::Black)
        } else if self.lead < 0.0 {
            Some(Color::White)
        } else {
            None
        }
    }

    /// The winner's lead in points, with as many decimals as it needs, but at most nine: `7`, `0.5`. A lead that is too
    /// small for nine decimals is written in full.
    pub fn margin(self) -> String {
        let margin = self.lead.abs();
        let rounded = format!("{margin:.9}");
        match rounded.trim_end_matches('0').trim_end_matches('.') {
            "0" => margin.to_string(),
            digits => digits.to_owned(),
        }
    }
}

impl fmt::Display for Score {
    /// Writes the score as in GTP: `B+3.5`, `W+7.0`, `0`. One decimal, as in GNU Go, unless the komi needs more.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.winner() {
            Some(Color::Black) => 'B',
            Some(Color::White) => 'W',
            None => return f.pad("0"),
        };
        let margin = self.margin();
        let tenths = if margin.contains('.') { "" } else { ".0" };
        f.pad(&format!("{letter}+{margin}{tenths}"))
    }
}

/// Most empty points between two groups in seki. A larger region that is not one side's is not finished.
pub const MAX_SHARED: usize = 4;

/// Maximum number of points of the only eye of a group in seki: three may become two eyes.
const MAX_EYE: usize = 2;

/// By color: the points of a finished board that count, stones included. Under territory scoring, eyes in seki do not count.
pub fn counted_points<const W: usize>(board: &Board<W>, scoring: Scoring) -> ByColor<PointSet<W>> {
    let owned = board.owned();
    match scoring {
        Scoring::Area => owned,
        Scoring::Territory => {
            let eyes = board.empty() & in_seki(board);
            owned.map(|points| points & !eyes)
        }
    }
}

/// The stones and eyes of the groups in seki, on a finished board without dead stones. A group is a connected set of stones and
/// owned points of one color. In a seki it has one small eye or none, or false eyes. Its other liberties are in small neutral
/// regions, and one of these regions also touches an enemy group of this kind.
pub fn in_seki<const W: usize>(board: &Board<W>) -> PointSet<W> {
    let owned = board.owned();
    let neutral = board.empty() & !(owned[Color::Black] | owned[Color::White]);
    let is_weak = |group: &PointSet<W>, living: PointSet<W>| {
        let eyes = *group & board.empty();
        let liberties = group.neighbors() & neutral;
        let mut shared = liberties.flood(&neutral).regions();
        !liberties.is_empty()
            && shared.all(|region| region.len() <= MAX_SHARED)
            && eyes.len() <= MAX_EYE
            && (eyes.regions().count() <= 1 || !group.intersects(&living))
    };
    let weak = ByColor::from_fn(|color| {
        let living = Life::of(board, color).stones;
        let groups = owned[color].regions();
        let weak = groups.filter(|group| is_weak(group, living));
        weak.fold(PointSet::EMPTY, |all, group| all | group)
    });
    let is_contested = |region: &PointSet<W>| {
        let border = region.neighbors();
        weak.0.iter().all(|weak| border.intersects(weak))
    };
    let contested = neutral.regions().filter(is_contested);
    let border = contested.fold(PointSet::EMPTY, |all, region| all | region.neighbors());
    let [black, white] = weak.0.map(|weak| (weak & border).flood(&weak));
    black | white
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_as_in_gtp() {
        for (lead, text) in [
            (3.5, "B+3.5"),
            (-0.5, "W+0.5"),
            (-7.0, "W+7.0"),
            (0.0, "0"),
            (-0.0, "0"),
            (81.0 - 7.3, "B+73.7"),
            (0.25, "B+0.25"),
            (-1e6, "W+1000000.0"),
            (7.0 - 6.9, "B+0.1"),
            (1e-20, "B+0.00000000000000000001"),
        ] {
            assert_eq!(Score { lead }.to_string(), text);
        }
    }

    #[test]
    fn margins_have_as_many_decimals_as_they_need() {
        for (lead, text) in [
            (3.5, "3.5"),
            (-7.0, "7"),
            (10.0, "10"),
            (7.0 - 6.9, "0.1"),
            (6.75 - 7.0, "0.25"),
            (0.0, "0"),
        ] {
            assert_eq!(Score { lead }.margin(), text);
        }
    }
}
