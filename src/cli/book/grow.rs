//! `tao-go book build` and `grow`.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::book::{Book, Komi, Leaf, SearchedPosition, Tree};
use crate::cli::error::Error;
use crate::cli::progress::ProgressBars;
use crate::cli::settings::Settings;
use crate::workers::run_workers;

use super::args::GrowArgs;
use super::file::BookFile;
use super::search::{Plan, PositionSearcher};

/// Positions between two lines of the log.
const LOG_INTERVAL: u64 = 100;

pub(super) fn build(
    args: &GrowArgs,
    settings: &Settings,
    output: impl Write,
    bars: ProgressBars,
) -> Result<(), Error> {
    let plan = Plan::new(settings, args.visits, settings.game.begin()?)?;
    grow_file(args, &plan, BookFile::create(&args.file)?, output, bars)
}

pub(super) fn grow(
    args: &GrowArgs,
    settings: &Settings,
    output: impl Write,
    bars: ProgressBars,
) -> Result<(), Error> {
    let plan = Plan::new(settings, args.visits, settings.game.begin()?)?;
    grow_file(args, &plan, BookFile::open(&args.file)?, output, bars)
}

/// Adds positions until there are enough, the time is over, Ctrl-C, or no line is open.
fn grow_file(
    args: &GrowArgs,
    plan: &Plan,
    file: BookFile,
    mut output: impl Write,
    bars: ProgressBars,
) -> Result<(), Error> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    if let Err(error) = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed)) {
        log::warn!("Ctrl-C will end the command at once: {error}");
    }
    let positions = args.positions.unwrap_or(u64::MAX);
    let bar = bars.bar(positions, "{msg}");
    let growing = Growing {
        file: Mutex::new(file),
        changed: Condvar::new(),
        komi: plan.komi,
        stop: Arc::clone(&stop),
        deadline: args
            .duration
            .and_then(|time| Instant::now().checked_add(time)),
    };
    let searchers = (0..plan.threads).map(|_| plan.searcher(&stop)).collect();
    // The thread that searches adds the position, before it asks for the next one: with one thread the order is certain.
    let search = |searcher: &mut PositionSearcher, leaf: Leaf| {
        let searched = searcher.search(&leaf.line);
        Some(growing.finish(&leaf, searched))
    };
    let leaves = (0..positions).map_while(|_| growing.next_leaf());
    let grown = run_workers(searchers, leaves, search, |results| {
        for (count, summary) in (1..).zip(results) {
            let summary: String = summary?;
            bar.set_message(summary.clone());
            if u64::is_multiple_of(count, LOG_INTERVAL) {
                log::info!("{summary}");
            }
        }
        Ok::<(), Error>(())
    });
    bar.finish_and_clear();
    grown?;
    let file = growing.lock();
    writeln!(output, "{}", summary(&file.book, plan.komi))?;
    Ok(())
}

/// A book while several threads search positions for it.
struct Growing {
    file: Mutex<BookFile>,
    /// A position was added, or given up.
    changed: Condvar,
    komi: Komi,
    stop: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl Growing {
    fn lock(&self) -> MutexGuard<'_, BookFile> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next position to search, which may have to wait for others. `None` at the end.
    fn next_leaf(&self) -> Option<Leaf> {
        /// How long it takes to notice the end of the time while all positions are being searched.
        const PAUSE: Duration = Duration::from_millis(100);
        let mut file = self.lock();
        loop {
            let is_late = self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline);
            if is_late || self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let tree = file.book.tree_mut(self.komi);
            if let Some(leaf) = tree.next_leaf() {
                tree.reserve(&leaf);
                return Some(leaf);
            }
            if !tree.is_busy() {
                return None;
            }
            let waited = self.changed.wait_timeout(file, PAUSE);
            file = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Adds a position to the book, or gives its leaf free. Returns the state of the tree.
    fn finish(&self, leaf: &Leaf, searched: Option<SearchedPosition>) -> Result<String, Error> {
        let mut file = self.lock();
        file.book.tree_mut(self.komi).release(leaf);
        let added = match searched {
            Some(searched) => file.add(self.komi, leaf.origin, searched).map(|_| ()),
            None => Ok(()),
        };
        self.changed.notify_all();
        if added.is_err() {
            self.stop.store(true, Ordering::Relaxed);
        }
        added.map(|()| summary(&file.book, self.komi))
    }
}

/// The state of the tree of a komi.
pub(super) fn summary(book: &Book, komi: Komi) -> String {
    let tree = book.tree(komi);
    let (positions, depth) = tree.map_or((0, 0), |tree| (tree.len(), tree.depth()));
    let value = tree.and_then(Tree::value);
    let value = value.map_or(String::new(), |value| {
        format!(", value for Black {:.1} %", 100.0 * value)
    });
    format!("komi {komi}: {positions} positions, at most {depth} moves deep{value}")
}
