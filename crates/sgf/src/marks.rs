//! Marks on points.

use crate::lexer::{Lexer, Part, Property, PropertyValue};
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

impl TreeNode {
    /// Replaces the comment and the marks. These are written as in a file, such as `TR[aa][bb]LB[cc:A]`; other properties are left out.
    pub fn annotate(&mut self, comment: &str, marks: &str) {
        let others = properties(&self.others, false) + &properties(marks, true);
        (self.others, self.comment) = (others, comment.trim().to_owned());
    }
}

/// Those properties of a node that are marks, or those that are none.
fn properties(node: &str, are_marks: bool) -> String {
    let text = format!(";{node}");
    let Part::Node(node) = Lexer::new(&text).part(None) else {
        return String::new();
    };
    let is_mark =
        |property: &&Property<'_>| ["TR", "SQ", "CR", "MA", "LB"].contains(&&*property.name());
    let properties = node.properties.iter();
    properties
        .filter(|each| is_mark(each) == are_marks)
        .flat_map(Property::written)
        .collect()
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
