//! A review of a position in short searches, for an engine that cannot be interrupted.

use super::evaluation::{self, PositionEvaluation};
use tao_engine::Engine;
use tao_engine::raw::EngineSettings;
use tao_engine::raw::search::Report;
use tao_rules::game::Game;

/// Visits of one search: less than half a second in a browser.
const SLICE: u64 = 400;

/// A review that is under way. It makes the visits that [`evaluate`](super::evaluate) makes; their values may differ by less than
/// 0.01, as each search begins with a root of its own.
#[derive(Debug)]
pub struct SlicedReview {
    game: Game,
    engine: Engine,
    /// Visits that are still to be made.
    left: u64,
    found: Option<Report>,
}

impl SlicedReview {
    /// Begins the review of a position.
    pub fn new(settings: EngineSettings, game: Game) -> Self {
        let mut engine = evaluation::engine(settings);
        let mut settings = engine.settings().clone();
        let left = settings.playouts.unwrap_or(settings.params.playouts.count);
        settings.params.tree.reuse = true;
        engine.set_settings(settings);
        Self {
            game,
            engine,
            left,
            found: None,
        }
    }

    /// The position that is reviewed.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Searches for some hundred visits more. Returns what was found once all are made, or more would find nothing else.
    pub fn go_on(&mut self) -> Option<PositionEvaluation> {
        let mut settings = self.engine.settings().clone();
        let slice = self.left.min(SLICE);
        settings.playouts = Some(slice);
        self.engine.set_settings(settings);
        let mut report = evaluation::search(&mut self.engine, &self.game)?;
        if let Some(earlier) = &self.found {
            report.snapshot.add_outcomes(&earlier.snapshot);
        }
        self.left -= slice;
        let is_done = self.left == 0 || report.playouts < slice;
        let found = self.found.insert(report);
        is_done.then(|| PositionEvaluation::from_search(&self.engine, &self.game, found.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::{engine, evaluate};
    use tao_rules::board::Move;

    #[test]
    fn slices_find_what_one_search_finds() {
        let mut game = Game::new(5).unwrap();
        let settings = EngineSettings {
            playouts: Some(2 * SLICE + 50),
            ..EngineSettings::default()
        };
        let reviewed = |game: &Game| {
            let mut review = SlicedReview::new(settings.clone(), game.clone());
            let mut slices = (1..10).map(|slice| (slice, review.go_on()));
            slices.find_map(|(slice, found)| Some((slice, found?)))
        };
        let (count, sliced) = reviewed(&game).unwrap();
        let whole = evaluate(&mut engine(settings.clone()), &game).unwrap();
        let moves = |found: &PositionEvaluation| {
            let moves = found.moves.iter();
            moves
                .map(|stats| (stats.mv, stats.visits))
                .collect::<Vec<_>>()
        };
        assert_eq!((count, moves(&sliced)), (3, moves(&whole)));
        let (sliced, whole) = (sliced.black, whole.black);
        assert!((sliced.win_rate - whole.win_rate).abs() < 0.01);
        assert!(
            (sliced.lead - whole.lead).abs() < 0.1,
            "{sliced:?}, {whole:?}"
        );
        // A game that is over needs no search.
        game.play(Move::Pass).unwrap();
        game.play(Move::Pass).unwrap();
        assert_eq!(reviewed(&game).map(|(slices, _)| slices), Some(1));
    }
}
