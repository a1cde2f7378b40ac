//! Prints results in the order of their records, even if they become ready in another order.

use std::collections::BTreeMap;
use std::io;
use std::io::Write;
use std::path::PathBuf;

use crate::cli::error::Error;
use crate::cli::printable::shown;

pub(super) struct Printer<'a, W> {
    output: W,
    /// The record of each result, which is printed as its heading; empty for no headings.
    headings: &'a [PathBuf],
    /// Results whose turn has not come.
    waiting: BTreeMap<usize, String>,
    next: usize,
    /// What is printed after all results.
    end: Option<String>,
    printed: io::Result<()>,
}

impl<'a, W: Write> Printer<'a, W> {
    pub(super) fn new(output: W, headings: &'a [PathBuf]) -> Self {
        Self {
            output,
            headings,
            waiting: BTreeMap::new(),
            next: 0,
            end: None,
            printed: Ok(()),
        }
    }

    /// Prints a result when its turn has come.
    pub(super) fn put(&mut self, number: usize, text: String) {
        self.waiting.insert(number, text);
        while let Some(text) = self.waiting.remove(&self.next) {
            self.print_result(self.next, &text);
            self.next += 1;
        }
    }

    /// Prints a text after all results.
    pub(super) fn end(&mut self, text: String) {
        self.end = Some(text);
    }

    /// Whether nothing more can be printed.
    pub(super) const fn is_closed(&self) -> bool {
        self.printed.is_err()
    }

    /// Prints the results that still wait for a missing one, and then the text for the end.
    ///
    /// # Errors
    ///
    /// The first error in printing.
    pub(super) fn finish(mut self) -> Result<(), Error> {
        for (number, text) in std::mem::take(&mut self.waiting) {
            self.print_result(number, &text);
        }
        if let Some(text) = self.end.take() {
            self.print(&text);
        }
        Ok(self.printed?)
    }

    fn print_result(&mut self, number: usize, text: &str) {
        let space = if number > 0 { "\n" } else { "" };
        let heading = self.headings.get(number);
        let heading = heading.map_or(String::new(), |record| {
            format!("{space}{}\n", shown(record))
        });
        self.print(&(heading + text));
    }

    fn print(&mut self, text: &str) {
        if self.printed.is_ok() {
            let printed = self.output.write_all(text.as_bytes());
            self.printed = printed.and_then(|()| self.output.flush());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_printed_in_their_order() {
        let headings = ["a", "b", "c", "d"].map(PathBuf::from);
        let mut output = Vec::new();
        let mut printer = Printer::new(&mut output, &headings);
        printer.put(3, "3\n".to_owned());
        printer.put(0, "0\n".to_owned());
        // The result of `b` does not come.
        printer.put(2, "2\n".to_owned());
        printer.end("end\n".to_owned());
        printer.finish().unwrap();
        assert_eq!(output, b"a\n0\n\nc\n2\n\nd\n3\nend\n");
    }

    #[test]
    fn an_output_that_is_closed_is_an_error_at_the_end() {
        let mut output = [0; 3];
        let mut printer = Printer::new(&mut output[..], &[]);
        printer.put(0, "ab".to_owned());
        assert!(!printer.is_closed());
        printer.put(1, "cd".to_owned());
        assert!(printer.is_closed());
        assert!(printer.finish().is_err());
    }
}
