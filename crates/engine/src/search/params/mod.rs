//! Every tunable of the search, in groups, and the presets.

mod evaluation;
mod field;
mod machine;
mod playouts;
mod presets;
mod selection;
mod sharing;
mod table;
mod tree;

pub use evaluation::{EvaluationKind, EvaluationParams, Priors};
pub use machine::MachineParams;
pub use playouts::{PlayoutParams, PlayoutPolicy};
pub use selection::{Choice, FirstPlay, Selection, SelectionParams};
pub use sharing::SharingParams;
pub use table::{Param, SetParamError, Values};
pub use tree::TreeParams;

use serde::{Deserialize, Serialize};

/// The parameters of a search. [`Params::preset`] finds a preset, [`Params::set`] changes a parameter by name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Params {
    /// What evaluates a leaf, and what is expected of a move before its first visit.
    pub evaluation: EvaluationParams,
    /// Which moves are looked at, visited and played.
    pub selection: SelectionParams,
    /// How the tree grows, and what it keeps.
    pub tree: TreeParams,
    /// Simulated games.
    pub playouts: PlayoutParams,
    /// What ranks of a cluster share of their trees.
    pub sharing: SharingParams,
    /// Memory and threads.
    pub machine: MachineParams,
}

impl Params {
    /// Whether moves have a prior probability.
    pub(super) fn has_priors(&self) -> bool {
        self.evaluation.priors.model > 0 || self.evaluation.kind != EvaluationKind::Playout
    }

    /// These parameters with the memory and the threads of others.
    #[must_use]
    pub fn with_machine_of(self, other: &Self) -> Self {
        Self {
            machine: other.machine,
            ..self
        }
    }

    /// Whether values of leaves are corrected by the errors in similar positions. The nodes then keep evaluations where others keep
    /// AMAF results.
    pub(super) fn corrects_values(&self) -> bool {
        self.evaluation.value_bias > 0.0 && !self.selection.formula.uses_amaf()
    }

    /// These parameters for a board without a network: evaluation and selection are those of [`PLAYOUTS`](Self::PLAYOUTS),
    /// except for the weight of points ahead and whether it saturates. The number of playouts is that of `PLAYOUTS` too, unless
    /// it was changed.
    pub(super) fn without_network(&self) -> Self {
        let mut params = Self {
            evaluation: EvaluationParams {
                lead_weight: self.evaluation.lead_weight,
                lead_saturates: self.evaluation.lead_saturates,
                ..Self::PLAYOUTS.evaluation
            },
            selection: Self::PLAYOUTS.selection,
            ..self.clone()
        };
        if self.playouts.count == Self::NETWORK.playouts.count {
            params.playouts.count = Self::PLAYOUTS.playouts.count;
        }
        params
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_network_what_does_not_depend_on_it_stays() {
        assert_eq!(Params::NETWORK.without_network(), Params::PLAYOUTS);
        let changed = |params: &Params| {
            let mut params = params.clone();
            params.evaluation.lead_weight = 0.1;
            params.tree.reuse = false;
            params.playouts.count = 7;
            params.machine.threads = 3;
            params
        };
        let expected = changed(&Params::PLAYOUTS);
        assert_eq!(changed(&Params::NETWORK).without_network(), expected);
    }
}
