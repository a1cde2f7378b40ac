//! The errors of commands.

use crate::engine::ParseLevelError;
use crate::game::HandicapError;

/// Why a command failed. `Display` is the text of the response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CommandError {
    #[error("unknown command")]
    UnknownCommand,
    #[error("line too long")]
    LineTooLong,
    #[error("syntax error")]
    Syntax,
    #[error("unacceptable size")]
    UnacceptableSize,
    #[error("illegal move")]
    IllegalMove,
    #[error("cannot undo")]
    CannotUndo,
    #[error(transparent)]
    Handicap(HandicapError),
    #[error("board not empty")]
    BoardNotEmpty,
    #[error("bad vertex list")]
    BadVertexList,
    #[error("impossible position")]
    ImpossiblePosition,
    #[error("cannot load file")]
    CannotLoadFile,
    #[error("cannot save file")]
    CannotSaveFile,
    #[error("no files over this connection")]
    NoFiles,
    #[error("unknown rules")]
    UnknownRules,
    /// The rules are known, but not what they are about.
    #[error("unsupported rules: {0}")]
    UnsupportedRules(&'static str),
    #[error("no previous move known")]
    NoPreviousMove,
    #[error("no search yet")]
    NoSearchYet,
    #[error("unknown parameter or bad value")]
    BadParameter,
    #[error(transparent)]
    Level(ParseLevelError),
    #[error("not known on this system")]
    NotKnownHere,
    /// The command panicked; the log says where.
    #[error("internal error")]
    Internal,
}
