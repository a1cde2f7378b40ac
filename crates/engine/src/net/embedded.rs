//! The network in the program.

use std::sync::{Arc, LazyLock};

use super::Network;

/// The bytes of the network file.
const BYTES: &[u8] = include_bytes!("../../data/6x64.taonet");

static NETWORK: LazyLock<Option<Arc<Network>>> = LazyLock::new(|| {
    Network::parse(BYTES)
        .inspect_err(|error| log::error!("the network in the program: {error}"))
        .ok()
        .map(Arc::new)
});

/// The network in the program; `None` only if a broken one was built in.
#[must_use]
pub fn embedded() -> Option<Arc<Network>> {
    NETWORK.clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_in_the_program_can_be_read() {
        assert!(embedded().is_some());
    }
}
