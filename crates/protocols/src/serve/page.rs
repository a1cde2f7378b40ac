//! The page in the browser, which is made in `web`.

use serde_json::Value;

/// Fills the template, `web/dist/page.html`. Returns the page with a game that was analyzed, or with `null` if this program serves the page. The page's own script and style
/// get this nonce, and `head` is added to its head.
#[must_use]
pub fn page(template: &str, nonce: &str, head: &str, game: &Value) -> String {
    let page = template.replace("{{nonce}}", nonce);
    let page = page.replacen("<!--policy-->", head, 1);
    // Nothing in the data may end the element that holds it.
    page.replacen("{{data}}", &game.to_string().replace('<', "\\u003c"), 1)
}
