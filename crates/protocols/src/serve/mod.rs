//! A board in the browser: one page, and what it asks over HTTP.
//!
//! The page's requests are read (`http`), checked for pages of other sites and answered (`routes`), each on a thread and a
//! connection of its own (`connection`). A visitor (`visitors`, `visitor`) has a game of [`session`](crate::session), which is kept
//! on the disk (`storage`), and an engine, whose searches wait for their turn at the `gate`. The analysis of a position is a stream
//! of events. A reverse proxy may stand between the server and its visitors (`public`).
//!
//! HTTP is parsed by `httparse`, the parser of hyper: it is maintained, and needs no other crate. The small servers built on
//! threads, `tiny_http` and `rouille` on top of it, had their last releases years ago, and have no limit on the time of a slow
//! client or the length of a header; hyper needs an asynchronous runtime for some dozens of connections.

mod connection;
mod gate;
mod http;
mod public;
mod routes;
mod storage;
#[cfg(test)]
mod tests;
mod visitor;
mod visitors;

use std::collections::VecDeque;
use std::io;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::review::MistakeSizes;
use crate::schema::page::AnalyzedGame;
use crate::{files, schema, spawn};
use gate::Gate;
use parking_lot::Mutex;
pub use public::{PublicUrl, PublicUrlError};
use tao_engine::raw::EngineSettings;
use tao_rules::game::Game;
use visitors::{NewGames, Visitors};

/// Pause after a failed attempt to accept a connection, for example for want of file descriptors.
const PAUSE: Duration = Duration::from_millis(100);

/// Time after which games that could not be written are written again.
const SAVE_INTERVAL: Duration = Duration::from_secs(10);

/// After this number of such intervals, games that make room for others are removed.
const TIDY_INTERVALS: usize = 6;

/// How visitors are served.
#[derive(Clone, Debug)]
pub struct BoardService {
    /// How to search. Each visitor's engine gets a part of the memory; the number of threads is in `threads`.
    pub settings: EngineSettings,
    /// What a mistake is.
    pub sizes: MistakeSizes,
    /// Threads for all searches, at least one.
    pub threads: usize,
    /// Maximum number of visitors with a game in memory, at least one; fewer where the memory does not suffice. To make room for
    /// another, a visitor whose game has not begun is removed, or else the one that was away longest, if its game is on the disk.
    pub visitors: usize,
    /// The template of the page: see [`page()`].
    pub template: &'static str,
    /// Folder in which games are saved, to go on with them later; `None` for nowhere.
    pub folder: Option<PathBuf>,
    /// The game of a new visitor, without moves.
    pub game: Game,
    /// Maximum number of new games from one address in a minute; with IPv6, from one network of 64 bits.
    pub new_games: usize,
    /// The address for browsers, if there is a reverse proxy.
    pub public: Option<PublicUrl>,
    /// Whether the server has the same port each time. Then its cookie is its own; otherwise games are found again at any port.
    pub has_fixed_port: bool,
}

/// The state that all connections share. It answers the requests of visitors.
#[derive(Debug)]
pub struct Server {
    service: BoardService,
    visitors: Visitors,
    gate: Gate,
    /// Locked from the first byte of a large body to the answer: a record takes several times its size while it is read.
    large_body: Mutex<()>,
    /// Locked while a game is read from the disk, for the same reason.
    from_disk: Mutex<()>,
    /// Locked while the earlier games of a visitor are read, so that lists take one processor at most.
    listing: Mutex<()>,
    /// Connections whose requests have not arrived completely, the oldest first, with the times when they began.
    waiting: Mutex<VecDeque<(Instant, Arc<TcpStream>)>>,
    new_games: Mutex<NewGames>,
    /// Whether the last game could not be written.
    is_failing: AtomicBool,
    /// Name of the cookie with the id of a visitor.
    cookie: String,
}

impl Server {
    /// A server at this port.
    pub fn new(mut service: BoardService, port: u16) -> Self {
        visitor::share_memory(&mut service);
        Self {
            // Browsers send a cookie to all ports of a host.
            cookie: if service.folder.is_some() && !service.has_fixed_port {
                "tao-go".to_owned()
            } else {
                format!("tao-go-{port}")
            },
            visitors: Visitors::default(),
            gate: Gate::new(service.threads),
            large_body: Mutex::default(),
            from_disk: Mutex::default(),
            listing: Mutex::default(),
            waiting: Mutex::default(),
            new_games: Mutex::default(),
            is_failing: AtomicBool::default(),
            service,
        }
    }
}

/// Serves visitors until the program ends.
///
/// # Errors
///
/// Returns the error of the listener if it has no address.
pub fn serve(listener: &TcpListener, service: BoardService) -> io::Result<()> {
    let port = listener.local_addr()?.port();
    let server = Arc::new(Server::new(service, port));
    if let Some(folder) = &server.service.folder {
        if let Err(error) = storage::check(folder) {
            log::warn!("games cannot be kept: {}: {error}", folder.display());
            server.is_failing.store(true, Ordering::Relaxed);
        }
        files::remove_abandoned(folder);
        let (server, folder) = (Arc::clone(&server), folder.clone());
        spawn("games", move || keep_games(&server, &folder))?;
    }
    let mut patience = connection::PATIENCE;
    for stream in listener.incoming() {
        match stream {
            Ok(stream) => connection::start(stream, &server, &mut patience),
            Err(error) => {
                log::warn!("no connection: {error}");
                thread::sleep(PAUSE);
            }
        }
    }
    Ok(())
}

/// Writes and removes games until the program ends.
fn keep_games(server: &Server, folder: &Path) -> ! {
    let mut was_nearly_full = false;
    loop {
        let is_nearly_full = storage::tidy(folder);
        if is_nearly_full && !was_nearly_full {
            log::warn!("{}: the room for games is nearly full", folder.display());
        }
        was_nearly_full = is_nearly_full;
        for _ in 0..TIDY_INTERVALS {
            thread::sleep(SAVE_INTERVAL);
            server.save_all();
        }
    }
}

/// Fills the template, `web/dist/page.html`, with a game that was analyzed; without one this program serves the page. The page's
/// own script and style get this nonce, and `head` is added to its head.
pub fn page(template: &str, nonce: &str, head: &str, game: Option<&AnalyzedGame>) -> String {
    let page = template.replace("{{nonce}}", nonce);
    let page = page.replacen("<!--policy-->", head, 1);
    fill(&page, &schema::json(&game))
}

/// Puts data, which is JSON, into a page.
pub fn fill(page: &str, data: &str) -> String {
    // Escapes `<`, so that nothing in the data can end the script element that holds it.
    page.replacen("{{data}}", &data.replace('<', "\\u003c"), 1)
}
