//! `tao-go serve`: a board in the browser.

use std::env;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;

use clap::Args;

use tao_protocols::serve::{self, BoardService, PublicUrl};

use super::browser;
use super::engine::concurrent_settings;
use super::folders::state_folder;
use super::parsers::in_range;
use super::{Context, Error};

/// The page in the browser, which is made in `web`: a template for [`serve::page()`].
pub(super) const PAGE: &str = include_str!("../../web/dist/page.html");

/// Play and analyze on a board in the browser
///
/// Prints the address of a page, which only this computer can open, and serves it until Ctrl-C. The page needs nothing from the
/// internet. Each browser that opens it has a game of its own, which is kept
/// when the program ends.
#[derive(Clone, Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct ServeArgs {
    /// Port [default: a free one]
    #[arg(long, value_name = "N", value_parser = in_range(1_u16, u16::MAX))]
    port: Option<u16>,
    /// Address to listen on; 0.0.0.0 lets other computers on the network play, too
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// Open the page in your browser
    #[arg(long)]
    open: bool,
    // With the default memory and number of visitors, each visitor gets about 40 MiB.
    /// Maximum number of visitors with a game; they share the memory
    #[arg(long, value_name = "N", value_parser = in_range(1_usize, 1000), default_value_t = 12)]
    visitors: usize,
    /// Keep no game on the disk
    #[arg(long)]
    no_save: bool,
    /// Maximum number of new games from one address in a minute
    #[arg(long, value_name = "N", value_parser = in_range(1_usize, 1_000_000), default_value_t = 60)]
    new_games: usize,
    /// Address of the page for browsers behind a reverse proxy
    #[arg(long, value_name = "URL")]
    public_url: Option<PublicUrl>,
}

/// Makes the C library return freed memory. By default glibc has a pool for each thread, which keeps what its thread has freed, and
/// allocates blocks in the pools that are as large as the largest one that was freed so far.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "the C library has no safe interface")]
fn return_freed_memory() {
    use std::ffi::c_int;
    unsafe extern "C" {
        safe fn mallopt(parameter: c_int, value: c_int) -> c_int;
    }
    const M_ARENA_MAX: c_int = -8;
    const M_MMAP_THRESHOLD: c_int = -3;
    // A larger block is never part of a pool: 128 KiB, the value with which glibc starts.
    const LARGE: c_int = 128 << 10;
    if mallopt(M_ARENA_MAX, 1) == 0 || mallopt(M_MMAP_THRESHOLD, LARGE) == 0 {
        log::warn!("the memory of the program is not limited");
    }
}

const EXAMPLES: &str = "\
Examples:
  tao-go serve --open                     a page on a free port of this computer, in your browser
  tao-go serve --port 8009 --time 5s      at http://127.0.0.1:8009/, five seconds a move
  tao-go serve --address 0.0.0.0 --port 8009
                                          for all computers on the network
  tao-go serve --port 8009 --public-url https://go.example.org/go/
                                          behind a reverse proxy
";

/// The folder for the games: in that which systemd gives a service, or in the user's.
fn folder(args: &ServeArgs) -> Option<PathBuf> {
    if args.no_save {
        return None;
    }
    let given = env::var_os("STATE_DIRECTORY").map(PathBuf::from);
    let folder = given
        .filter(|folder| folder.is_absolute())
        .or_else(state_folder);
    if folder.is_none() {
        log::warn!("games are not kept: neither XDG_STATE_HOME nor HOME is set");
    }
    folder.map(|folder| folder.join("serve"))
}

/// Serves the page until the program is ended.
///
/// # Errors
///
/// [`Error::Usage`] and [`Error::File`] for bad settings, [`Error::Failed`] where the port is taken, [`Error::Stream`] where the
/// address cannot be printed.
pub(super) fn run(args: &ServeArgs, context: &mut Context) -> Result<(), Error> {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    return_freed_memory();
    let common = &context.sources.effective;
    let (settings, threads) = concurrent_settings(&common.engine)?;
    let service = BoardService {
        settings,
        sizes: common.engine.mistakes.unwrap_or_default(),
        threads,
        visitors: args.visitors,
        template: PAGE,
        folder: folder(args),
        game: common.game.begin()?,
        new_games: args.new_games,
        public: args.public_url.clone(),
        has_fixed_port: args.port.is_some(),
    };
    let address = SocketAddr::new(args.address, args.port.unwrap_or(0));
    let fail = |error| Error::Failed(format!("cannot listen on {address}: {error}"));
    let listener = TcpListener::bind(address).map_err(fail)?;
    let port = listener.local_addr().map_err(fail)?.port();
    // A browser cannot open the unspecified address, which stands for all addresses.
    let host = match address.ip() {
        ip if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        ip => ip,
    };
    let page = format!("http://{}/", SocketAddr::new(host, port));
    writeln!(context.output, "Tao Go is at {page} (Ctrl-C ends it)")?;
    context.output.flush()?;
    if args.open {
        browser::open(&page, &mut context.errors);
    }
    Ok(serve::serve(&listener, service)?)
}
