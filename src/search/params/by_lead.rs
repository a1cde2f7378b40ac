//! Second values of parameters, which hold while the side to move leads or trails. The idea of a Connect6 program with one
//! set of weights for attack and one for defence, chosen by who is ahead.

use super::{Param, Params, SetParamError, table};

/// Who leads, as far as second values of parameters depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lead {
    /// The side to move does.
    Ahead,
    /// The other side does.
    Behind,
}

/// Parameters without a second value: the first two belong to the machine, the last decides which values hold.
const ONE_VALUE: [&str; 3] = ["memory", "threads", "lead-margin"];

/// Second values of parameters, by name, as text.
pub type SecondValues = Option<Box<[(&'static str, String)]>>;

impl Lead {
    const BOTH: [Self; 2] = [Self::Ahead, Self::Behind];

    /// What stands before the name of a parameter's second value.
    const fn prefix(self) -> &'static str {
        match self {
            Self::Ahead => "ahead.",
            Self::Behind => "behind.",
        }
    }

    /// The lead and the parameter that the name of a second value has.
    pub(super) fn split(name: &str) -> Option<(Self, &str)> {
        Self::BOTH
            .into_iter()
            .find_map(|lead| Some((lead, name.strip_prefix(lead.prefix())?)))
    }
}

impl Params {
    /// The names of all parameters, and of the second values of those that may have some.
    pub fn all_names() -> impl Iterator<Item = String> {
        let seconds = Lead::BOTH.into_iter().flat_map(|lead| {
            let names = Self::names().filter(|name| !ONE_VALUE.contains(name));
            names.map(move |name| format!("{}{name}", lead.prefix()))
        });
        Self::names().map(str::to_owned).chain(seconds)
    }

    /// Whether any parameter has a second value.
    pub(in crate::search) const fn has_second_values(&self) -> bool {
        self.ahead.is_some() || self.behind.is_some()
    }

    /// The parameters that hold at this win rate of the side to move, in [0, 1].
    pub(in crate::search) fn at_win_rate(&self, win_rate: f64) -> Self {
        let lead = if win_rate > 0.5 + self.lead_margin {
            Lead::Ahead
        } else if win_rate < 0.5 - self.lead_margin {
            Lead::Behind
        } else {
            return self.clone();
        };
        log::debug!("win rate {win_rate:.3}: {lead:?}");
        self.with_lead(lead)
    }

    /// The parameters that hold with this lead. A second value that belongs to a choice no longer made has no effect.
    fn with_lead(&self, lead: Lead) -> Self {
        let mut params = self.clone();
        for (name, value) in self.second_values(lead).iter().flatten() {
            // A misfit changes nothing.
            let _ = params.set(name, value);
        }
        params
    }

    /// Gives a parameter a second value.
    pub(super) fn set_second(
        &mut self,
        lead: Lead,
        name: &str,
        value: &str,
    ) -> Result<(), SetParamError> {
        let Some(&Param { name, .. }) = second(name) else {
            let name = format!("{}{name}", lead.prefix());
            return Err(SetParamError::UnknownName { name });
        };
        self.with_lead(lead).set(name, value)?;
        let old = self.second_values(lead).iter().flatten();
        let kept = old.filter(|(known, _)| *known != name).cloned();
        let values = Some(kept.chain([(name, value.to_owned())]).collect());
        match lead {
            Lead::Ahead => self.ahead = values,
            Lead::Behind => self.behind = values,
        }
        Ok(())
    }

    /// The second value of a parameter; `None` if it has none, or if that has no effect.
    pub(super) fn get_second(&self, lead: Lead, name: &str) -> Option<String> {
        let values = self.second_values(lead).as_ref()?;
        let is_set = values.iter().any(|(known, _)| *known == name);
        is_set.then(|| self.with_lead(lead).get(name)).flatten()
    }

    const fn second_values(&self, lead: Lead) -> &SecondValues {
        match lead {
            Lead::Ahead => &self.ahead,
            Lead::Behind => &self.behind,
        }
    }
}

/// The parameter with this name, if it may have a second value.
fn second(name: &str) -> Option<&'static Param> {
    table::find(name).filter(|param| !ONE_VALUE.contains(&param.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Choice, Selection};

    #[test]
    fn a_second_value_holds_beyond_the_margin() {
        let mut params = Params::PLAIN_UCT;
        params.set("lead-margin", "0.2").unwrap();
        params.set("ahead.choice", "visits").unwrap();
        params.set("behind.exploration", "2").unwrap();
        params.set("behind.exploration", "3").unwrap();
        assert_eq!(params.choice, Choice::Mean);
        for (win_rate, choice, c) in [
            (0.0, Choice::Mean, 3.0),
            (0.29, Choice::Mean, 3.0),
            (0.31, Choice::Mean, 1.5),
            (0.69, Choice::Mean, 1.5),
            (0.71, Choice::Visits, 1.5),
            (1.0, Choice::Visits, 1.5),
        ] {
            let found = params.at_win_rate(win_rate);
            assert_eq!(
                (found.choice, found.selection),
                (choice, Selection::Ucb1 { c }),
                "{win_rate}"
            );
        }
    }

    #[test]
    fn a_second_value_is_read_as_it_was_set() {
        let mut params = Params::PLAYOUTS;
        assert_eq!(params.get("ahead.rave-equivalence"), None);
        params.set("ahead.rave-equivalence", "500").unwrap();
        let value = params.get("ahead.rave-equivalence");
        assert_eq!(value.as_deref(), Some("500"));
        assert_eq!(params.get("behind.rave-equivalence"), None);
        // It follows the choice that it belongs to.
        params.set("selection", "ucb1").unwrap();
        assert_eq!(params.get("ahead.rave-equivalence"), None);
        let behind_has_rave = params.set("behind.selection", "rave").is_ok();
        assert!(behind_has_rave && params.set("behind.rave-equivalence", "700").is_ok());
        assert!(params.set("ahead.rave-equivalence", "700").is_err());
    }

    #[test]
    fn what_has_no_second_value_is_unknown() {
        for name in [
            "ahead.memory",
            "behind.threads",
            "ahead.lead-margin",
            "ahead.x",
            "ahead.ahead.choice",
        ] {
            let mut params = Params::PLAYOUTS;
            let error = params.set(name, "1").unwrap_err();
            assert!(
                error
                    .to_string()
                    .starts_with(&format!("unknown setting `{name}`"))
            );
            assert_eq!(params, Params::PLAYOUTS);
            assert!(!Params::all_names().any(|known| known == name));
        }
        assert!(Params::all_names().any(|name| name == "behind.lead-weight"));
        let error = Params::PLAYOUTS
            .clone()
            .set("ahead.alpha", "0.5")
            .unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("the setting `alpha` belongs to ")
        );
    }
}
