use super::*;

/// The error or warning for a query with these fields, as field and text.
fn fault(kind: &str, fields: &Value) -> (String, String) {
    let answers = answers(&[query(fields.clone())]);
    let is_fault = |answer: &&Value| answer.get(kind).is_some();
    let faults: Vec<_> = answers.iter().filter(is_fault).collect();
    let [fault] = faults[..] else {
        panic!("{fields}: {answers:?}");
    };
    assert_eq!(fault["id"], "q");
    assert_eq!(answers.len(), if kind == "error" { 1 } else { 2 });
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    (text(&fault["field"]), text(&fault[kind]))
}

/// Fields of a query, the one that is wrong, and a part of the error.
const BAD_FIELDS: &str = r#"
{"moves":null} | moves | is missing
{"moves":{}} | moves | must be a list
{"moves":[["B"]]} | moves | pairs
{"moves":[["X","C3"]]} | moves | "X" is no player
{"moves":[["B","F6"]]} | moves | "F6" is no point
{"moves":[["B","(5,0)"]]} | moves | is no point
{"moves":[["B","(0,99999999999999999999)"]]} | moves | is no point
{"moves":[["B",7]]} | moves | 7 is no point
{"moves":[["B","C3"],["W","C3"]]} | moves | Illegal move 2, white C3: C3 is occupied
{"boardXSize":1} | boardXSize | from 2 to 19
{"boardYSize":1000000000} | boardYSize | from 2 to 19
{"boardXSize":5.5} | boardXSize | integer
{"boardYSize":6} | boardYSize | square
{"rules":null} | rules | is missing
{"rules":"chess"} | rules | unknown
{"rules":""} | rules | unknown
{"rules":7} | rules | unknown
{"rules":{"ko":"NEVER"}} | rules | unknown
{"komi":"7"} | komi | number
{"komi":401} | komi | -400 to 400
{"whiteHandicapBonus":3} | whiteHandicapBonus | N-1
{"initialPlayer":"R"} | initialPlayer | no player
{"initialStones":[["B","pass"]]} | initialStones | pass
{"initialStones":[["B","C3"],["W","C3"]]} | initialStones | two on one point
{"initialStones":[["B","C3"],["B","C3"]]} | initialStones | two on one point
{"analyzeTurns":[1]} | analyzeTurns | from 0 to 0
{"analyzeTurns":[]} | analyzeTurns | names no turn
{"priorities":[1]} | priorities | needs analyzeTurns
{"analyzeTurns":[0],"priorities":[1,2]} | priorities | as long as
{"priority":0.5} | priority | integer
{"maxVisits":0} | maxVisits | from 1 on
{"reportDuringSearchEvery":0} | reportDuringSearchEvery | number
{"firstReportDuringSearchAfter":2e6} | firstReportDuringSearchAfter | from 0.001 to 1000000
{"analysisPVLen":0} | analysisPVLen | from 1 to 1000
{"includePolicy":"yes"} | includePolicy | true or false
{"overrideSettings":[]} | overrideSettings | object
{"overrideSettings":{"maxTime":"soon"}} | overrideSettings | maxTime must be
{"avoidMoves":[7]} | avoidMoves | list of objects
{"avoidMoves":[{"player":"B","moves":["C3"]}]} | avoidMoves | untilDepth: is missing
{"allowMoves":[{"player":"B","moves":7,"untilDepth":1}]} | allowMoves | moves: must be a list
{"allowMoves":[{"moves":["C3"],"untilDepth":1}]} | allowMoves | player: is missing
{"allowMoves":[{"player":"B","moves":[],"untilDepth":1},{"player":"B","moves":[],"untilDepth":1}]} | allowMoves | two entries
{"moves":[["B","C3"],["W","D3"]],"allowMoves":[{"player":"B","moves":["C3","D3"],"untilDepth":1}]} | allowMoves | no legal move
{"action":"dance"} | action | query_version
{"action":"terminate"} | terminateId | is missing
{"action":"terminate_all","turnNumbers":["x"]} | turnNumbers | list of integers
"#;

#[test]
fn a_bad_field_is_named_and_nothing_is_searched() {
    for case in BAD_FIELDS.trim().lines() {
        let parts: Vec<&str> = case.split(" | ").collect();
        let fields: Value = serde_json::from_str(parts[0]).unwrap();
        let (found, error) = fault("error", &fields);
        assert_eq!(found, parts[1], "{case}: {error}");
        assert!(error.contains(parts[2]), "{case}: {error}");
    }
}

#[test]
fn what_is_not_understood_is_warned_of_and_the_rest_done() {
    for (fields, field, text) in [
        (json!({"maxVisit": 7}), "maxVisit", "unknown field"),
        (
            json!({"rules": "stone-scoring"}),
            "rules",
            "a tax on groups",
        ),
        (
            json!({"overrideSettings": {"cpuctExploration": 1}}),
            "overrideSettings",
            "no setting `cpuctExploration`",
        ),
    ] {
        let (found, warning) = fault("warning", &fields);
        assert_eq!(found, field);
        assert!(warning.contains(text), "{warning}");
    }
}

#[test]
fn a_line_that_is_no_query_gets_one_error_and_the_next_is_answered() {
    let long = format!("{{\"id\":\"{}", "x".repeat(10_000_000));
    let deep = "[".repeat(100_000);
    let query = query(json!({"maxVisits": 1})).to_string();
    for line in [
        &b"{"[..],
        b"7",
        b"null",
        b"[]",
        b"{}",
        b"{\"id\":7}",
        b"{\"id\":\"\xff\"}",
        b"\xff\xfe",
        b"{\"id\":\"a\",\"komi\":1e999}",
        long.as_bytes(),
        deep.as_bytes(),
    ] {
        let input = [b"\n \r\n", line, b"\n", query.as_bytes()].concat();
        let answers = answers_to(service(), &input);
        assert_eq!(answers.len(), 2, "{answers:?}");
        let (errors, others): (Vec<_>, Vec<_>) = answers
            .iter()
            .partition(|answer| answer.get("error").is_some());
        assert_eq!((errors.len(), others.len()), (1, 1), "{answers:?}");
        assert!(errors[0].get("id").is_none());
    }
}

#[test]
fn actions_are_echoed_with_what_they_ask_for() {
    for (action, added) in [
        ("query_version", &["git_hash", "version"][..]),
        ("query_models", &["models"]),
        ("clear_cache", &[]),
        ("terminate_all", &[]),
    ] {
        let query = json!({"id": "q", "action": action, "mine": [1, 2]});
        let mut answer = answers(std::slice::from_ref(&query)).remove(0);
        let fields = answer.as_object_mut().unwrap();
        for field in added {
            assert!(fields.remove(*field).is_some(), "{action}: {field}");
        }
        assert_eq!(answer, query);
    }
}

#[test]
fn the_first_failure_to_write_ends_everything() {
    struct ClosedPipe;
    impl Write for ClosedPipe {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let endless = query(json!({"maxVisits": 1_000_000_000_u64}));
    let lines = format!("{endless}\n{endless}\n{{\"id\":\"v\",\"action\":\"query_version\"}}\n");
    let served = serve(Cursor::new(lines.into_bytes()), ClosedPipe, service());
    assert_eq!(served.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
}

#[test]
fn an_error_of_reading_is_returned_after_the_answers() {
    struct Broken;
    impl io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::ConnectionReset.into())
        }
    }
    let line = format!("{}\n", query(json!({})));
    let reader = io::Read::chain(Cursor::new(line.into_bytes()), Broken);
    let mut output = Vec::new();
    let served = serve(io::BufReader::new(reader), &mut output, service());
    assert_eq!(served.unwrap_err().kind(), io::ErrorKind::ConnectionReset);
    assert!(output.ends_with(b"\"turnNumber\":0}\n"));
}
