//! The effects of the peer's messages.

use std::time::Duration;

use super::{Conversation, SILENCE, Stage};
use crate::gmp::link::Received;
use crate::gmp::negotiation::Topic;
use crate::gmp::packet::Message;
use crate::gmp::point;
use tao_rules::board::Color;

/// Time after the peer's questions during which we do not ask ours in a handicap game. As White, GNU Go moves in this time; if a
/// question of ours crosses its move on the line, GNU Go considers the move received and never repeats it.
const FIRST_MOVE_DELAY: Duration = Duration::from_secs(5);

const MAX_EARLY_MOVES: usize = 400;

/// The numbers of questions that are not about a [`Topic`].
mod query {
    /// Which game: 1 is Go.
    pub(super) const GAME: u16 = 0;
    /// Number of stones on the board, plus one.
    pub(super) const STONES: u16 = 3;
    /// Seconds that Black has used, plus one.
    pub(super) const TIME_OF_BLACK: u16 = 4;
    /// Seconds that White has used, plus one.
    pub(super) const TIME_OF_WHITE: u16 = 5;
}

const MAX_ANSWER: u64 = 0x3ff;

impl Conversation {
    pub(super) fn handle(&mut self, received: Received) {
        match received {
            Received::Nothing => {}
            Received::Acknowledged(Message::Query(query)) => self.take_answer(query, 0),
            Received::Acknowledged(_) => {
                // The peer may have asked all its questions and be thinking about the first move.
                if let Stage::Negotiating { ask_at, .. } = &mut self.stage
                    && self.negotiation.peer_may_move_first()
                {
                    *ask_at = self.now + FIRST_MOVE_DELAY;
                }
            }
            Received::Command {
                message,
                acknowledged,
            } => self.execute(message, acknowledged),
            Received::Overruling { message, dropped } => {
                let is_on = matches!(self.stage, Stage::Playing { .. } | Stage::Finished);
                if matches!(dropped, Some(Message::Move(..))) && is_on {
                    self.current.take_back_dropped_move();
                    self.resume();
                }
                self.execute(message, None);
            }
        }
    }

    /// Executes a command of the peer; `acknowledged` is our command that it answers, if any.
    fn execute(&mut self, message: Message, acknowledged: Option<Message>) {
        if let Stage::Playing { silent_until } = &mut self.stage {
            *silent_until = match message {
                Message::Move(..) => self.now,
                _ => self.now + SILENCE,
            };
        }
        match message {
            Message::NewGame => self.start_negotiation(false),
            Message::Query(query) => {
                let answer = self.answer(query);
                self.send(Message::Answer(answer));
            }
            Message::Answer(answer) => {
                if let Some(Message::Query(query)) = acknowledged {
                    self.take_answer(query, answer);
                }
            }
            Message::Move(color, point) => {
                self.link.acknowledge();
                self.receive_move(color, point);
            }
            Message::Undo(count) => {
                self.link.acknowledge();
                self.take_back(count.into());
            }
            Message::Deny => {
                self.link.acknowledge();
                self.handle_denial(acknowledged);
            }
            Message::Extended(_) => self.send(Message::Deny),
            Message::Ok => {} // handled by the link
        }
    }

    fn answer(&mut self, query: u16) -> u16 {
        let plus_one = |count: u64| (count + 1).min(MAX_ANSWER) as u16;
        let time_of = |color| plus_one(self.current.time_used(color, self.now).as_secs());
        match query {
            query::GAME => 1,
            query::STONES => plus_one(self.game().board().all_stones().count() as u64),
            query::TIME_OF_BLACK => time_of(Color::Black),
            query::TIME_OF_WHITE => time_of(Color::White),
            _ => Topic::from_query(query).map_or(0, |topic| self.negotiation.answer(topic)),
        }
    }

    fn take_answer(&mut self, query: u16, answer: u16) {
        if let (Some(topic), Stage::Negotiating { .. }) = (Topic::from_query(query), &self.stage)
            && let Err(disagreement) = self.negotiation.take_answer(topic, answer)
        {
            self.refuse(&disagreement);
        }
    }

    fn handle_denial(&mut self, denied: Option<Message>) {
        match denied {
            Some(Message::NewGame) => {
                log::error!("no game: the peer does not want one");
                self.stage = Stage::Waiting { new_game_at: None };
            }
            Some(Message::Query(query)) => self.take_answer(query, 0),
            Some(Message::Move(..)) => self.abort("the peer refuses our move"),
            _ => {}
        }
    }

    fn receive_move(&mut self, color: Color, point: u16) {
        match &mut self.stage {
            Stage::Negotiating { early_moves, .. } if early_moves.len() < MAX_EARLY_MOVES => {
                early_moves.push(point);
            }
            Stage::Negotiating { .. } => self.refuse(&format_args!(
                "the peer makes more than {MAX_EARLY_MOVES} moves before the game begins"
            )),
            Stage::Playing { .. } => self.play_theirs(color, point),
            Stage::Finished | Stage::Aborted => {
                log::info!("a move after the end of the game is ignored");
            }
            Stage::Waiting { .. } | Stage::Refused => {
                log::warn!("a move before a game is ignored");
            }
        }
    }

    pub(super) fn play_theirs(&mut self, color: Color, point: u16) {
        let theirs = !self.current.color;
        if point == point::RESIGNATION {
            self.current.table.resign(theirs);
            return self.finish(&format!("{theirs} resigns"));
        }
        let size = self.current.game().size();
        let Some(mv) = point::decode(point, size) else {
            log::error!("point {point} is not on a board of size {size}; the move is ignored");
            return;
        };
        if self.current.is_our_turn() {
            return self.abort(&format!("the peer plays {mv} out of turn"));
        }
        if color != theirs {
            log::warn!("the peer is {theirs} and marks its move as {color}");
        }
        match self.current.play_theirs(mv, self.now) {
            Ok(()) => self.finish_if_over(),
            Err(reason) => self.abort(&format!("illegal move of the peer: {reason}")),
        }
    }

    fn take_back(&mut self, count: usize) {
        match &mut self.stage {
            Stage::Negotiating { early_moves, .. } => {
                early_moves.truncate(early_moves.len().saturating_sub(count));
            }
            Stage::Playing { .. } | Stage::Finished => {
                if self.current.take_back(count, self.now) {
                    self.resume();
                }
            }
            Stage::Waiting { .. } | Stage::Aborted | Stage::Refused => {}
        }
    }
}
