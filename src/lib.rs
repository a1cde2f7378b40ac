//! The program `tao-go`: its commands, and what they share with those of `tao-lab`.
//!
//! | module | content |
//! |---|---|
//! | [`cli`] | the commands |
//! | [`analysis`] | the value of every move of a game |
//! | [`picture`] | boards and graphs in SVG |
//! | [`ranks`] | several processes that make the same searches or share numbered work |
//! | [`svg`] | pictures as text: elements in, SVG out |
//! | [`workers`] | threads that share work |

pub mod analysis;
pub mod cli;
mod page;
pub mod picture;
pub mod ranks;
pub mod svg;
pub mod workers;
