//! What the peer's messages do.

use super::{End, FIRST_MOVE, Mind, QUIET, Session, Stage};
use crate::board::Color;
use crate::gmp::frame::Message;
use crate::gmp::link::Heard;
use crate::gmp::parley::{Caller, Item};
use crate::gmp::point;

/// More moves than that, made before the game has begun, are no game.
const MOST_EARLY_MOVES: usize = 400;

/// The numbers of questions that are about no [`Item`].
mod query {
    /// Which game: 1 is Go.
    pub(super) const GAME: u16 = 0;
    /// How many stones are on the board, plus one.
    pub(super) const STONES: u16 = 3;
    /// Seconds that Black has used, plus one.
    pub(super) const TIME_OF_BLACK: u16 = 4;
    /// Seconds that White has used, plus one.
    pub(super) const TIME_OF_WHITE: u16 = 5;
}

/// The largest value of an answer.
const MOST: u64 = 0x3ff;

#[derive(Debug, thiserror::Error)]
#[error("the peer makes more than {MOST_EARLY_MOVES} moves before the game begins")]
struct TooManyMoves;

impl Session {
    pub(super) fn hear(&mut self, heard: Heard) {
        match heard {
            Heard::Nothing => {}
            Heard::Arrived(Message::Query(query)) => self.learn(query, 0),
            Heard::Arrived(_) => self.expect_first_move(),
            Heard::Command { message, after } => self.obey(message, after),
            Heard::Overruled { message, unsaid } => {
                let is_on = matches!(self.stage, Stage::Play { .. } | Stage::Over(End::Agreed));
                if matches!(unsaid, Message::Move(..)) && is_on {
                    self.play.take_back_unsaid();
                    self.resume();
                }
                self.obey(message, None);
            }
        }
    }

    /// The peer has asked all it wants to know: from here on it may be thinking about the first move.
    fn expect_first_move(&mut self) {
        if let Stage::Parley { ask_at, .. } = &mut self.stage
            && self.parley.may_begin()
        {
            *ask_at = self.now + FIRST_MOVE;
        }
    }

    /// Carries out a command. `after` is ours that the peer had when it spoke, if it is an answer to one.
    fn obey(&mut self, message: Message, after: Option<Message>) {
        if let Stage::Play { quiet_until } = &mut self.stage {
            *quiet_until = match message {
                Message::Move(..) => self.now,
                _ => self.now + QUIET,
            };
        }
        match message {
            Message::NewGame => self.begin_parley(Caller::Peer),
            Message::Query(query) => {
                let answer = self.answer(query);
                self.say(Message::Answer(answer));
            }
            Message::Answer(answer) => {
                if let Some(Message::Query(query)) = after {
                    self.learn(query, answer);
                }
            }
            Message::Move(color, point) => {
                self.link.acknowledge();
                self.hear_move(color, point);
            }
            Message::Undo(count) => {
                self.link.acknowledge();
                self.take_back(count.into());
            }
            Message::Deny => {
                self.link.acknowledge();
                self.be_denied(after);
            }
            Message::Extended(_) => self.say(Message::Deny),
            Message::Ok => {} // the link keeps these
        }
    }

    fn answer(&mut self, query: u16) -> u16 {
        let plus_one = |count: u64| (count + 1).min(MOST) as u16;
        let time_of = |color| plus_one(self.play.time_used(color, self.now).as_secs());
        match query {
            query::GAME => 1,
            query::STONES => plus_one(self.play.game.board().all_stones().count() as u64),
            query::TIME_OF_BLACK => time_of(Color::Black),
            query::TIME_OF_WHITE => time_of(Color::White),
            _ => Item::of_query(query).map_or(0, |item| self.parley.answer(item)),
        }
    }

    /// Takes the answer to our question.
    fn learn(&mut self, query: u16, answer: u16) {
        let (Some(item), Stage::Parley { .. }) = (Item::of_query(query), &self.stage) else {
            return;
        };
        if let Err(disagreement) = self.parley.learn(item, answer) {
            self.refuse(&disagreement);
        }
    }

    fn be_denied(&mut self, denied: Option<Message>) {
        match denied {
            Some(Message::NewGame) => {
                log::error!("no game: the peer does not want one");
                self.stage = Stage::Waiting { call_at: None };
            }
            Some(Message::Query(query)) => self.learn(query, 0),
            Some(Message::Move(..)) => self.end(End::Broken, "the peer refuses our move"),
            _ => {}
        }
    }

    fn hear_move(&mut self, color: Color, point: u16) {
        match &mut self.stage {
            Stage::Parley { early, .. } if early.len() < MOST_EARLY_MOVES => early.push(point),
            Stage::Parley { .. } => self.refuse(&TooManyMoves),
            Stage::Play { .. } => self.follow(color, point),
            Stage::Over(_) => log::info!("a move after the end of the game is ignored"),
            Stage::Waiting { .. } | Stage::Refused => {
                log::warn!("a move before a game is ignored");
            }
        }
    }

    /// Makes the peer's move on our board.
    pub(super) fn follow(&mut self, said: Color, point: u16) {
        let theirs = !self.play.color;
        if point == point::RESIGNATION {
            return self.end(End::Agreed, &format!("{theirs} resigns"));
        }
        let size = self.play.game.size();
        let Some(mv) = point::mv(point, size) else {
            log::error!("point {point} is not on a board of size {size}; we wait for another move");
            return;
        };
        if self.play.is_our_turn() {
            let reason = format!("the peer plays {mv} out of turn");
            return self.end(End::Broken, &reason);
        }
        if said != theirs {
            log::warn!("the peer calls its move {said} and is {theirs}");
        }
        match self.play.play_theirs(mv, self.now) {
            Ok(()) => self.end_if_over(),
            Err(reason) => self.end(End::Broken, &format!("illegal move of the peer: {reason}")),
        }
    }

    /// Takes moves back: as many as asked, or all.
    fn take_back(&mut self, count: usize) {
        match &mut self.stage {
            Stage::Parley { early, .. } => early.truncate(early.len().saturating_sub(count)),
            Stage::Play { .. } | Stage::Over(End::Agreed) => {
                if self.play.take_back(count, self.now) > 0 {
                    self.resume();
                }
            }
            Stage::Waiting { .. } | Stage::Over(End::Broken) | Stage::Refused => {}
        }
    }

    /// Goes on with the game, once the peer has said what it has to say.
    fn resume(&mut self) {
        self.stage = Stage::Play {
            quiet_until: self.now + QUIET,
        };
    }

    pub(super) fn end_if_over(&mut self) {
        if self.play.game.is_over() {
            self.end(End::Agreed, "two passes");
        }
    }

    pub(super) fn end(&mut self, end: End, reason: &str) {
        match end {
            End::Agreed => log::info!("over: {reason}"),
            End::Broken => log::error!("over: {reason}"),
        }
        self.play.mind = Mind::Idle;
        self.stage = Stage::Over(end);
    }
}
