//! What the commands read and write.

/// The streams of the program.
#[derive(Debug)]
pub struct Streams<R, W, G> {
    /// Commands, moves or a game record.
    pub input: R,
    /// Responses, boards or the result.
    pub output: W,
    /// Messages beside the result, and live `GoGui` graphics of a running search: the standard error stream.
    pub graphics: G,
    /// What the input is connected to.
    pub source: Endpoint,
    /// What the output is connected to.
    pub target: Endpoint,
    /// Whether the output shows colors.
    pub palette: Palette,
}

/// What a stream is connected to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endpoint {
    /// A terminal: a person types and reads.
    Terminal,
    /// A program or a file.
    Pipe,
}

/// Whether text has ANSI colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// With 256 colors.
    Colored,
    /// With the 16 colors of every color terminal.
    Sixteen,
    /// Without.
    Plain,
}
