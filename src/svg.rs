//! Pictures as text: elements in, SVG 1.1 out.

use std::fmt::{self, Write};

/// Pixels to the right and down from the upper left corner.
pub type PixelPosition = [f64; 2];

/// An element of a picture, without its colors.
#[derive(Clone, Copy, Debug)]
pub enum Element<'a> {
    /// A rectangle by its upper left corner, width and height.
    Rectangle(PixelPosition, [f64; 2]),
    /// A circle by its center and radius.
    Circle(PixelPosition, f64),
    /// Straight lines through these positions.
    Line(&'a [PixelPosition]),
    /// The area enclosed by straight lines through these positions.
    Area(&'a [PixelPosition]),
    /// A line of text of this height, vertically centered on its position.
    Text(PixelPosition, Align, f64, &'a str),
}

/// The part of a text that is at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// The first character.
    Start,
    /// The middle.
    Middle,
    /// The last character.
    End,
}

/// How an element is colored. Colors are those of CSS.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paint<'a> {
    /// Color of the inside, or `none`.
    pub fill: &'a str,
    /// Color and width of the outline.
    pub stroke: Option<(&'a str, f64)>,
    /// From 0, invisible, to 1, opaque.
    pub opacity: f64,
}

impl<'a> Paint<'a> {
    /// An inside without an outline.
    pub const fn fill(color: &'a str) -> Self {
        Self {
            fill: color,
            stroke: None,
            opacity: 1.0,
        }
    }

    /// An outline without an inside.
    pub const fn stroke(color: &'a str, width: f64) -> Self {
        Self::fill("none").and_stroke(color, width)
    }

    /// Adds an outline.
    pub const fn and_stroke(self, color: &'a str, width: f64) -> Self {
        Self {
            stroke: Some((color, width)),
            ..self
        }
    }

    /// Sets the opacity.
    pub const fn opacity(self, opacity: f64) -> Self {
        Self { opacity, ..self }
    }
}

/// A picture. `Display` writes the file.
///
/// ```
/// use tao_go::svg::{Paint, Element, Svg};
///
/// let mut picture = Svg::new([20.0, 10.0], "a dot");
/// picture.draw(Element::Circle([10.0, 5.0], 4.5), Paint::fill("#000"));
/// assert!(picture.to_string().contains(r##"<circle cx="10" cy="5" r="4.5" fill="#000"/>"##));
/// ```
#[derive(Clone, Debug)]
pub struct Svg {
    size: [f64; 2],
    title: String,
    body: String,
}

impl Svg {
    /// An empty picture of this width and height, with a title in words.
    pub fn new(size: [f64; 2], title: &str) -> Self {
        Self {
            size,
            title: title.to_owned(),
            body: String::new(),
        }
    }

    /// Adds SVG, such as definitions of gradients or the tags of a group.
    pub fn add(&mut self, svg: &str) {
        self.body += svg;
        self.body.push('\n');
    }

    /// Draws an element over the others.
    pub fn draw(&mut self, element: Element<'_>, paint: Paint<'_>) {
        self.draw_with_tooltip(element, paint, "");
    }

    /// Draws an element with a text that is shown when the pointer is on it.
    pub fn draw_with_tooltip(&mut self, element: Element<'_>, paint: Paint<'_>, tooltip: &str) {
        let (name, geometry, text) = match element {
            Element::Rectangle(corner, size) => {
                let ([x, y], [width, height]) = (corner.map(rounded), size.map(rounded));
                let geometry = format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"");
                ("rect", geometry, "")
            }
            Element::Circle(center, radius) => {
                let ([x, y], radius) = (center.map(rounded), rounded(radius));
                let geometry = format!("cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"");
                ("circle", geometry, "")
            }
            Element::Line(positions) => ("polyline", points(positions), ""),
            Element::Area(positions) => ("polygon", points(positions), ""),
            Element::Text(position, align, height, text) => {
                let ([x, y], height) = (position.map(rounded), rounded(height));
                let anchor = match align {
                    Align::Start => "start",
                    Align::Middle => "middle",
                    Align::End => "end",
                };
                let geometry = format!(
                    "x=\"{x}\" y=\"{y}\" dy=\".35em\" font-size=\"{height}\" text-anchor=\"{anchor}\""
                );
                ("text", geometry, text)
            }
        };
        let mut content = escaped(text);
        if !tooltip.is_empty() {
            content = format!("<title>{}</title>{content}", escaped(tooltip));
        }
        let start = format!("<{name} {geometry}{}", attributes(paint));
        self.add(&match &*content {
            "" => format!("{start}/>"),
            _ => format!("{start}>{content}</{name}>"),
        });
    }
}

impl fmt::Display for Svg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [width, height] = self.size.map(rounded);
        let (title, body) = (escaped(&self.title), &self.body);
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" role=\"img\">"
        )?;
        writeln!(f, "<title>{title}</title>\n{body}</svg>")
    }
}

fn points(positions: &[PixelPosition]) -> String {
    let points = positions.iter().map(|position| {
        let [x, y] = position.map(rounded);
        format!("{x},{y}")
    });
    format!("points=\"{}\"", points.collect::<Vec<_>>().join(" "))
}

fn attributes(paint: Paint<'_>) -> String {
    let mut text = format!(" fill=\"{}\"", escaped(paint.fill));
    if let Some((color, width)) = paint.stroke {
        let (color, width) = (escaped(color), rounded(width));
        let _ = write!(text, " stroke=\"{color}\" stroke-width=\"{width}\"");
    }
    if paint.opacity < 1.0 {
        let _ = write!(text, " opacity=\"{}\"", rounded(paint.opacity));
    }
    text
}

/// A number with at most two decimals; 0 if it is not finite, so that the file is always valid.
fn rounded(number: f64) -> f64 {
    let rounded = (number * 100.0).round() / 100.0;
    // Adding zero turns -0.0 into 0.0.
    if rounded.is_finite() {
        rounded + 0.0
    } else {
        0.0
    }
}

/// Escapes text for content and attributes. Characters that XML 1.0 cannot contain become U+FFFD.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            '\t' => escaped += "&#9;",
            '\n' => escaped += "&#10;",
            '\r' => escaped += "&#13;",
            '\0'..'\x20' | '\u{fffe}' | '\u{ffff}' => escaped.push(char::REPLACEMENT_CHARACTER),
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(element: Element<'_>, paint: Paint<'_>) -> String {
        let mut picture = Svg::new([1.0, 1.0], "");
        picture.draw(element, paint);
        picture.body
    }

    #[test]
    fn elements_are_where_they_were_drawn() {
        let paint = Paint::fill("red");
        for (element, expected) in [
            (
                Element::Rectangle([1.0, 2.5], [10.0, 20.125]),
                r#"<rect x="1" y="2.5" width="10" height="20.13" fill="red"/>"#,
            ),
            (
                Element::Circle([-0.001, 3.0], 1.0 / 3.0),
                r#"<circle cx="0" cy="3" r="0.33" fill="red"/>"#,
            ),
            (
                Element::Line(&[[0.0, 0.0], [1.5, 2.0]]),
                r#"<polyline points="0,0 1.5,2" fill="red"/>"#,
            ),
            (
                Element::Area(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]),
                r#"<polygon points="0,0 1,0 1,1" fill="red"/>"#,
            ),
            (
                Element::Text([4.0, 5.0], Align::End, 12.0, "a < b"),
                r#"<text x="4" y="5" dy=".35em" font-size="12" text-anchor="end" fill="red">a &lt; b</text>"#,
            ),
        ] {
            assert_eq!(drawn(element, paint).trim_end(), expected);
        }
    }

    #[test]
    fn paint_is_inside_outline_or_both() {
        let dot = Element::Circle([0.0, 0.0], 1.0);
        assert!(
            drawn(dot, Paint::stroke("blue", 0.5))
                .contains(r#" fill="none" stroke="blue" stroke-width="0.5"/>"#)
        );
        let both = Paint::fill("red").and_stroke("blue", 2.0).opacity(0.25);
        assert!(
            drawn(dot, both)
                .contains(r#" fill="red" stroke="blue" stroke-width="2" opacity="0.25"/>"#)
        );
    }

    #[test]
    fn numbers_that_are_not_finite_are_written_as_zero() {
        for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0] {
            assert_eq!(rounded(odd).to_string(), "0");
        }
    }

    #[test]
    fn tooltips_and_titles_are_escaped() {
        let mut picture = Svg::new([3.0, 4.0], "<b>&</b>");
        picture.draw_with_tooltip(
            Element::Circle([0.0, 0.0], 1.0),
            Paint::fill("red"),
            "\"1 > 0\"",
        );
        let text = picture.to_string();
        assert!(
            text.contains("<title>&lt;b&gt;&amp;&lt;/b&gt;</title>"),
            "{text}"
        );
        assert!(
            text.contains("><title>&quot;1 &gt; 0&quot;</title></circle>"),
            "{text}"
        );
        assert!(
            text.contains(r#"width="3" height="4" viewBox="0 0 3 4""#),
            "{text}"
        );
    }

    #[test]
    fn texts_are_escaped() {
        for (text, expected) in [
            ("Jörg 黒", "Jörg 黒"),
            ("a<b>c&d", "a&lt;b&gt;c&amp;d"),
            ("\"it's\"", "&quot;it&#39;s&quot;"),
            ("&amp;", "&amp;amp;"),
            ("]]>", "]]&gt;"),
            ("a\r\n\tb", "a&#13;&#10;&#9;b"),
            ("\0\x1b\u{ffff}\x7f", "\u{fffd}\u{fffd}\u{fffd}\x7f"),
        ] {
            assert_eq!(escaped(text), expected);
        }
    }
}
