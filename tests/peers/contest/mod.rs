//! A game between two GTP programs, with every move checked by an independent implementation of the rules.

mod contest_score;
mod referee;

use std::array;
use std::fmt::Write;
use std::time::{Duration, Instant};

use tao_rules::board::{Color, Move};

use crate::support::peer::Peer;
pub(crate) use contest_score::ContestScore;
pub(crate) use referee::{KOMI, Referee, SIZE};

/// A program with its clock.
pub(crate) struct Player {
    peer: Peer,
    main_time: Option<Duration>,
    used: Duration,
    slowest: Duration,
}

impl Player {
    /// A player without a time limit.
    pub(crate) fn new(peer: Peer) -> Self {
        Self {
            peer,
            main_time: None,
            used: Duration::ZERO,
            slowest: Duration::ZERO,
        }
    }

    /// A player with this time for the whole game.
    pub(crate) fn with_clock(peer: Peer, main_time: Duration) -> Self {
        Self {
            main_time: Some(main_time),
            ..Self::new(peer)
        }
    }

    fn prepare(&mut self) {
        self.peer.ask(&format!("boardsize {SIZE}"));
        self.peer.ask("clear_board");
        self.peer.ask(&format!("komi {KOMI}"));
        if let Some(time) = self.main_time {
            self.peer
                .ask(&format!("time_settings {} 0 0", time.as_secs()));
        }
    }

    /// Asks for a move with the clock running; `command` is a kind of `genmove`.
    fn genmove(&mut self, command: &str, color: Color) -> String {
        if let Some(time) = self.main_time {
            let left = time.saturating_sub(self.used).as_secs();
            self.peer.ask(&format!("time_left {color} {left} 0"));
        }
        let start = Instant::now();
        let answer = self.peer.ask(&format!("{command} {color}"));
        let elapsed = start.elapsed();
        self.used += elapsed;
        self.slowest = self.slowest.max(elapsed);
        if let Some(time) = self.main_time {
            assert!(
                self.used <= time,
                "{} loses on time: {:?} used",
                self.peer.name(),
                self.used
            );
        }
        answer
    }

    /// Asks the program for the score and the dead stones of a game that two passes ended.
    fn final_status(&mut self) -> FinalStatus {
        FinalStatus {
            score: self.peer.ask("final_score"),
            dead: self.peer.ask("final_status_list dead"),
        }
    }
}

/// Score and dead stones of a finished game according to one program.
#[derive(Debug)]
struct FinalStatus {
    score: String,
    dead: String,
}

impl FinalStatus {
    fn winner(&self) -> Option<Color> {
        winner(&self.score)
    }
}

/// The winner in a result as GTP and SGF write it, unless it is a draw.
fn winner(result: &str) -> Option<Color> {
    match result.as_bytes() {
        [b'B', b'+', ..] => Some(Color::Black),
        [b'W', b'+', ..] => Some(Color::White),
        _ => None,
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameEnd {
    /// A player resigned.
    Resignation,
    /// Two passes; the players agree about the winner.
    Passes,
    /// Two passes; the players disagree about dead stones and the winner.
    DisputedPasses,
}

/// A finished game.
pub(crate) struct Record {
    names: [String; 2],
    pub(crate) end: GameEnd,
    pub(crate) moves: Vec<Move>,
    /// The result according to Black and according to White.
    results: [String; 2],
    /// The longest that Black and White thought over one move.
    pub(crate) slowest: [Duration; 2],
}

impl Record {
    /// The winner as the player of this color sees it: no side should judge its own games.
    pub(crate) fn winner_according_to(&self, color: Color) -> Option<Color> {
        winner(&self.results[color as usize])
    }

    /// Length and result in a few words.
    pub(crate) fn summary(&self) -> String {
        let [black, white] = &self.results;
        let views = if black == white {
            black.clone()
        } else {
            format!("{black} or {white}")
        };
        let dispute = match self.end {
            GameEnd::DisputedPasses => ", dead stones disputed",
            GameEnd::Passes | GameEnd::Resignation => "",
        };
        format!("{} moves, {views}{dispute}", self.moves.len())
    }

    /// The game as an SGF file, cut after `move_count` moves.
    pub(crate) fn sgf(&self, move_count: usize) -> String {
        let [black, white] = &self.names;
        let mut sgf = format!("(;GM[1]FF[4]SZ[{SIZE}]KM[{KOMI}]RU[Chinese]PB[{black}]PW[{white}]");
        if move_count == self.moves.len() {
            // Black's and White's views agree, or the test has already said that they do not.
            write!(sgf, "RE[{}]", self.results[0]).unwrap();
        }
        for (mv, color) in self.moves[..move_count]
            .iter()
            .zip(["B", "W"].into_iter().cycle())
        {
            let letter = |index: usize| char::from(b'a' + index as u8);
            let place = mv
                .coord()
                .map(|coord| [letter(coord.column()), letter(SIZE - 1 - coord.row())]);
            write!(
                sgf,
                "\n;{color}[{}]",
                place.into_iter().flatten().collect::<String>()
            )
            .unwrap();
        }
        sgf + ")\n"
    }
}

/// Maximum number of moves after a disputed end, in which the dead stones must be captured.
const MAX_CLEANUP_MOVES: usize = 3 * SIZE * SIZE;

/// Plays a game to resignation or two passes. If the players then see different winners because of dead stones, the game goes on
/// until these are captured. The test fails when a player makes an illegal move, refuses a legal one, or when the players leave no
/// dead stones and still see different winners.
pub(crate) fn play_game(mut players: [Player; 2]) -> Record {
    let mut referee = Referee::new();
    players.iter_mut().for_each(Player::prepare);
    while !referee.is_over() {
        if let Some(results) = play_move(&mut players, &mut referee, "genmove") {
            return record(&players, referee, GameEnd::Resignation, results);
        }
    }
    let statuses = players.each_mut().map(Player::final_status);
    if agree(&statuses, &referee) {
        let results = statuses.map(|status| status.score);
        return record(&players, referee, GameEnd::Passes, results);
    }
    let results = capture_dead_stones(&mut players, &mut referee);
    record(&players, referee, GameEnd::DisputedPasses, results)
}

/// Has the player in turn move. If that player resigns, returns the result according to both.
fn play_move(
    players: &mut [Player; 2],
    referee: &mut Referee,
    command: &str,
) -> Option<[String; 2]> {
    let color = referee.to_move();
    let answer = players[color as usize].genmove(command, color);
    if answer.eq_ignore_ascii_case("resign") {
        let result = format!("{}+R", if color == Color::Black { 'W' } else { 'B' });
        return Some([result.clone(), result]);
    }
    let name = players[color as usize].peer.name();
    let mv = answer
        .parse()
        .unwrap_or_else(|error| panic!("{name} makes no move: {error}\n{referee}"));
    referee
        .play(mv)
        .unwrap_or_else(|fault| panic!("{name} breaks the rules: {fault}\n{referee}"));
    players[!color as usize]
        .peer
        .ask(&format!("play {color} {mv}"));
    None
}

/// Whether both see the same winner. If not, there must be dead stones to disagree about.
fn agree(statuses: &[FinalStatus; 2], referee: &Referee) -> bool {
    let [black, white] = statuses;
    let agreed = black.winner() == white.winner();
    if !agreed {
        println!("the players disagree: {black:?} {white:?}\n{referee}");
        let no_dead_stones = black.dead.is_empty() && white.dead.is_empty();
        assert!(
            !no_dead_stones,
            "no stone is dead, and still there are two winners"
        );
    }
    agreed
}

/// Has the players capture what they think dead, and asks again for the result.
fn capture_dead_stones(players: &mut [Player; 2], referee: &mut Referee) -> [String; 2] {
    let limit = referee.moves.len() + MAX_CLEANUP_MOVES;
    referee.resume();
    while !referee.is_over() && referee.moves.len() < limit {
        let resigned = play_move(players, referee, "kgs-genmove_cleanup");
        assert_eq!(
            resigned, None,
            "nobody resigns while dead stones are captured"
        );
    }
    let statuses = players.each_mut().map(Player::final_status);
    agree(&statuses, referee);
    statuses.map(|status| status.score)
}

fn record(players: &[Player; 2], referee: Referee, end: GameEnd, results: [String; 2]) -> Record {
    Record {
        names: array::from_fn(|i| players[i].peer.name().to_owned()),
        end,
        results,
        slowest: array::from_fn(|i| players[i].slowest),
        moves: referee.moves,
    }
}
