//! Marks on points.

use crate::lexer::{Lexer, Part, PropertyValue};
use crate::property::rectangle;
use crate::tree::TreeNode;
use tao_rules::board::Coord;
use tao_rules::raw::Point;

/// A mark on a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The point.
    pub point: Coord,
    /// What is drawn there.
    pub shape: Shape,
}

/// What a mark looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `TR`.
    Triangle,
    /// `SQ`.
    Square,
    /// `CR`.
    Circle,
    /// `MA`.
    Cross,
    /// `LB`: a short text.
    Label(String),
}

impl TreeNode {
    /// The marks of the node on a board of this size, in the order of the file.
    pub fn marks(&self, size: usize) -> Vec<Mark> {
        let text = format!(";{}", self.others);
        let Part::Node(node) = Lexer::new(&text).part(None) else {
            return Vec::new();
        };
        let properties = node.properties.iter();
        let marks = properties.flat_map(|property| {
            let name = property.name();
            property
                .values()
                .flat_map(move |value| marks(&name, &value, size))
        });
        marks.collect()
    }
}

/// The marks of one value of a property.
fn marks(name: &str, value: &PropertyValue<'_>, size: usize) -> Vec<Mark> {
    let text = value.simple_text();
    let (points, shape) = match name {
        "TR" => (&*text, Shape::Triangle),
        "SQ" => (&*text, Shape::Square),
        "CR" => (&*text, Shape::Circle),
        "MA" => (&*text, Shape::Cross),
        "LB" => match text.split_once(':') {
            Some((point, label)) => (point, Shape::Label(label.to_owned())),
            None => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    let points = rectangle(points.trim(), size).unwrap_or_default();
    let mark = |point: Point<6>| Mark {
        point: point.coord(),
        shape: shape.clone(),
    };
    points.iter().map(mark).collect()
}
