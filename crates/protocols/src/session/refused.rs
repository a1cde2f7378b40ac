//! The kinds of refusals, by which a program can tell them apart.

use super::board_game::{GameOver, Refusal};
use crate::schema::page::RefusalCode;
use tao_engine::ParseLevelError;
use tao_rules::board::ParseVertexError;
use tao_rules::game::{BadGame, IllegalMove, UnknownRules};

/// The kind of a refusal, except that of a record.
pub fn refusal_code(refusal: &Refusal) -> RefusalCode {
    if refusal.is::<IllegalMove>() {
        RefusalCode::IllegalMove
    } else if refusal.is::<GameOver>() {
        RefusalCode::GameOver
    } else if refusal.is::<serde_json::Error>()
        || refusal.is::<ParseVertexError>()
        || refusal.is::<ParseLevelError>()
        || refusal.is::<BadGame>()
        || refusal.is::<UnknownRules>()
    {
        RefusalCode::BadRequest
    } else {
        RefusalCode::NotAllowed
    }
}
