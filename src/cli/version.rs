//! `tao-go version`: the version, the build, and hashes of the data in the program.

use std::env::consts::{ARCH, OS};
use std::io::Write;

use clap::Args;

use tao_engine::raw::candidates::moves;
use tao_engine::raw::pattern;
use tao_protocols::schema::output::{Network, Profile, Version};
use tao_rules::cpu::{self, Build};
use tao_rules::raw::hash;

use super::Error;
use super::engine::network;
use super::printable::write_json;
use super::settings::EngineArgs;

/// Print the version
#[derive(Clone, Copy, Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct VersionArgs {
    /// Print a JSON object: also target, processor features in use, and hashes of built-in data
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  tao-go version --json | jq .patterns
";

// Hashes of data in the program.
const PATTERNS: u64 = fnv_1a(pattern::EMBEDDED.as_bytes());
const MOVES: u64 = fnv_1a(moves::EMBEDDED.as_bytes());

/// The hash of Fowler, Noll and Vo, <https://www.rfc-editor.org/rfc/rfc9923>.
const fn fnv_1a(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut i = 0;
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0100_0000_01b3);
        i += 1;
    }
    hash
}

pub(super) fn run(
    args: VersionArgs,
    engine: &EngineArgs,
    mut output: impl Write,
) -> Result<(), Error> {
    let version = env!("CARGO_PKG_VERSION");
    // The plain text does without the network in the program, which takes longer to read than all else.
    let needs_network = args.json || engine.network.is_some();
    let network = if needs_network {
        network(engine)?
    } else {
        None
    };
    if !args.json {
        return Ok(writeln!(output, "tao-go {version}")?);
    }
    let hexadecimal = |hash| format!("{hash:016x}");
    let facts = Version {
        name: "tao-go",
        version,
        target: target(),
        profile: if cfg!(debug_assertions) {
            Profile::Debug
        } else {
            Profile::Release
        },
        features: cpu::features(),
        patterns: hexadecimal(PATTERNS),
        moves: hexadecimal(MOVES),
        seed: hash::SEED,
        network: network.as_deref().map(|network| Network {
            name: network.name.clone(),
            blocks: network.shape.blocks,
            channels: network.shape.channels,
            neck: network.shape.neck,
            hidden: network.shape.hidden,
            smallest_board: network.scope.smallest,
            territory: network.scope.territory,
            crc: format!("{:08x}", network.identity),
            kernel: Build::best().name(),
        }),
    };
    write_json(output, &facts)
}

/// Processor, system, and the C library where there is a choice.
fn target() -> String {
    let libraries = [
        (cfg!(target_env = "musl"), "-musl"),
        (cfg!(target_env = "gnu"), "-gnu"),
        (cfg!(target_env = "msvc"), "-msvc"),
    ];
    let library = libraries.iter().find(|(is_ours, _)| *is_ours);
    format!("{ARCH}-{OS}{}", library.map_or("", |(_, name)| name))
}

#[cfg(test)]
mod tests {
    use super::fnv_1a;

    #[test]
    fn the_hash_is_the_published_one() {
        for (text, expected) in [
            ("", 0xcbf2_9ce4_8422_2325),
            ("a", 0xaf63_dc4c_8601_ec8c),
            ("foobar", 0x8594_4171_f739_67e8),
        ] {
            assert_eq!(fnv_1a(text.as_bytes()), expected, "{text}");
        }
    }
}
