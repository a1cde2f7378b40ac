//! Warnings about the weakness of the engine on large boards.

use crate::net;

/// Minimum loss of win rate of a mistake; a smaller loss may be chance.
pub const MIN_MISTAKE: f64 = 0.05;

/// Whether a search can tell a mistake from a good move on a board of this size: it can on boards up to the network's size.
#[must_use]
pub const fn judges_moves(size: usize) -> bool {
    size <= net::SIDE
}

/// The warning for people who play on a board of this size or read an analysis of it; `None` where no warning is needed.
#[must_use]
pub fn caution(size: usize) -> Option<String> {
    (!judges_moves(size)).then(|| {
        format!(
            "There is no network for {size}x{size}: Tao Go only simulates games there, plays weakly and cannot tell mistakes."
        )
    })
}

#[cfg(test)]
mod tests {
    use super::caution;

    #[test]
    fn large_boards_need_a_caution() {
        assert_eq!([2, 5, 9].map(caution), [None, None, None]);
        for size in [10, 13, 19] {
            let text = caution(size).unwrap();
            let beginning = format!("There is no network for {size}x{size}: ");
            assert!(text.starts_with(&beginning), "{text}");
        }
    }
}
