//! A board in the browser: one page, and what it asks over HTTP.
//!
//! The page's requests are read (`http`), checked for pages of other sites and answered (`routes`), each on a thread and a
//! connection of its own (`connection`). A visitor (`visitors`, `visitor`) has a game of [`session`](crate::session), and an
//! engine, whose searches wait for their turn at the `gate`. The analysis of a position is a stream of events.
//!
//! HTTP is parsed by `httparse`, the parser of hyper: it is maintained, and needs no other crate. The small servers built on
//! threads, `tiny_http` and `rouille` on top of it, had their last releases years ago, and have no limit on the time of a slow
//! client or the length of a header; hyper needs an asynchronous runtime for some dozens of connections.

mod connection;
mod gate;
mod http;
mod routes;
#[cfg(test)]
mod tests;
mod visitor;
mod visitors;

use std::io;
use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::schema::page::AnalyzedGame;
use crate::{files, schema, spawn};
use gate::Gate;
use parking_lot::Mutex;
use tao_engine::engine::EngineSettings;
use tao_rules::game::Game;
use visitors::Visitors;

/// Pause after a failed attempt to accept a connection, for example for want of file descriptors.
const PAUSE: Duration = Duration::from_millis(100);

/// Time after which games that could not be written are written again.
const SAVE_INTERVAL: Duration = Duration::from_secs(10);

/// How visitors are served.
#[derive(Clone, Debug)]
pub struct BoardService {
    /// How to search. Each visitor's engine gets a part of the memory; the number of threads is in `threads`.
    pub settings: EngineSettings,
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
    /// Name of the cookie with the id of a visitor.
    cookie: String,
}

impl Server {
    /// A server at this port.
    pub fn new(mut service: BoardService, port: u16) -> Self {
        visitor::share_memory(&mut service);
        Self {
            // Browsers send a cookie to all ports of a host. If games are saved, they are found again at any port; if not, each
            // program needs a cookie of its own.
            cookie: if service.folder.is_some() {
                "tao-go".to_owned()
            } else {
                format!("tao-go-{port}")
            },
            visitors: Visitors::default(),
            gate: Gate::new(service.threads),
            large_body: Mutex::default(),
            from_disk: Mutex::default(),
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
        files::remove_abandoned(folder);
        let server = Arc::clone(&server);
        let save = move || {
            loop {
                thread::sleep(SAVE_INTERVAL);
                server.save_all();
            }
        };
        spawn("games", save)?;
    }
    for stream in listener.incoming() {
        match stream {
            Ok(stream) => connection::start(stream, &server),
            Err(error) => {
                log::warn!("no connection: {error}");
                thread::sleep(PAUSE);
            }
        }
    }
    Ok(())
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
