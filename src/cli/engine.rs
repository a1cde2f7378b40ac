//! Engines from settings, and the files that they read before they play: network, opening book, shapes.

use std::path::Path;
use std::sync::Arc;

use crate::ranks::Ranks;
use tao_engine::raw::EngineSettings;
use tao_engine::raw::book::{self, Book, BookSource};
use tao_engine::raw::net::{self, Network};
use tao_engine::raw::pattern::Shapes;
use tao_engine::{Engine, Level, Resign};
use tao_protocols::files;

use super::settings::{EngineArgs, NONE, Sources};
use super::{Error, FileResult};

/// Name of the book in the program.
pub const BUILT_IN: &str = "built-in";

/// Size limit of a file of shapes. The one in the program has 1.5 kilobytes.
const MAX_SHAPES_BYTES: usize = 1 << 20;

/// The settings of an engine, with the files that they name.
///
/// # Errors
///
/// Returns [`Error::Usage`] for a search setting that cannot have its value, [`Error::File`] for a bad file.
pub fn engine_settings(args: &EngineArgs) -> Result<EngineSettings, Error> {
    let book = args.book.as_deref();
    let shapes = args.patterns.as_deref().map(read_shapes).transpose()?;
    Ok(EngineSettings {
        params: args.params()?,
        other_search: None,
        network: network(args)?,
        shapes: shapes.map(Arc::new),
        book: book.map_or(Ok(BookSource::Automatic), read_book_source)?,
        level: args.level.unwrap_or(Level::FULL),
        playouts: args.playouts,
        time_per_move: args.time,
        ponder: match args.ponder {
            Some(true) => u64::MAX,
            _ => 0,
        },
        seed: args.seed,
        resign: match args.never_resign {
            Some(true) => Resign::Never,
            _ => Resign::WhenLost,
        },
        resign_below: args
            .resign_threshold
            .map_or(EngineSettings::default().resign_below, |percent| {
                f64::from(percent) / 100.0
            }),
    })
}

/// The settings of engines that search several positions at the same time, and the number of threads for all of
/// them: one for each processor by default, even with a seed.
///
/// # Errors
///
/// Those of [`engine_settings`].
pub fn concurrent_settings(args: &EngineArgs) -> Result<(EngineSettings, usize), Error> {
    let without_seed = EngineArgs {
        seed: None,
        ..args.clone()
    };
    let settings = engine_settings(&without_seed)?;
    let (threads, seed) = (settings.params.machine.threads, args.seed);
    Ok((EngineSettings { seed, ..settings }, threads))
}

/// The network that the engine evaluates with.
///
/// # Errors
///
/// Returns [`Error::File`] for a file that cannot be read or has no network.
pub fn network(args: &EngineArgs) -> Result<Option<Arc<Network>>, Error> {
    match (&args.network, args.network_file()) {
        (None, _) => Ok(net::embedded()),
        (Some(_), None) => Ok(None),
        (_, Some(path)) => read_network(path).map(Arc::new).map(Some),
    }
}

/// An engine whose searches all ranks share.
pub fn shared_engine(settings: EngineSettings, ranks: &Ranks) -> Engine {
    let mut engine = Engine::new(settings);
    if let Some(exchange) = ranks.exchange() {
        engine.set_exchange(exchange);
    }
    engine
}

/// An engine with the effective settings, which thinks in the opponent's time if they say so.
///
/// # Errors
///
/// Those of [`engine_settings`], and an error where pondering would be useless.
pub fn pondering_engine(sources: &Sources, ranks: &Ranks) -> Result<Engine, Error> {
    let settings = engine_settings(&sources.effective.engine)?;
    if let Err(useless) = settings.check_pondering()
        && let Some(ponder) = sources.assignments.iter().find(|one| one.key == "ponder")
    {
        return Err(ponder.error(useless));
    }
    Ok(shared_engine(settings, ranks))
}

/// Reads a network file.
pub fn read_network(path: &Path) -> Result<Network, Error> {
    Network::parse(&files::read(path, net::MAX_FILE_BYTES).at(path)?).at(path)
}

/// Returns the book that a name stands for: none, the one in the program, or the one in a file.
pub fn read_book_source(path: &Path) -> Result<BookSource, Error> {
    if path == Path::new(NONE) {
        Ok(BookSource::None)
    } else if path == Path::new(BUILT_IN) {
        Ok(BookSource::BuiltIn)
    } else {
        read_book(path).map(BookSource::Loaded)
    }
}

/// The book in a file, or the one in the program.
///
/// # Errors
///
/// [`Error::File`] for a file that cannot be read or is no book.
pub fn read_book(path: &Path) -> Result<Arc<Book>, Error> {
    let book = if path == Path::new(BUILT_IN) {
        Book::parse(book::BUILT_IN)
    } else {
        Book::parse(&files::read(path, book::MAX_FILE_BYTES).at(path)?)
    };
    book.map(Arc::new).at(path)
}

/// Reads a file of shapes.
pub fn read_shapes(path: &Path) -> Result<Shapes, Error> {
    let bytes = files::read(path, MAX_SHAPES_BYTES).at(path)?;
    String::from_utf8(bytes)
        .at(path)?
        .parse::<Shapes>()
        .at(path)
}
