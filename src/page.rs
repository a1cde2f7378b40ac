//! The page in the browser, which is made in `web`.

/// The template that [`tao_protocols::serve::page()`] fills.
pub const PAGE: &str = include_str!("../web/dist/page.html");
