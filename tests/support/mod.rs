//! What the test programs share. Each uses a part of it.

#![expect(dead_code, reason = "no test program uses everything")]

pub(crate) mod binary;
pub(crate) mod brute_force;
pub(crate) mod ending;
pub(crate) mod installed;
pub(crate) mod oracle;
pub(crate) mod peer;
pub(crate) mod program;
pub(crate) mod python;
pub(crate) mod schema;
pub(crate) mod tactics;
