//! `tao-go book build` and `grow`.

use std::io::Write;
use std::iter;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::task::Poll;
use std::time::Instant;

use parking_lot::Mutex;

use tao_engine::book::{Book, BookTree, Komi, Leaf};
use tao_go::cli::context::Context;
use tao_go::cli::error::Error;
use tao_go::cli::interrupt::set_on_interrupt;
use tao_go::ranks::Workers;
use tao_protocols::schema::texts;

use super::args::GrowArgs;
use super::file::BookFile;
use super::search::{Plan, PositionSearcher};

/// Positions between two lines of the log.
const LOG_INTERVAL: u64 = 100;

/// Adds positions until there are enough, the time is over, Ctrl-C is pressed, or the tree is complete.
pub(super) fn run(
    args: &GrowArgs,
    context: &mut Context,
    open: impl Fn(&Path) -> Result<BookFile, Error>,
) -> Result<(), Error> {
    let ranks = &context.ranks;
    let plan = Plan::new(&context.sources.flags, args.visits)?;
    let stop = Arc::new(AtomicBool::new(false));
    let workers = Workers {
        states: (0..plan.threads).map(|_| plan.searcher(&stop)).collect(),
        work: |searcher: &mut PositionSearcher<'_>, leaf: &Leaf| {
            let searched = searcher.search(&leaf.line);
            let is_stopped = searched.is_none() && stop.load(Ordering::Relaxed);
            (!is_stopped).then(|| searched.ok_or_else(|| unplayable(leaf)))
        },
        abort: &stop,
    };
    let Some(workers) = ranks.follow(workers) else {
        return Ok(());
    };
    let file = Mutex::new(open(&args.file)?);
    set_on_interrupt(&stop);
    let begin = Instant::now();
    let deadline = args.duration.and_then(|time| begin.checked_add(time));
    let positions = args.positions.unwrap_or(u64::MAX);
    let bar = context.bars.bar(positions, "{msg}");
    let mut left = positions;
    let leaves = iter::from_fn(|| {
        let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if left == 0 || is_late || stop.load(Ordering::Relaxed) {
            return None;
        }
        let leaf = next_leaf(file.lock().book.tree_mut(plan.komi))?;
        left -= u64::from(leaf.is_ready());
        Some(leaf)
    });
    // A position is added before its searcher gets the next one, so that with one searcher the order is always the same.
    let finish = |leaf: &Leaf, searched: Result<_, String>| {
        let added = searched.map_err(Error::Failed).and_then(|searched| {
            let mut file = file.lock();
            file.book.tree_mut(plan.komi).release(leaf);
            file.add(plan.komi, leaf.origin, searched)?;
            Ok(summary(&file.book, plan.komi))
        });
        added.inspect_err(|_| stop.store(true, Ordering::Relaxed))
    };
    let show = |results: Receiver<Result<String, Error>>| {
        for (count, summary) in (1..).zip(results) {
            let summary = summary?;
            bar.set_message(summary.clone());
            if u64::is_multiple_of(count, LOG_INTERVAL) {
                log::info!("{summary}");
            }
        }
        Ok::<(), Error>(())
    };
    let grown = ranks.lead(workers, leaves, finish, show);
    bar.finish_and_clear();
    grown?;
    let summary = summary(&file.into_inner().book, plan.komi);
    Ok(writeln!(context.output, "{summary}")?)
}

fn unplayable(leaf: &Leaf) -> String {
    format!("no game begins with {}", texts(&leaf.line).join(" "))
}

/// Returns the next position to search; pending while others must be searched first. `None` if the tree is complete.
fn next_leaf(tree: &mut BookTree) -> Option<Poll<Leaf>> {
    match tree.next_leaf() {
        Some(leaf) => {
            tree.reserve(&leaf);
            Some(Poll::Ready(leaf))
        }
        None => tree.is_busy().then_some(Poll::Pending),
    }
}

/// Describes the tree of a komi in one line.
pub(super) fn summary(book: &Book, komi: Komi) -> String {
    let tree = book.tree(komi);
    let positions = tree.map_or(&[][..], BookTree::positions);
    let depth = positions.iter().map(|position| position.depth).max();
    let (positions, depth) = (positions.len(), depth.unwrap_or(0));
    let value = tree.and_then(BookTree::value);
    let value = value.map_or(String::new(), |value| {
        format!(", value for Black {:.1} %", 100.0 * value)
    });
    format!("komi {komi}: {positions} positions, at most {depth} moves deep{value}")
}
