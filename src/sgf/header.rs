//! What a file says about a game beside its moves.

use sgf_parse::go::Prop;
use sgf_parse::{ParseOptions, parse_with_options};

use super::SgfError;
use super::guard::MainLine;

/// What the first node of a file says of players and result. Nothing where it says nothing, or cannot be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// Who is Black.
    pub black: Option<String>,
    /// Who is White.
    pub white: Option<String>,
    /// The result, as it stands there.
    pub result: Option<String>,
}

/// The header of the first game in an SGF file.
///
/// # Errors
///
/// When there is no game: see [`SgfError`].
///
/// ```
/// let header = tao_go::sgf::read_header(b"(;PB[Shusaku]RE[B+2];B[qd])")?;
/// assert_eq!(header.black.as_deref(), Some("Shusaku"));
/// assert_eq!((header.white, header.result.as_deref()), (None, Some("B+2")));
/// # Ok::<(), tao_go::sgf::SgfError>(())
/// ```
pub fn read_header(file: &[u8]) -> Result<Header, SgfError> {
    let main_line = MainLine::find(file)?;
    let root = format!("{})", first_node(&main_line.text));
    let options = ParseOptions {
        lenient: true,
        ..ParseOptions::default()
    };
    let games = parse_with_options(&root, &options).unwrap_or_default();
    let root = games.into_iter().find_map(|game| game.into_go_node().ok());
    let text = |name| {
        let property = root.as_ref()?.get_property(name)?;
        let text = match property {
            Prop::PB(text) | Prop::PW(text) | Prop::RE(text) => text.text.trim(),
            _ => return None,
        };
        (!text.is_empty()).then(|| text.to_owned())
    };
    Ok(Header {
        black: text("PB"),
        white: text("PW"),
        result: text("RE"),
    })
}

/// A game up to its second node.
fn first_node(text: &str) -> &str {
    let (mut is_value, mut is_escaped, mut nodes) = (false, false, 0);
    let end = text.char_indices().find(|&(_, character)| {
        match (character, is_value) {
            _ if is_escaped => {
                is_escaped = false;
                return false;
            }
            ('\\', true) => is_escaped = true,
            ('[', false) => is_value = true,
            (']', true) => is_value = false,
            (';', false) => nodes += 1,
            (')', false) => return true,
            _ => {}
        }
        nodes == 2
    });
    end.map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_node_counts() {
        let file = b"(;C[; \\] ;)]PB[a\\]b];B[aa]PW[late]RE[W+R])";
        let header = read_header(file).unwrap();
        assert_eq!(header.black.as_deref(), Some("a]b"));
        assert_eq!((header.white, header.result), (None, None));
    }

    #[test]
    fn what_is_empty_or_missing_is_nothing() {
        for file in ["(;)", "(;PB[]PW[ ]RE[])", "(;SZ[9:9]PB)"] {
            assert_eq!(
                read_header(file.as_bytes()),
                Ok(Header::default()),
                "{file}"
            );
        }
        assert_eq!(read_header(b"junk"), Err(SgfError::NoGame));
    }
}
