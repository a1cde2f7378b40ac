//! Moves drawn by chance.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

use tao_rules::board::Move;

/// Draws a move with a probability proportional to its share to the power of 1 / `temperature`, which must be above 0. `None`
/// if no share is above 0.
#[must_use]
pub fn draw(
    shares: &[(Move, f64)],
    temperature: f64,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<Move> {
    let weight = |&(_, share): &(Move, f64)| share.powf(1.0 / temperature);
    let drawn = shares.choose_weighted(rng, weight);
    drawn.ok().map(|&(mv, _)| mv)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn a_low_temperature_prefers_large_shares() {
        let [small, large] = ["A1", "B1"].map(|mv| mv.parse::<Move>().unwrap());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut count = |temperature| {
            let shares = [(small, 0.2), (large, 0.8), (Move::Pass, 0.0)];
            let drawn = (0..1_000).map(|_| draw(&shares, temperature, &mut rng).unwrap());
            let drawn: Vec<Move> = drawn.collect();
            assert!(!drawn.contains(&Move::Pass));
            drawn.iter().filter(|&&mv| mv == large).count()
        };
        // 16 of 17, and 4 of 5.
        assert!((910..970).contains(&count(0.5)));
        assert!((760..840).contains(&count(1.0)));
        assert_eq!(draw(&[(small, 0.0)], 1.0, &mut rng), None);
        assert_eq!(draw(&[], 1.0, &mut rng), None);
    }
}
