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

/// Fractions of a point or a stone, as they are written after a whole number.
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

/// The numerals for 0 to 9.
const NUMERALS: &str = "〇一二三四五六七八九";

/// Characters that may stand between a number and its fraction.
const BETWEEN: [char; 6] = [' ', '目', '子', '집', '又', '点'];

/// A number with an odd quarter counts stones if it is smaller than this, and points otherwise.
const STONES_BELOW: f64 = 4.0;

/// Returns the points that a text means: `6.5`, `6,5`, `6目半`, 7.5 for Fox's `375` and for the 3¾ stones of Chinese rules. `None`
/// unless there is one finite number; another one may follow in parentheses.
pub(super) fn points(text: &str) -> Option<f64> {
    let text = text.replace(',', ".");
    let (number, is_in_stones) = match text.parse() {
        Ok(number) => (number, false),
        Err(_) => in_words(text.split('(').next()?)?,
    };
    let in_quarters = number * 4.0;
    let has_quarter = in_quarters % 2.0 != 0.0 && in_quarters.fract() == 0.0;
    let is_in_stones = is_in_stones || has_quarter && number.abs() < STONES_BELOW;
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

/// The only number of a text, and whether it counts stones.
fn in_words(text: &str) -> Option<(f64, bool)> {
    let (before, number) = text.split_at(text.find(is_of_number)?);
    let (whole, after) = match part(number) {
        Some(_) => (0.0, number),
        None => whole(number)?,
    };
    let between = after.trim_start_matches(BETWEEN);
    let (part, rest) = part(between).unwrap_or((0.0, between));
    if rest.contains(|letter| letter != '.' && is_of_number(letter)) {
        return None;
    }
    let is_negative = before.ends_with(['-', '−']) || text.contains('逆');
    let amount = if is_negative {
        -whole - part
    } else {
        whole + part
    };
    Some((amount, number.contains('子')))
}

fn is_of_number(letter: char) -> bool {
    is_digit(letter) || is_numeral(letter) || "半반½¼¾".contains(letter)
}

fn is_digit(letter: char) -> bool {
    letter.is_ascii_digit() || letter == '.'
}

fn is_numeral(letter: char) -> bool {
    "十百".contains(letter) || NUMERALS.contains(letter)
}

/// The fraction at the beginning of a text, and what follows it.
fn part(text: &str) -> Option<(f64, &str)> {
    let mut parts = PARTS.iter();
    parts.find_map(|(name, part)| Some((*part, text.strip_prefix(name)?)))
}

/// The number at the beginning of a text, in digits or numerals, and what follows it.
fn whole(text: &str) -> Option<(f64, &str)> {
    let after = text.trim_start_matches(is_digit);
    if after.len() < text.len() {
        return Some((text[..text.len() - after.len()].parse().ok()?, after));
    }
    let after = text.trim_start_matches(is_numeral);
    let numerals = &text[..text.len() - after.len()];
    let number = match numerals.split_once('十') {
        Some((tens, ones)) => 10 * numeral(tens, 1)? + numeral(ones, 0)?,
        None => numeral(numerals, 0)?,
    };
    Some((number as f64, after))
}

/// The value of a single numeral, or `of_none` for an empty text; `None` for anything else.
fn numeral(text: &str, of_none: usize) -> Option<usize> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (None, _) => Some(of_none),
        (Some(letter), None) => NUMERALS.chars().position(|numeral| numeral == letter),
        _ => None,
    }
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
            ("十五目", 15.0),
            ("二十目半", 20.5),
            ("コミ6目半", 6.5),
            ("6집 반", 6.5),
            ("6 1/2", 6.5),
            ("5½", 5.5),
            ("半目", 0.5),
            ("½", 0.5),
            ("-½", -0.5),
            ("1/2", 0.5),
            ("-1/2", -0.5),
            ("四分之三子", 1.5),
            ("7.5目(3 3/4子)", 7.5),
            ("3 3/4子(7.5目)", 7.5),
            ("-6目半", -6.5),
            ("逆コミ5目半", -5.5),
        ] {
            assert_eq!(points(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_text_without_a_single_number_is_no_komi() {
        for text in [
            "",
            "abc",
            "nan",
            "inf",
            "1e999",
            "-",
            ".",
            "コミなし",
            "7/2",
            "11/2",
            "6 1/20",
            "6-7",
            "6.5 or 7.5",
            "三百目",
            "三四目",
            "第1局 6.5目",
            "半 3/4",
        ] {
            assert_eq!(points(text), None, "{text}");
        }
    }
}
