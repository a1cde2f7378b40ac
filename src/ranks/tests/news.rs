//! News for tests, read from the form in which ranks send them, as only a search makes others.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde::Serialize;
use tao_engine::search::{News, Proof};

/// Points of the largest board. A move is sent as one more than its point; a pass comes after all points.
const POINTS: u16 = 361;

/// Visits, and the sum of their values.
type Tally = (u32, u64);

/// The statistics of a node.
#[derive(Clone, Debug, Serialize)]
#[expect(dead_code, reason = "all that a message may have")]
enum Sums {
    Amaf(Tally),
    Results(Tally),
    Both(Tally, Tally),
    Proven(Tally, Tally, Proof),
}

/// The moves from the root to each parent, and the children with their moves.
type Families = BTreeMap<Vec<u16>, Vec<(u16, Sums)>>;

fn news(root: &Sums, families: &Families) -> News {
    let bytes = postcard::to_allocvec(&(root, families)).unwrap();
    postcard::from_bytes(&bytes).unwrap()
}

/// News with one visit of each point of 19x19 below each of `count` parents.
pub(in crate::ranks) fn of_parents(count: u16) -> News {
    let children: Vec<_> = (1..=POINTS)
        .map(|step| (step, Sums::Results((1, 0))))
        .collect();
    let parents = (1..=count).map(|step| (vec![step], children.clone()));
    news(&Sums::Amaf((0, 0)), &parents.collect())
}

/// News of one node.
fn of_node((path, sums): (Vec<u16>, Sums)) -> News {
    match path.split_last() {
        None => news(&sums, &Families::new()),
        Some((&step, above)) => {
            let family = (above.to_vec(), vec![(step, sums)]);
            news(&Sums::Amaf((0, 0)), &Families::from([family]))
        }
    }
}

/// News of up to 60 nodes below few first moves, so that lists overlap.
pub(in crate::ranks) fn any_news() -> impl Strategy<Value = News> {
    let tally = || (0..u32::MAX / 256, 0..u64::from(u32::MAX));
    let step = prop::sample::select(vec![1, 81, POINTS, POINTS + 1]);
    let path = prop::collection::vec(step, 0..=2);
    let sums = (tally(), tally(), 0..4_u8)
        .prop_map(|(results, amaf, proof)| Sums::Proven(results, amaf, Proof::from_number(proof)));
    prop::collection::vec((path, sums), 0..60).prop_map(|nodes| {
        let mut all = News::default();
        for node in nodes {
            all.add(&of_node(node));
        }
        all
    })
}
