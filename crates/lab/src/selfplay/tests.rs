//! Whole games of self-play, and what is stored of them.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::record::{MAGIC, index};
use super::*;
use tao_engine::raw::net::{Network, POINTS, Shape};
use tao_engine::raw::search::Params;
use tao_rules::board::{Coord, Move};
use tao_rules::game::{Game, Score};

/// Bytes of a game apart from its positions, and of a position.
const GAME_BYTES: usize = 2 + 4 + 8 + 4 + 41 + 4;
const POSITION_BYTES: usize = 1 + 82 + 2 + 2 + 1;

fn player(settings: &SelfPlaySettings) -> SelfPlayer<'_> {
    let shape = Shape {
        blocks: 1,
        channels: 16,
        narrow: 0,
        neck: 16,
        hidden: 16,
    };
    SelfPlayer::new(Some(Arc::new(Network::random(shape, 5))), settings)
}

fn settings() -> SelfPlaySettings {
    let mut start = Game::new(9).unwrap();
    start.set_komi(7.0).unwrap();
    SelfPlaySettings {
        visits: 24,
        ..SelfPlaySettings::new(&Params::NETWORK, start)
    }
}

fn played(player: &mut SelfPlayer<'_>, seed: u64) -> PlayedGame {
    player.play(seed, &AtomicBool::new(false)).unwrap()
}

#[test]
fn a_record_has_every_position_of_the_game() {
    let settings = settings();
    let mut player = player(&settings);
    for seed in 0..4 {
        let finished = played(&mut player, seed);
        let (game, record) = (&finished.game, GameRecord::from(&finished));
        assert_eq!(record.positions.len(), game.moves().len() + 1);
        let mut replayed = game.clone();
        replayed.clear();
        for (position, &(color, mv)) in record.positions.iter().zip(game.moves()) {
            assert_eq!((position.mv, replayed.to_move()), (Some(mv), color));
            for (i, share) in position.policy.iter().enumerate() {
                let mv = Coord::all(9).map(Move::Play).chain([Move::Pass]).nth(i);
                assert_eq!(share.is_some(), replayed.is_legal(color, mv.unwrap()));
            }
            let sum: f64 = position.policy.iter().flatten().sum();
            assert!(sum == 0.0 && position.weight == 0.0 || (sum - 1.0).abs() < 1e-9);
            assert!((0.0..=1.0).contains(&position.black_wins));
            assert!(position.policy[index(mv)].is_some());
            replayed.play_as(color, mv).unwrap();
        }
        let last = record.positions.last().unwrap();
        assert_eq!((last.mv, last.weight), (None, 0.0));
        let learned = record
            .positions
            .iter()
            .filter(|position| position.weight > 0.0);
        let weight: f64 = learned.clone().map(|position| position.weight).sum();
        assert!((weight - learned.count() as f64).abs() < 1e-6);
    }
}

#[test]
fn a_game_that_is_played_out_has_its_score_and_owners() {
    let settings = SelfPlaySettings {
        played_out_share: 1.0,
        ..settings()
    };
    let mut player = player(&settings);
    for seed in 10..13 {
        let finished = played(&mut player, seed);
        let (game, record) = (&finished.game, GameRecord::from(&finished));
        assert!(matches!(finished.end, GameEnd::Played { .. }));
        let last = record.positions.last().unwrap();
        assert_eq!(
            finished.winner(),
            Score {
                lead: last.black_lead
            }
            .winner()
        );
        let black = record.owners.iter().sum::<f64>();
        let lead = black - (POINTS as f64 - black) - game.komi();
        assert!((lead - last.black_lead).abs() < 1e-9, "{lead} {last:?}");
    }
}

#[test]
fn games_depend_on_their_seed() {
    let settings = settings();
    let moves = |seed| GameRecord::from(&played(&mut player(&settings), seed));
    assert_eq!(moves(1), moves(1));
    assert_ne!(moves(1).positions, moves(2).positions);
    let stopped = player(&settings).play(1, &AtomicBool::new(true));
    assert!(stopped.is_none());
}

#[test]
fn a_move_that_superko_forbids_is_not_searched() {
    let settings = settings();
    let mut player = player(&settings);
    let mut game = settings.start.clone();
    for vertex in ["C2", "A2", "B2", "B1", "D1", "C1", "A1"] {
        game.play(vertex.parse().unwrap()).unwrap();
    }
    // It repeats the position after D1.
    let repetition = "B1".parse().unwrap();
    let report = player.search(&game, 100, None, &mut Xoshiro256PlusPlus::seed_from_u64(1));
    assert!(report.stats(repetition).is_none() && report.moves().len() > 70);
}

#[test]
fn a_fork_leaves_the_game_before() {
    let settings = settings();
    let mut player = player(&settings);
    let first = played(&mut player, 1).game;
    let mut shared = Vec::new();
    for seed in 2..6 {
        let mut fork = settings.start.clone();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        player.fork(&mut fork, first.moves(), &mut rng);
        let both = first.moves().iter().zip(fork.moves());
        let same = both.take_while(|(one, other)| one == other).count();
        assert_eq!(fork.moves().len(), same + 1, "{fork:?}");
        shared.push(same);
    }
    assert!(shared.iter().any(|&moves| moves >= 4), "{shared:?}");
    assert!(shared.iter().all(|&moves| moves < first.moves().len()));
    assert_eq!(player.last_moves.as_deref(), Some(first.moves()));
    player.begin(&mut Xoshiro256PlusPlus::seed_from_u64(1));
    assert!(player.last_moves.is_none());
}

#[test]
fn the_bytes_of_a_game_have_a_fixed_layout() {
    let record = GameRecord::from(&played(&mut player(&settings()), 3));
    let bytes = record.to_bytes();
    let plies = record.positions.len();
    assert_eq!(bytes.len(), GAME_BYTES + plies * POSITION_BYTES);
    assert_eq!(bytes[..2], (plies as u16).to_le_bytes());
    assert_eq!(bytes[2..6], (record.komi as f32).to_le_bytes());
    assert_eq!(bytes[6..14], record.seed.to_le_bytes());
    assert_eq!(bytes[14..18], record.network.to_le_bytes());
    let (content, checksum) = bytes.split_at(bytes.len() - 4);
    assert_eq!(checksum, crc32fast::hash(content).to_le_bytes());
    let positions = content[18 + 41..].chunks(POSITION_BYTES);
    for (position, bytes) in record.positions.iter().zip(positions) {
        assert_eq!(bytes[0], position.mv.map_or(255, |mv| index(mv) as u8));
        let sum: f64 = bytes[1..83]
            .iter()
            .filter(|&&root| root < 255)
            .map(|&root| (f64::from(root) / 254.0).powi(2))
            .sum();
        let expected: f64 = position.policy.iter().flatten().sum();
        assert!((sum - expected).abs() < 0.05, "{sum}");
        let is_rounded = |stored: f64, exact: f64| (stored - exact).abs() <= 0.5;
        let [wins, lead] = [83, 85].map(|at| [bytes[at], bytes[at + 1]]);
        assert!(is_rounded(
            u16::from_le_bytes(wins).into(),
            65535.0 * position.black_wins
        ));
        assert!(is_rounded(
            i16::from_le_bytes(lead).into(),
            64.0 * position.black_lead
        ));
        assert!(is_rounded(bytes[87].into(), 16.0 * position.weight));
    }
}

#[test]
fn a_folder_never_continues_a_file_of_another_process() {
    let temporary = tempfile::tempdir().unwrap();
    let path = temporary.path().join("games");
    let record = GameRecord::from(&played(&mut player(&settings()), 3));
    let mut folders = [(); 2].map(|()| Folder::open(&path, 2).unwrap());
    for process in [0, 1, 0, 0] {
        folders[process].add(&record.to_bytes()).unwrap();
    }
    drop(folders);
    // Other files, one with a number that has no next one.
    fs::write(path.join("notes.txt"), "").unwrap();
    fs::write(path.join(format!("{}.games", u64::MAX)), "").unwrap();
    Folder::open(&path, 2)
        .unwrap()
        .add(&record.to_bytes())
        .unwrap();
    let length = |name: &str| fs::read(path.join(name)).unwrap().len();
    let game = record.to_bytes().len();
    let games = [
        "000000.games",
        "000001.games",
        "000002.games",
        "000003.games",
    ];
    assert_eq!(
        games.map(length),
        [2, 1, 1, 1].map(|count| 12 + count * game)
    );
    let head = fs::read(path.join(games[0])).unwrap();
    assert_eq!((&head[..8], &head[8..12]), (&MAGIC[..], &[1, 0, 9, 0][..]));
}
