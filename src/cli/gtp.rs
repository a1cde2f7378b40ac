//! `tao-go gtp`: the Go Text Protocol on the standard streams, or over TCP.

use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::ranks::Ranks;
use tao_protocols::gtp::{self, Session, SessionOptions};

use super::engine::pondering_engine;
use super::folders::GameFolderArgs;
use super::logging::logged;
use super::settings::Sources;
use super::{Context, Error, STACK_BYTES};

/// The only response on a connection while a game is played on another one.
const BUSY: &[u8] = b"? another game is being played\n\n";

/// How many bytes of a refused connection are read at most, and how long a read waits for them.
const REFUSAL_BYTES: u64 = 1 << 12;
const REFUSAL_TIME: Duration = Duration::from_secs(1);

/// Speak GTP on the standard streams or over TCP, for a graphical board, a server client or a referee
///
/// `list_commands` lists the commands. Commands before the end of the input are answered: `echo genmove b | tao-go gtp`
/// prints a move.
#[derive(Clone, Debug, Default, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct GtpArgs {
    /// Version to report instead of our own, for programs that check it (Lizzie needs 0.15 or later)
    #[arg(long, value_name = "TEXT")]
    gtp_version: Option<String>,
    /// Name to report instead of our own (LizzieYzy shows points and owners of engines whose name begins with "kata")
    #[arg(long, value_name = "TEXT")]
    gtp_name: Option<String>,
    /// Talk in the chat of a server
    #[arg(long, value_name = "SERVER")]
    chat: Option<ChatServer>,
    /// Play games over TCP, one at a time, each on a connection of its own; an address of this machine: `127.0.0.1:9000`, or
    /// port 0 for a free one
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<SocketAddr>,
    #[command(flatten)]
    games: GameFolderArgs,
}

/// A server whose chat the engine talks in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ChatServer {
    /// Answers chat; lists `kgs-chat`, on which some versions of kgsGtp fail
    Kgs,
    /// Tells of each search, by lines on the error stream that gtp2ogs sends to the game's chat
    Ogs,
}

const EXAMPLES: &str = "\
Examples:
  tao-go gtp --time 5s --ponder               in GoGui, Sabaki and the like
  tao-go gtp --size 13 --rules cgos -q        for a server
  tao-go gtp --log-file /tmp/tao-go.log       with a log of every line in and out
  tao-go gtp --listen 127.0.0.1:9000          over TCP, to programs on this machine
  echo genmove b | tao-go gtp --playouts 500  = D5
";

/// Answers commands until `quit` or the end of the input, over TCP on one connection after another without end.
///
/// # Errors
///
/// Returns [`Error::Stream`] when the streams fail, [`Error::Usage`] for settings that fit no game and addresses that are
/// refused.
pub(super) fn run(args: &GtpArgs, context: &mut Context) -> Result<(), Error> {
    let mut errors = context.take_errors();
    let (sources, ranks) = (&context.sources, &context.ranks);
    if let Some(address) = args.listen {
        return listen(address, errors, || args.session(sources, ranks));
    }
    let mut session = args.session(sources, ranks)?;
    if log::log_enabled!(log::Level::Warn) {
        // LizGoban waits for this line. The session goes on if it cannot be written.
        let _ = writeln!(errors, "GTP ready");
    }
    session.draw_on(errors);
    let (input, output) = logged(context.take_input(), &mut context.output);
    Ok(gtp::serve(input, output, &mut session)?)
}

impl GtpArgs {
    /// A session with a new game.
    fn session(&self, sources: &Sources, ranks: &Ranks) -> Result<Session, Error> {
        let game = sources.effective.game.begin()?;
        log::info!(
            "{size}x{size}, komi {}, {} rules",
            game.komi(),
            game.rules(),
            size = game.size()
        );
        let engine = pondering_engine(sources, ranks)?;
        let usual = SessionOptions::default();
        let options = SessionOptions {
            name: self.gtp_name.clone().unwrap_or(usual.name),
            version: self.gtp_version.clone().unwrap_or(usual.version),
            komi: sources.effective.game.komi,
            lists_chat: self.chat == Some(ChatServer::Kgs),
            writes_chat_lines: self.chat == Some(ChatServer::Ogs),
            is_remote: self.listen.is_some(),
        };
        let mut session = Session::new(game, engine, options);
        session.keep_games(self.games.keeper()?);
        Ok(session)
    }
}

/// Begins a session for every connection to this address, and never ends. During a session other connections are refused.
///
/// # Errors
///
/// Returns [`Error::Usage`] for an address that other machines can reach, or that is not free, and the error of `begin` for
/// settings that fit no game.
fn listen(
    address: SocketAddr,
    mut errors: impl Write,
    begin: impl Fn() -> Result<Session, Error> + Sync,
) -> Result<(), Error> {
    let refused = |reason: &str| Error::Usage(format!("--listen {address}: {reason}"));
    if !address.ip().is_loopback() {
        return Err(refused(
            "only addresses of this machine are served, 127.0.0.1 or [::1]; for others use a tunnel, as `ssh -L` makes",
        ));
    }
    begin()?;
    let listener = TcpListener::bind(address).map_err(|error| refused(&error.to_string()))?;
    let address = listener.local_addr()?;
    // The games go on if this line cannot be written.
    let _ = writeln!(errors, "listening on {address}");
    // A game in progress holds a second reference.
    let board = Arc::new(());
    thread::scope(|scope| {
        for connection in listener.incoming() {
            let stream = match connection {
                Ok(stream) => stream,
                Err(error) => {
                    log::warn!("a connection failed: {error}");
                    continue;
                }
            };
            if Arc::strong_count(&board) > 1 {
                scope.spawn(move || refuse(&stream));
                continue;
            }
            let (guard, begin) = (Arc::clone(&board), &begin);
            let game = thread::Builder::new().stack_size(STACK_BYTES);
            let started = game.spawn_scoped(scope, move || {
                play(&stream, begin);
                drop(guard);
            });
            if let Err(error) = started {
                log::warn!("no thread for a connection: {error}");
            }
        }
    });
    Ok(())
}

/// Says why there is no game, and reads a little of what was sent, because closing a connection with unread input could discard the
/// response.
fn refuse(mut stream: &TcpStream) {
    log::info!("refused a connection during a game");
    let said = stream
        .write_all(BUSY)
        .and_then(|()| stream.shutdown(Shutdown::Write))
        .and_then(|()| stream.set_read_timeout(Some(REFUSAL_TIME)));
    if said.is_ok() {
        let _ = io::copy(&mut stream.take(REFUSAL_BYTES), &mut io::sink());
    }
}

/// Plays on a connection until `quit`, or until the other side closes it.
fn play(stream: &TcpStream, begin: impl Fn() -> Result<Session, Error>) {
    let end = begin().and_then(|mut session| {
        // Disables Nagle's algorithm: the client waits for each short response.
        stream.set_nodelay(true)?;
        let (input, output) = logged(stream.try_clone()?, stream);
        Ok(gtp::serve(input, output, &mut session)?)
    });
    match end {
        Ok(()) => log::info!("the connection has ended"),
        Err(error) => log::info!("the connection has ended: {error}"),
    }
    // The thread that reads from the connection waits for its end.
    let _ = stream.shutdown(Shutdown::Both);
}
