//! Queries that ask for something other than an analysis. The answer is the query itself, with the fields that were asked for.

use serde_json::{Map, Value, json};

use super::AnalysisService;
use super::desk::{Desk, QueuedPosition};
use super::fields::{Fields, QueryFault, required, to_line};

const ACTIONS: &str =
    "must be query_version, query_models, clear_cache, terminate or terminate_all";

/// Carries out the action of a query.
pub(super) fn perform(
    object: Map<String, Value>,
    service: &AnalysisService,
    desk: &Desk,
) -> Result<(), QueryFault> {
    let mut answer = object.clone();
    let mut fields = Fields(object);
    let action = required("action", fields.text("action")?)?;
    match &*action {
        "query_version" => {
            answer.insert("git_hash".to_owned(), "<omitted>".into());
            answer.insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
        }
        "query_models" => {
            answer.insert("models".to_owned(), models(service));
        }
        "clear_cache" => desk.clear(),
        "terminate" => {
            let id = required("terminateId", fields.text("terminateId")?)?;
            terminate(&mut fields, desk, Some(&id))?;
        }
        "terminate_all" => terminate(&mut fields, desk, None)?,
        _ => return Err(QueryFault::in_field("action", ACTIONS)),
    }
    desk.say(to_line(answer.into()));
    Ok(())
}

/// Ends the analyses of one query or of all queries, at some turns or at all turns.
fn terminate(fields: &mut Fields, desk: &Desk, id: Option<&str>) -> Result<(), QueryFault> {
    let turns: Option<Vec<i64>> = fields.read("turnNumbers", "a list of integers")?;
    give_up(desk, |position| {
        let is_turn = |turns: &Vec<i64>| turns.contains(&(position.turn as i64));
        id.is_none_or(|id| &*position.query.id == id) && turns.as_ref().is_none_or(is_turn)
    });
    Ok(())
}

/// Ends the searches of the selected positions, and answers those that have not begun without results.
pub(super) fn give_up(desk: &Desk, concerns: impl FnMut(&QueuedPosition) -> bool) {
    for position in desk.stop(concerns) {
        desk.say(no_results(&position));
    }
}

/// The answer for a position that was not searched.
pub(super) fn no_results(position: &QueuedPosition) -> String {
    to_line(json!({
        "id": position.query.id,
        "isDuringSearch": false,
        "noResults": true,
        "turnNumber": position.turn,
    }))
}

/// The network, if there is one.
fn models(service: &AnalysisService) -> Value {
    let network = service.settings.network.as_ref();
    let models = network.map(|network| {
        json!({
            "internalName": format!("tao-go-{}", network.name),
            "maxBatchSize": 1,
            "name": network.name,
            "usesHumanSLProfile": false,
            "usingFP16": "false",
            "version": 1,
        })
    });
    models.into_iter().collect()
}
