//! Recognizes what earlier annotations of ours have left in a file, so that new ones replace it: lines of comments that begin with
//! our name, and variations whose first node has our name.

use super::lexer::{Lexer, Property, Token};
use super::main_line::SgfNode;

/// Beginning of a line of a comment.
const PREFIX: &str = "Tao Go: ";

/// Name of the first node of a variation: `N`.
pub(super) const NODE_NAME: &str = "Tao Go";

/// Returns a comment as a line with our name.
pub(super) fn own_line(comment: &str) -> String {
    format!("{PREFIX}{}", comment.replace('\n', " "))
}

/// Returns the text without lines of ours and the blank lines before them; `None` if it has no line of ours.
pub(super) fn without_own_lines(text: &str) -> Option<String> {
    let mut kept: Vec<&str> = Vec::new();
    let mut is_ours = false;
    for line in text.lines() {
        if !line.starts_with(PREFIX) {
            kept.push(line);
            continue;
        }
        is_ours = true;
        while kept.last().is_some_and(|line| line.trim().is_empty()) {
            kept.pop();
        }
    }
    is_ours.then(|| kept.join("\n").trim_matches('\n').to_owned())
}

/// Whether the mark of a mistake is ours: we write it between the score and the comment, other programs anywhere.
pub(super) fn is_own_mark(node: &SgfNode<'_>) -> bool {
    let at = |name: &str| {
        let mut properties = node.properties.iter();
        properties.position(|property| property.name() == name)
    };
    let has_own_line = node
        .value("C")
        .is_some_and(|comment| without_own_lines(&comment.text()).is_some());
    has_own_line && at("BM").is_some_and(|at_mark| at("SBKS").map(|at| at + 1) == Some(at_mark))
}

/// Whether the tree that the lexer has just opened is a variation as we write them: a row of moves, the first with our name, and
/// nothing that somebody has added since. The lexer stays where it is.
pub(super) fn is_own_variation(lexer: &Lexer<'_>) -> bool {
    let mut lexer = lexer.clone();
    let mut nodes: Vec<Vec<Property<'_>>> = Vec::new();
    loop {
        match (lexer.try_token(), nodes.last_mut()) {
            (Some(Token::Node), _) => nodes.push(Vec::new()),
            (Some(Token::Property(property)), Some(node)) => node.push(property),
            (Some(Token::Close), Some(_)) => break,
            _ => return false,
        }
    }
    let is_name = |property: &Property<'_>| {
        let value = property.value();
        property.name() == "N" && value.is_some_and(|value| value.simple_text() == NODE_NAME)
    };
    let is_move = |property: &Property<'_>| ["B", "W"].contains(&&*property.name());
    nodes
        .iter()
        .enumerate()
        .all(|(index, node)| match &node[..] {
            [mv, name] if index == 0 => is_move(mv) && is_name(name),
            [mv] => index > 0 && is_move(mv),
            _ => false,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_of_ours_are_taken_out() {
        for (text, expected) in [
            ("good move", None),
            ("Tao Go plays well", None),
            ("Tao Go: bad", Some("")),
            ("good\n\nmove\n\nTao Go: bad", Some("good\n\nmove")),
            ("Tao Go: bad\n\nI disagree", Some("I disagree")),
            ("one\nTao Go: bad\ntwo", Some("one\ntwo")),
        ] {
            assert_eq!(without_own_lines(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_variation_with_anything_else_is_not_ours() {
        for (tree, expected) in [
            ("(;B[aa]N[Tao Go];W[bb];B[])", true),
            ("(;B[aa]N[Tao Go])", true),
            ("(;B[aa];W[bb])", false),
            ("(;B[aa]N[Tao Go]C[I like it];W[bb])", false),
            ("(;B[aa]N[Tao Go];W[bb](;B[cc])(;B[dd]))", false),
            ("(;B[aa]N[Tao Go];W[bb]LB[cc:A])", false),
            ("(;N[Tao Go]AB[aa];W[bb])", false),
            ("(;B[aa]N[Tao Go];W[bb]", false),
        ] {
            let mut lexer = Lexer::new(tree);
            assert!(matches!(lexer.token(), Ok(Token::Open)));
            assert_eq!(is_own_variation(&lexer), expected, "{tree}");
        }
    }
}
