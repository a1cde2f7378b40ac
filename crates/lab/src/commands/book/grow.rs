//! `tao-lab book build` and `grow`: searches positions, and writes the file of the book a position at a time.

use std::fs;
use std::fs::{File, TryLockError};
use std::io::{Seek, SeekFrom, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::task::Poll;
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tao_engine::Engine;
use tao_engine::raw::book::{
    Book, BookSource, BookTree, Komi, Loaded, MAX_FILE_BYTES, SIDE, SearchedMove, SearchedPosition,
    Share,
};
use tao_engine::raw::search::Detail;
use tao_engine::raw::{EngineSettings, Purpose, Question};
use tao_go::cli::engine::concurrent_settings;
use tao_go::cli::interrupt::set_on_interrupt;
use tao_go::cli::printable::shown;
use tao_go::cli::settings::Settings;
use tao_go::cli::{Context, Error, FileResult};
use tao_go::workers::run_workers;
use tao_protocols::files;
use tao_protocols::files::NewFile;
use tao_protocols::schema::texts;
use tao_rules::board::{Coord, Move};
use tao_rules::game::Game;

use super::GrowArgs;
use crate::book::{Leaf, Writer, moves_to_keep, next_leaf};

/// Time until a searcher without a position asks again for one.
const PAUSE: Duration = Duration::from_millis(10);

/// Positions between two lines of the log.
const LOG_INTERVAL: u64 = 100;

/// Adds positions until there are enough, the time is over, Ctrl-C is pressed, or the tree is complete.
pub(super) fn run(
    args: &GrowArgs,
    context: &mut Context,
    open: impl Fn(&Path) -> Result<BookFile, Error>,
) -> Result<(), Error> {
    let plan = Plan::new(&context.sources.flags, args.visits)?;
    let stop = Arc::new(AtomicBool::new(false));
    let searchers = (0..plan.threads).map(|_| plan.searcher(&stop)).collect();
    let file = Mutex::new(open(&args.file)?);
    set_on_interrupt(&stop);
    let begin = Instant::now();
    let deadline = args.duration.and_then(|time| begin.checked_add(time));
    let positions = args.positions.unwrap_or(u64::MAX);
    let bar = context.bars.bar(positions, "{msg}");
    let mut left = positions;
    let leaves = iter::from_fn(|| {
        loop {
            let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if left == 0 || is_late || stop.load(Ordering::Relaxed) {
                return None;
            }
            let leaf = file.lock().reserve_leaf(plan.komi)?;
            if let Poll::Ready(leaf) = leaf {
                left -= 1;
                return Some(leaf);
            }
            thread::sleep(PAUSE);
        }
    });
    // A position is added before its searcher gets the next one, so that with one searcher the order is always the same.
    let search = |searcher: &mut PositionSearcher<'_>, leaf: Leaf| {
        let searched = searcher.search(&leaf.line);
        if searched.is_none() && stop.load(Ordering::Relaxed) {
            return None;
        }
        let searched = searched.ok_or_else(|| Error::Failed(unplayable(&leaf)));
        let added = searched.and_then(|searched| {
            let mut file = file.lock();
            file.busy.retain(|busy| *busy != leaf);
            file.add(plan.komi, leaf.origin, searched)?;
            Ok(summary(&file.book, plan.komi))
        });
        Some(added.inspect_err(|_| stop.store(true, Ordering::Relaxed)))
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
    let grown = run_workers(searchers, leaves, search, show);
    bar.finish_and_clear();
    grown?;
    let summary = summary(&file.into_inner().book, plan.komi);
    Ok(writeln!(context.output, "{summary}")?)
}

fn unplayable(leaf: &Leaf) -> String {
    format!("no game begins with {}", texts(&leaf.line).join(" "))
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

/// Seed without `--seed`.
const DEFAULT_SEED: u64 = 1;

/// How positions are searched, each on one thread.
pub(super) struct Plan {
    pub(super) komi: Komi,
    /// Number of positions to search at the same time.
    pub(super) threads: usize,
    settings: EngineSettings,
    start: Game,
    network: u32,
}

impl Plan {
    /// Plans searches with this number of visits, in games that begin as the settings say.
    ///
    /// # Errors
    /// [`Error::Usage`] for another board, an impossible komi, without a network, and for limits that `--visits` replaces.
    pub(super) fn new(settings: &Settings, visits: u32) -> Result<Self, Error> {
        let start = settings.game.begin()?;
        let (size, komi) = (start.size(), start.komi());
        if size != SIDE {
            let message = format!("--size {size}: books are for {SIDE}x{SIDE}");
            return Err(Error::Usage(message));
        }
        let komi = Komi::new(komi)
            .ok_or_else(|| Error::Usage(format!("--komi {komi}: books are for half points")))?;
        let (engine, threads) = concurrent_settings(&settings.engine)?;
        if engine.playouts.is_some() || engine.time_per_move.is_some() {
            let message = "--playouts, --time: use --visits, and --duration for the whole run";
            return Err(Error::usage(message));
        }
        let network = engine.network_for(SIDE).map(|network| network.identity);
        let network = network.ok_or_else(|| Error::usage("a book needs a network"))?;
        let mut settings = EngineSettings {
            playouts: Some(visits.into()),
            seed: Some(engine.seed.unwrap_or(DEFAULT_SEED)),
            book: BookSource::None,
            ..engine
        };
        settings.params.machine.threads = 1;
        Ok(Self {
            komi,
            threads,
            settings,
            start,
            network,
        })
    }

    /// A searcher, which searches positions one after the other until `stop` is set.
    pub(super) fn searcher<'a>(&'a self, stop: &'a Arc<AtomicBool>) -> PositionSearcher<'a> {
        let mut engine = Engine::new(self.settings.clone());
        engine.set_stop_flag(Arc::clone(stop));
        let plan = self;
        PositionSearcher { engine, plan, stop }
    }
}

pub(super) struct PositionSearcher<'a> {
    engine: Engine,
    plan: &'a Plan,
    stop: &'a AtomicBool,
}

impl PositionSearcher<'_> {
    /// Searches the position after a line. The same line gets the same result, whatever was searched before. `None` if the
    /// line cannot be played, or the search was stopped.
    pub(super) fn search(&mut self, line: &[Coord]) -> Option<SearchedPosition> {
        let mut game = self.plan.start.clone();
        for &coord in line {
            game.play(Move::Play(coord)).ok()?;
        }
        self.engine.clear_tree();
        let question = Question {
            detail: Detail::Score,
            ..Question::new(game.to_move(), Purpose::Inspect, None)
        };
        let report = self.engine.think(&game, question).report?;
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let points_ahead = report.snapshot.points_ahead();
        let count = |visits: u64| u32::try_from(visits).unwrap_or(u32::MAX);
        let mut searched = SearchedPosition {
            network: self.plan.network,
            visits: count(report.playouts),
            win_rate: Share::new(report.win_rate),
            tenths_ahead: (10.0 * points_ahead.unwrap_or_default()).round() as i16,
            moves: Vec::new(),
        };
        let moves = report.moves().iter().filter_map(|stats| {
            Some(SearchedMove {
                coord: stats.mv.coord()?,
                visits: count(stats.visits),
                win_rate: Share::new(stats.win_rate),
            })
        });
        searched.moves = moves_to_keep(game.board(), game.to_move(), searched.visits, moves);
        Some(searched)
    }
}

/// A file to which positions are added.
pub(super) struct BookFile {
    path: PathBuf,
    file: File,
    /// Bytes of the file up to the end of its last whole position.
    length: u64,
    /// The file, if it is new and has no position yet.
    new: Option<NewFile>,
    writer: Writer,
    pub(super) book: Book,
    /// Leaves that are being searched.
    busy: Vec<Leaf>,
}

impl BookFile {
    /// Makes a new file, which is removed if no position is added. An existing file must be empty.
    ///
    /// # Errors
    /// [`Error::File`] where the file has content or cannot be made.
    pub(super) fn create(path: &Path) -> Result<Self, Error> {
        let is_empty = fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() == 0);
        if is_empty {
            return Self::open(path);
        }
        let (file, new) = NewFile::create(path).at(path)?;
        Self::load(path, file, Some(new))
    }

    /// Opens a file to add to it; an empty file is a new book. An incomplete position at its end, which a killed program left, is
    /// cut off.
    ///
    /// # Errors
    /// [`Error::File`] where there is no file, it is not a book, or another program adds to it.
    pub(super) fn open(path: &Path) -> Result<Self, Error> {
        let file = File::options().read(true).write(true).open(path).at(path)?;
        Self::load(path, file, None)
    }

    fn load(path: &Path, mut file: File, new: Option<NewFile>) -> Result<Self, Error> {
        lock(&file, path)?;
        let bytes = files::read_all(&file, MAX_FILE_BYTES).at(path)?;
        let (writer, book, end) = if bytes.is_empty() {
            let (writer, bytes) = Writer::begin();
            file.write_all(&bytes).at(path)?;
            (writer, Book::default(), bytes.len())
        } else {
            let loaded = Loaded::parse(&bytes).at(path)?;
            if loaded.end < bytes.len() {
                log::warn!(
                    "{}: byte {}: cut off an incomplete position",
                    shown(path),
                    loaded.end
                );
            }
            (Writer::after(&loaded), loaded.book, loaded.end)
        };
        let length = end as u64;
        file.set_len(length).at(path)?;
        file.seek(SeekFrom::Start(length)).at(path)?;
        Ok(Self {
            path: path.to_owned(),
            file,
            length,
            new,
            writer,
            book,
            busy: Vec::new(),
        })
    }

    /// The next position to search; pending while others must be searched first. `None` if the tree is complete.
    fn reserve_leaf(&mut self, komi: Komi) -> Option<Poll<Leaf>> {
        match next_leaf(self.book.tree_mut(komi), &self.busy) {
            Some(leaf) => {
                self.busy.push(leaf.clone());
                Some(Poll::Ready(leaf))
            }
            None => (!self.busy.is_empty()).then_some(Poll::Pending),
        }
    }

    /// Adds a position to the book and to the file, and returns its number in the tree.
    ///
    /// # Errors
    /// [`Error::Failed`] for a position that the tree refuses, [`Error::File`] where the file cannot be written.
    pub(super) fn add(
        &mut self,
        komi: Komi,
        origin: Option<(usize, Coord)>,
        searched: SearchedPosition,
    ) -> Result<usize, Error> {
        let tree: &mut BookTree = self.book.tree_mut(komi);
        let index = tree
            .add(origin, searched)
            .map_err(|refusal| Error::Failed(refusal.to_string()))?;
        let searched = &tree.positions()[index].searched;
        let bytes = self.writer.position(komi, origin, searched);
        if let Err(error) = self.file.write_all(&bytes) {
            // If this fails too, the first error is the one to report.
            let _ = self.file.set_len(self.length);
            return Err(error).at(&self.path);
        }
        self.length += bytes.len() as u64;
        if let Some(mut new) = self.new.take() {
            new.keep();
        }
        Ok(index)
    }
}

fn lock(file: &File, path: &Path) -> Result<(), Error> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(Error::file(path, &"another program is adding to it")),
        Err(TryLockError::Error(error)) => Err(error).at(path),
    }
}
