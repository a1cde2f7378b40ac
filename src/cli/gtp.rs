//! `tao-go gtp`: the Go Text Protocol on the standard streams, or over TCP.

use std::net::SocketAddr;

use clap::{Args, ValueEnum};

use crate::ranks::Ranks;
use tao_protocols::gtp;
use tao_protocols::gtp::Session;

use super::context::Context;
use super::engine::pondering_engine;
use super::error::Error;
use super::game_folder::GameFolderArgs;
use super::gtp_listener::listen;
use super::settings::Sources;
use super::wire_log::logged;

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
    /// Print statistics of the simulated games: length, scores, owners of points, depth, time by phase
    #[arg(long)]
    stats: bool,
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
        return listen(address, errors, || {
            let mut session = args.session(sources, ranks)?;
            session.is_remote = true;
            Ok(session)
        });
    }
    let mut session = args.session(sources, ranks)?;
    if log::log_enabled!(log::Level::Warn) {
        // LizGoban waits for this line. The session goes on if it cannot be written.
        let _ = writeln!(errors, "GTP ready");
    }
    session.draw_on(errors);
    session.writes_chat_lines = args.chat == Some(ChatServer::Ogs);
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
        let mut engine = pondering_engine(sources, ranks)?;
        engine.keep_statistics(self.stats);
        let mut session = Session::new(game, engine);
        session.komi = sources.effective.game.komi;
        session.keeper = self.games.keeper()?;
        session.lists_chat = self.chat == Some(ChatServer::Kgs);
        if let Some(name) = &self.gtp_name {
            session.name.clone_from(name);
        }
        if let Some(version) = &self.gtp_version {
            session.version.clone_from(version);
        }
        Ok(session)
    }
}
