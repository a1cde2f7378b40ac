//! Rates several players on one scale of strength, from the results of their games.

use super::elo::Z_95;

/// Maximum number of rounds of the iteration.
const MAX_ROUNDS: usize = 10_000;

/// Relative change of a strength below which the iteration ends.
const PRECISION: f64 = 1e-9;

/// Elo for a factor e of strength.
const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The strength of a player among others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo over the mean of all players.
    pub elo: f64,
    /// Half of its 95 % confidence interval.
    pub error: f64,
}

/// The ratings of players by the points that each (row) won against each other (column), half a point for a draw. All players must
/// be connected by games. One more drawn game is added between every two players that met, so that players who won or lost all
/// their games have a finite rating.
///
/// Sources: Bradley and Terry, "Rank analysis of incomplete block designs", 1952; the iteration is that of Hunter, "MM
/// algorithms for generalized Bradley-Terry models", 2004. The errors are those of the Fisher information, as if all games
/// were independent.
#[must_use]
pub fn ratings(points: &[Vec<f64>]) -> Vec<Rating> {
    let points = with_draws(points);
    let strengths = strengths(&points);
    let logs: Vec<f64> = strengths.iter().map(|strength| strength.ln()).collect();
    let mean = logs.iter().sum::<f64>() / logs.len() as f64;
    let ratings = logs.iter().zip(variances(&points, &strengths));
    ratings
        .map(|(log, variance)| Rating {
            elo: ELO_PER_LOGIT * (log - mean),
            error: ELO_PER_LOGIT * Z_95 * variance.sqrt(),
        })
        .collect()
}

/// The points with one more drawn game between every two players that met.
fn with_draws(points: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let with_draw = |i: usize, j: usize| match points[i][j] + points[j][i] {
        0.0 => 0.0,
        _ => points[i][j] + 0.5,
    };
    let players = 0..points.len();
    let row = |i| players.clone().map(|j| with_draw(i, j)).collect();
    players.clone().map(row).collect()
}

fn strengths(points: &[Vec<f64>]) -> Vec<f64> {
    let players = points.len();
    let mut strengths = vec![1.0; players];
    for _ in 0..MAX_ROUNDS {
        let mut change: f64 = 0.0;
        for i in 0..players {
            let won: f64 = points[i].iter().sum();
            let expected: f64 = (0..players)
                .map(|j| (points[i][j] + points[j][i]) / (strengths[i] + strengths[j]))
                .sum();
            let strength = won / expected;
            change = change.max((strength / strengths[i] - 1.0).abs());
            strengths[i] = strength;
        }
        if change < PRECISION {
            break;
        }
    }
    strengths
}

/// The variance of the logarithm of each strength about the mean of all: the diagonal of the inverse of the Fisher information.
/// That matrix is singular, because only differences matter. If 1 is added to every element, the matrix is regular, and every
/// element of its inverse is greater by 1 / players^2.
fn variances(points: &[Vec<f64>], strengths: &[f64]) -> Vec<f64> {
    let players = points.len();
    let mut information = vec![vec![1.0; players]; players];
    for i in 0..players {
        for j in 0..i {
            let share = strengths[i] / (strengths[i] + strengths[j]);
            let weight = (points[i][j] + points[j][i]) * share * (1.0 - share);
            information[i][i] += weight;
            information[j][j] += weight;
            information[i][j] -= weight;
            information[j][i] -= weight;
        }
    }
    let excess = 1.0 / (players as f64).powi(2);
    let inverse = inverse(information);
    (0..players)
        .map(|i| (inverse[i][i] - excess).max(0.0))
        .collect()
}

/// The inverse of a positive definite matrix, by the method of Gauss and Jordan in place.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    for k in 0..matrix.len() {
        let divisor = std::mem::replace(&mut matrix[k][k], 1.0);
        matrix[k].iter_mut().for_each(|x| *x /= divisor);
        let pivot = matrix[k].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(i, _)| *i != k) {
            let factor = std::mem::take(&mut row[k]);
            for (x, y) in row.iter_mut().zip(&pivot) {
                *x -= factor * y;
            }
        }
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(actual: f64, expected: f64) {
        assert!((actual - expected).abs() < 0.05, "{actual}, not {expected}");
    }

    #[test]
    fn two_players_are_as_far_apart_as_their_share_says() {
        // 74.5 and 24.5 points and a drawn game more are 75 % of 100: 190.85 Elo apart.
        let [one, other] = ratings(&[vec![0.0, 74.5], vec![24.5, 0.0]])[..] else {
            panic!("two ratings");
        };
        assert_near(one.elo, 95.42);
        assert_near(other.elo, -95.42);
        // The variance of the difference of the logarithms is 1 / (100 * 0.75 * 0.25) = 0.05333, its root 0.23094; half of
        // that, times 1.95996 and 173.718, is 39.32.
        assert_near(one.error, 39.32);
        assert_near(other.error, 39.32);
    }

    #[test]
    fn players_who_never_met_are_compared_over_a_third() {
        // A beats B and B beats C by 3 to 1 each.
        let points = [
            vec![0.0, 299.5, 0.0],
            vec![99.5, 0.0, 299.5],
            vec![0.0, 99.5, 0.0],
        ];
        let found = ratings(&points);
        let [a, b, c] = [0, 1, 2].map(|player| found[player]);
        assert_near(a.elo, 190.85);
        assert_near(b.elo, 0.0);
        assert_near(c.elo, -190.85);
        assert!(b.error < a.error && (a.error - c.error).abs() < 1e-6);
    }

    #[test]
    fn who_wins_all_games_stays_on_the_scale() {
        let found = ratings(&[vec![0.0, 20.0], vec![0.0, 0.0]]);
        assert!(
            found[0].elo.is_finite() && found[0].elo > 200.0,
            "{found:?}"
        );
    }
}
