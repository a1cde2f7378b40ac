//! What stands where nothing is set.

/// A setting that nobody has made.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) enum Usual {
    /// It has this value.
    Value(&'static str),
    /// It has none; this would be one.
    Unset(&'static str),
}

use Usual::{Unset, Value};

/// Every setting but the table of search settings, in the order of the help.
pub(in crate::cli) const USUAL: [(&str, Usual); 16] = [
    ("size", Value("9")),
    ("komi", Value("7")),
    ("rules", Value("chinese")),
    ("ko", Unset("situational")),
    ("preset", Value("default")),
    ("playouts", Unset("10000")),
    ("time", Unset("5s")),
    ("memory", Value("512")),
    ("threads", Unset("2")),
    ("seed", Unset("1")),
    ("ponder", Value("false")),
    ("never-resign", Value("false")),
    ("colors", Value("auto")),
    ("ascii", Unset("true")),
    ("log-level", Value("warn")),
    ("log-file", Unset("/tmp/tao-go.log")),
];
