use crate::net::fixed::sigmoid;
use crate::net::softmax;

#[test]
fn the_sigmoid_is_exact_to_a_unit() {
    for x in -40_000..40_000 {
        let exact = 65536.0 / (1.0 + (-f64::from(x) / 1024.0).exp());
        assert!(
            (f64::from(sigmoid(x)) - exact).abs() < 0.501,
            "{x}: {} {exact}",
            sigmoid(x)
        );
        assert_eq!(sigmoid(x) + sigmoid(-x), 65536);
    }
    for x in [i32::MIN, i32::MIN + 1, -100_000] {
        assert_eq!((sigmoid(x), sigmoid(x.saturating_neg())), (0, 65536));
    }
}

/// The numbers must be the same on every machine, as the tree of a search depends on them.
#[test]
fn probabilities_are_these_numbers() {
    let values = [-5000, -1000, -1, 0, 1, 317, 1024, 7777].map(sigmoid);
    assert_eq!(
        values,
        [493, 17929, 32752, 32768, 32784, 37800, 47911, 65503]
    );
    let logits = [300, -200, 0, 299, -3000];
    let probabilities: Vec<u16> = softmax(&logits).collect();
    assert_eq!(probabilities, [26774, 3797, 8294, 26670, 0]);
}

#[test]
fn softmax_is_that_of_floating_point() {
    let logits: Vec<i32> = (0..82).map(|i| (i * i * 37) % 2400 - 1200).collect();
    let largest = logits.iter().max().unwrap();
    let weights: Vec<f64> = logits
        .iter()
        .map(|&logit| (f64::from(logit - largest) / 256.0).exp())
        .collect();
    let sum: f64 = weights.iter().sum();
    for (weight, found) in weights.iter().zip(softmax(&logits)) {
        let exact = weight / sum * 65535.0;
        assert!((f64::from(found) - exact).abs() < 1.0 + exact / 500.0);
    }
    assert_eq!(softmax(&[]).count(), 0);
    assert_eq!(softmax(&[i32::MIN]).collect::<Vec<_>>(), [65535]);
    let far = softmax(&[i32::MIN, i32::MAX]);
    assert_eq!(far.collect::<Vec<_>>(), [0, 65535]);
}
