//! The network in the program.

use std::sync::{Arc, LazyLock};

use super::Network;

/// The bytes of its file.
const BYTES: Option<&[u8]> = Some(include_bytes!("../../networks/6x64.taonet"));

static NETWORK: LazyLock<Option<Arc<Network>>> = LazyLock::new(|| {
    let network = BYTES.map(Network::parse)?;
    let network = network.inspect_err(|error| log::error!("the network in the program: {error}"));
    network.ok().map(Arc::new)
});

/// The network in the program, if there is one.
#[must_use]
pub fn embedded() -> Option<Arc<Network>> {
    NETWORK.clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_in_the_program_can_be_read() {
        assert_eq!(embedded().is_some(), BYTES.is_some());
    }
}
