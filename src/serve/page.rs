//! The page in the browser, which is made in `web`.

use serde_json::Value;

const PAGE: &str = include_str!("../../web/dist/page.html");

/// The page with a game that was analyzed, or `null` where this program serves it. Its own script and style have this nonce;
/// `head` is more of its head.
pub(crate) fn page(nonce: &str, head: &str, game: &Value) -> String {
    let page = PAGE.replace("{{nonce}}", nonce);
    let page = page.replacen("<!--policy-->", head, 1);
    // Nothing in the data may end the element that holds it.
    page.replacen("{{data}}", &game.to_string().replace('<', "\\u003c"), 1)
}
