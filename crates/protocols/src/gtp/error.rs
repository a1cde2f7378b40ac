//! The errors of commands.

use tao_engine::engine::ParseLevelError;
use tao_rules::game::{BadKomi, BadSetUp, BadSize, HandicapError, IllegalMove};

/// Why a command failed. `Display` is the text of the response.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub(super) enum CommandError {
    #[error("unknown command")]
    UnknownCommand,
    #[error("line too long")]
    LineTooLong,
    #[error("syntax error")]
    Syntax,
    #[error(transparent)]
    Komi(#[from] BadKomi),
    #[error("unacceptable size")]
    UnacceptableSize(#[from] BadSize),
    #[error("illegal move")]
    IllegalMove,
    #[error("cannot undo")]
    CannotUndo,
    #[error(transparent)]
    Handicap(#[from] HandicapError),
    #[error(transparent)]
    ImpossiblePosition(#[from] BadSetUp),
    #[error("cannot load file")]
    CannotLoadFile,
    #[error("cannot save file")]
    CannotSaveFile,
    #[error("no files over this connection")]
    NoFiles,
    #[error("an HTTP request, but this is GTP")]
    HttpRequest,
    #[error("unknown rules")]
    UnknownRules,
    /// The rules are known, but they need this feature, which is not supported.
    #[error("unsupported rules: {0}")]
    UnsupportedRules(&'static str),
    #[error("no previous move known")]
    NoPreviousMove,
    #[error("no search yet")]
    NoSearchYet,
    #[error("no search tree")]
    NoTree,
    #[error("unknown parameter or bad value")]
    BadParameter,
    #[error(transparent)]
    Level(#[from] ParseLevelError),
    #[error("not known on this system")]
    NotKnownHere,
    /// The command panicked; the log says where.
    #[error("internal error")]
    Internal,
}

impl From<IllegalMove> for CommandError {
    /// The response is the same for all reasons, since controllers know only this text. The log has the reason.
    fn from(reason: IllegalMove) -> Self {
        log::info!("illegal move: {reason}");
        Self::IllegalMove
    }
}
