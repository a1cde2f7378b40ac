//! What the test programs of both packages with a program share. Each uses a part of it.

#![expect(dead_code, reason = "no test program uses everything")]

pub(crate) mod binary;
#[cfg(unix)]
pub(crate) mod file_limit;
pub(crate) mod installed;
#[cfg(target_os = "linux")]
pub(crate) mod oracle;
pub(crate) mod peer;
pub(crate) mod process;
pub(crate) mod program;
pub(crate) mod python;
pub(crate) mod schema;
#[cfg(unix)]
pub(crate) mod terminal;
pub(crate) mod visitor;
