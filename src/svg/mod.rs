//! Pictures as text: shapes go in, SVG 1.1 comes out. It knows nothing of what the shapes mean.

mod escape;

use std::fmt;
use std::fmt::Write;

use escape::Escaped;

/// Where something is: to the right and down from the upper left corner, in pixels.
pub type Spot = [f64; 2];

/// A shape, without its colors.
#[derive(Clone, Copy, Debug)]
pub enum Shape<'a> {
    /// A rectangle by its upper left corner, width and height.
    Rectangle(Spot, [f64; 2]),
    /// A circle by its center and radius.
    Circle(Spot, f64),
    /// Straight lines from spot to spot.
    Line(&'a [Spot]),
    /// The area that is enclosed by straight lines from spot to spot and back.
    Area(&'a [Spot]),
    /// A line of text around, before or after a spot, of this height; its middle is at the height of the spot.
    Text(Spot, Align, f64, &'a str),
}

/// On which side of its spot a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// It begins there.
    Start,
    /// It has its middle there.
    Middle,
    /// It ends there.
    End,
}

/// How a shape is colored. Colors are those of CSS.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paint<'a> {
    /// The inside.
    pub fill: Option<&'a str>,
    /// The outline and its width.
    pub stroke: Option<(&'a str, f64)>,
    /// 1 hides what is behind, 0 is not to be seen.
    pub opacity: f64,
}

impl<'a> Paint<'a> {
    /// An inside without an outline.
    #[must_use]
    pub const fn fill(color: &'a str) -> Self {
        Self {
            fill: Some(color),
            stroke: None,
            opacity: 1.0,
        }
    }

    /// An outline without an inside.
    #[must_use]
    pub const fn stroke(color: &'a str, width: f64) -> Self {
        Self {
            fill: None,
            stroke: Some((color, width)),
            opacity: 1.0,
        }
    }

    /// The same with an outline.
    #[must_use]
    pub const fn and_stroke(self, color: &'a str, width: f64) -> Self {
        Self {
            stroke: Some((color, width)),
            ..self
        }
    }

    /// The same, so much of it to be seen.
    #[must_use]
    pub const fn opacity(self, opacity: f64) -> Self {
        Self { opacity, ..self }
    }
}

/// A picture under construction. `Display` is the finished file.
///
/// ```
/// use tao_go::svg::{Paint, Shape, Svg};
///
/// let mut picture = Svg::new([20.0, 10.0], "a dot");
/// picture.draw(Shape::Circle([10.0, 5.0], 4.5), Paint::fill("#000"));
/// assert!(picture.to_string().contains(r##"<circle cx="10" cy="5" r="4.5" fill="#000"/>"##));
/// ```
#[derive(Clone, Debug)]
pub struct Svg {
    size: [f64; 2],
    title: String,
    body: String,
}

impl Svg {
    /// An empty picture of this width and height, and what it shows in words.
    #[must_use]
    pub fn new(size: [f64; 2], title: &str) -> Self {
        Self {
            size,
            title: title.to_owned(),
            body: String::new(),
        }
    }

    /// Draws a shape over what is there.
    pub fn draw(&mut self, shape: Shape<'_>, paint: Paint<'_>) {
        self.put(shape, paint, None);
    }

    /// The same with a text that is shown when the pointer rests on it.
    pub fn draw_with_tip(&mut self, shape: Shape<'_>, paint: Paint<'_>, tip: &str) {
        self.put(shape, paint, Some(tip));
    }

    fn put(&mut self, shape: Shape<'_>, paint: Paint<'_>, tip: Option<&str>) {
        let name = match shape {
            Shape::Rectangle(..) => "rect",
            Shape::Circle(..) => "circle",
            Shape::Line(_) => "polyline",
            Shape::Area(_) => "polygon",
            Shape::Text(..) => "text",
        };
        let (geometry, paint) = (Geometry(shape), Attributes(paint));
        let title = tip.map_or(String::new(), |tip| {
            format!("<title>{}</title>", Escaped(tip))
        });
        let text = match shape {
            Shape::Text(.., text) => Escaped(text).to_string(),
            _ => String::new(),
        };
        let start = format!("<{name}{geometry}{paint}");
        // Writing to a string cannot fail.
        let _ = if title.is_empty() && text.is_empty() {
            writeln!(self.body, "{start}/>")
        } else {
            writeln!(self.body, "{start}>{title}{text}</{name}>")
        };
    }
}

impl fmt::Display for Svg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [width, height] = self.size.map(Number);
        let (title, body) = (Escaped(&self.title), &self.body);
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" role=\"img\">"
        )?;
        writeln!(f, "<title>{title}</title>\n{body}</svg>")
    }
}

/// The attributes that say where a shape is.
struct Geometry<'a>(Shape<'a>);

impl fmt::Display for Geometry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Shape::Rectangle(corner, size) => {
                let ([x, y], [width, height]) = (corner.map(Number), size.map(Number));
                write!(
                    f,
                    " x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\""
                )
            }
            Shape::Circle(center, radius) => {
                let ([x, y], radius) = (center.map(Number), Number(radius));
                write!(f, " cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"")
            }
            Shape::Line(spots) | Shape::Area(spots) => {
                let spots = spots.iter().map(|spot| {
                    let [x, y] = spot.map(Number);
                    format!("{x},{y}")
                });
                write!(f, " points=\"{}\"", spots.collect::<Vec<_>>().join(" "))
            }
            Shape::Text(spot, align, height, _) => {
                let ([x, y], height) = (spot.map(Number), Number(height));
                let anchor = match align {
                    Align::Start => "start",
                    Align::Middle => "middle",
                    Align::End => "end",
                };
                write!(
                    f,
                    " x=\"{x}\" y=\"{y}\" dy=\".35em\" font-size=\"{height}\" text-anchor=\"{anchor}\""
                )
            }
        }
    }
}

/// The attributes that say how it is colored.
struct Attributes<'a>(Paint<'a>);

impl fmt::Display for Attributes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Paint {
            fill,
            stroke,
            opacity,
        } = self.0;
        write!(f, " fill=\"{}\"", Escaped(fill.unwrap_or("none")))?;
        if let Some((color, width)) = stroke {
            write!(
                f,
                " stroke=\"{}\" stroke-width=\"{}\"",
                Escaped(color),
                Number(width)
            )?;
        }
        if opacity < 1.0 {
            write!(f, " opacity=\"{}\"", Number(opacity))?;
        }
        Ok(())
    }
}

/// A number with two decimals at most. What is no number is 0, so that the file can be read whatever was drawn.
struct Number(f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (self.0 * 100.0).round();
        if !hundredths.is_finite() || hundredths == 0.0 {
            return f.write_str("0");
        }
        write!(f, "{}", hundredths / 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(shape: Shape<'_>, paint: Paint<'_>) -> String {
        let mut picture = Svg::new([1.0, 1.0], "");
        picture.draw(shape, paint);
        picture.body
    }

    #[test]
    fn shapes_are_where_they_were_drawn() {
        let paint = Paint::fill("red");
        for (shape, expected) in [
            (
                Shape::Rectangle([1.0, 2.5], [10.0, 20.125]),
                r#"<rect x="1" y="2.5" width="10" height="20.13" fill="red"/>"#,
            ),
            (
                Shape::Circle([-0.001, 3.0], 1.0 / 3.0),
                r#"<circle cx="0" cy="3" r="0.33" fill="red"/>"#,
            ),
            (
                Shape::Line(&[[0.0, 0.0], [1.5, 2.0]]),
                r#"<polyline points="0,0 1.5,2" fill="red"/>"#,
            ),
            (
                Shape::Area(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]),
                r#"<polygon points="0,0 1,0 1,1" fill="red"/>"#,
            ),
            (
                Shape::Text([4.0, 5.0], Align::End, 12.0, "a < b"),
                r#"<text x="4" y="5" dy=".35em" font-size="12" text-anchor="end" fill="red">a &lt; b</text>"#,
            ),
        ] {
            assert_eq!(drawn(shape, paint).trim_end(), expected);
        }
    }

    #[test]
    fn paint_is_inside_outline_or_both() {
        let dot = Shape::Circle([0.0, 0.0], 1.0);
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
    fn what_is_no_number_can_be_read_all_the_same() {
        for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0] {
            assert_eq!(Number(odd).to_string(), "0");
        }
    }

    #[test]
    fn tips_and_titles_are_text() {
        let mut picture = Svg::new([3.0, 4.0], "<b>&</b>");
        picture.draw_with_tip(
            Shape::Circle([0.0, 0.0], 1.0),
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
}
