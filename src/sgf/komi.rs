//! Komi as people and servers write it.

/// Values that the server Fox writes, in hundredths of points or of stones, and the komi in points.
const FOX: [(f64, f64); 11] = [
    (50.0, 0.5),
    (275.0, 5.5),
    (325.0, 6.5),
    (350.0, 7.0),
    (375.0, 7.5),
    (550.0, 5.5),
    (600.0, 6.0),
    (650.0, 6.5),
    (700.0, 7.0),
    (750.0, 7.5),
    (800.0, 8.0),
];

/// Parts of a point or a stone, as they stand after the whole ones.
const PARTS: [(&str, f64); 9] = [
    ("半", 0.5),
    ("반", 0.5),
    ("½", 0.5),
    ("1/2", 0.5),
    ("¼", 0.25),
    ("1/4", 0.25),
    ("¾", 0.75),
    ("3/4", 0.75),
    ("四分之三", 0.75),
];

const NUMERALS: &str = "〇一二三四五六七八九十";

/// The largest komi that is written in stones: more are points.
const MOST_STONES: f64 = 4.0;

/// Returns the points that a text means: `6.5`, `6,5`, `6目半`, 7.5 for Fox's `375` and for the 3¾ stones of Chinese rules. `None`
/// unless there is a finite number.
pub(super) fn points(text: &str) -> Option<f64> {
    let text = text.replace(',', ".");
    let (number, is_in_stones) = match text.parse() {
        Ok(number) => (number, false),
        Err(_) => (in_words(&text)?, text.contains('子')),
    };
    let in_quarters = number * 4.0;
    let has_quarter = in_quarters % 2.0 != 0.0 && in_quarters.fract() == 0.0;
    let is_in_stones = is_in_stones || has_quarter && number.abs() < MOST_STONES;
    let fox = FOX
        .iter()
        .find(|(written, _)| written.to_bits() == number.to_bits());
    let points = match fox {
        Some(&(_, points)) => points,
        None if is_in_stones => 2.0 * number,
        None => number,
    };
    points.is_finite().then_some(points)
}

/// The first number of a text, with the half or the quarters that follow.
fn in_words(text: &str) -> Option<f64> {
    let is_digit = |letter: char| letter.is_ascii_digit() || letter == '.';
    let start = text.find(|letter| is_digit(letter) || NUMERALS.contains(letter));
    let (before, rest) = text.split_at(start.unwrap_or(text.len()));
    let digits = rest.trim_start_matches(is_digit);
    let number = &rest[..rest.len() - digits.len()];
    let (whole, after) = match rest.chars().next() {
        _ if !number.is_empty() => (number.parse().ok()?, digits),
        Some(numeral) => {
            let value = NUMERALS.chars().position(|other| other == numeral)?;
            (value as f64, &rest[numeral.len_utf8()..])
        }
        None => (0.0, text),
    };
    let part = PARTS.iter().find(|(name, _)| after.contains(name));
    if start.is_none() && part.is_none() {
        return None;
    }
    let amount = whole + part.map_or(0.0, |&(_, part)| part);
    let is_negative = before.ends_with(['-', '−']) || text.contains('逆');
    Some(if is_negative { -amount } else { amount })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_is_read_as_people_and_servers_write_it() {
        for (text, expected) in [
            ("7", 7.0),
            ("-3.5", -3.5),
            ("+6.5", 6.5),
            ("6,5", 6.5),
            (".5", 0.5),
            ("6.5 points", 6.5),
            ("50", 0.5),
            ("375", 7.5),
            ("650", 6.5),
            ("750.0", 7.5),
            ("0", 0.0),
            ("51", 51.0),
            ("376", 376.0),
            ("3.75", 7.5),
            ("2.75", 5.5),
            ("3.75子", 7.5),
            ("3又3/4子", 7.5),
            ("3 3/4", 7.5),
            ("黑贴3又3/4子", 7.5),
            ("三又四分之三子", 7.5),
            ("3.5", 3.5),
            ("3.5子", 7.0),
            ("6目半", 6.5),
            ("6.5目", 6.5),
            ("七目半", 7.5),
            ("十目", 10.0),
            ("コミ6目半", 6.5),
            ("6집 반", 6.5),
            ("6 1/2", 6.5),
            ("5½", 5.5),
            ("半目", 0.5),
            ("-6目半", -6.5),
            ("逆コミ5目半", -5.5),
        ] {
            assert_eq!(points(text), Some(expected), "{text}");
        }
        for text in ["", "abc", "nan", "inf", "1e999", "-", ".", "コミなし"] {
            assert_eq!(points(text), None, "{text}");
        }
    }
}
