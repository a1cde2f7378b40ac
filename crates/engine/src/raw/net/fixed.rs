//! Exponential functions in integers, the same on every machine.

/// Fraction bits of an exponential.
const FRACTION: u32 = 31;

/// Arguments are in units of 1 / `UNIT`.
const UNIT: u32 = 1024;

/// A table of `exp(-i * step)` for each index `i`, with [`FRACTION`] bits.
#[expect(clippy::cast_sign_loss, reason = "an exponential is positive")]
const fn table<const N: usize>(step: f64) -> [u32; N] {
    let mut table = [0; N];
    let mut i = 0;
    while i < N {
        table[i] = (exp_of_minus(i as f64 * step) * (1_u32 << FRACTION) as f64 + 0.5) as u32;
        i += 1;
    }
    table
}

/// The exponential function of `-x`. Uses only operations whose results IEEE 754 defines, as a library's function differs from
/// machine to machine.
const fn exp_of_minus(x: f64) -> f64 {
    // The Taylor series at x / 64, then six squarings.
    let x = x / 64.0;
    let (mut sum, mut term, mut n) = (1.0, 1.0, 1);
    while n < 20 {
        term = term * x / n as f64;
        sum += term;
        n += 1;
    }
    let mut power = 1.0 / sum;
    let mut squarings = 0;
    while squarings < 6 {
        power *= power;
        squarings += 1;
    }
    power
}

static WHOLE: [u32; 22] = table(1.0);
static COARSE: [u32; 32] = table(1.0 / 32.0);
static FINE: [u32; 32] = table(1.0 / 1024.0);

/// The exponential function of `-x / 1024` in units of 2^-31, with an error of at most two units.
fn exp_negative(x: u32) -> u32 {
    let Some(&whole) = WHOLE.get((x / UNIT) as usize) else {
        return 0;
    };
    let product = |a: u32, b: u32| ((u64::from(a) * u64::from(b)) >> FRACTION) as u32;
    let rest = product(COARSE[(x / 32 % 32) as usize], FINE[(x % 32) as usize]);
    product(whole, rest)
}

/// The logistic function of `x / 1024` in units of 1/65536. The values for `x` and `-x` add up to exactly 65536.
pub fn sigmoid(x: i32) -> u32 {
    let one = 1_u64 << FRACTION;
    let sum = one + u64::from(exp_negative(x.unsigned_abs()));
    let larger = (((one << 16) + sum / 2) / sum) as u32;
    if x < 0 { (1 << 16) - larger } else { larger }
}

/// The softmax function in integers: the probabilities, in units of 1/65535, of logits in units of 1/256, in the same order.
pub fn softmax(logits: &[i32]) -> impl Iterator<Item = u16> {
    /// The unit of logits is four times that of the argument of [`exp_negative`].
    const SCALE: i64 = 4;
    let largest = logits.iter().copied().max().unwrap_or(0);
    let weight = move |logit: i32| {
        let below = SCALE * (i64::from(largest) - i64::from(logit));
        u64::from(exp_negative(u32::try_from(below).unwrap_or(u32::MAX)))
    };
    let sum: u64 = logits.iter().map(|&logit| weight(logit)).sum();
    logits
        .iter()
        .map(move |&logit| ((weight(logit) * u64::from(u16::MAX) + sum / 2) / sum) as u16)
}
