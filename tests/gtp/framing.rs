//! Lines, numbers and responses. The program with pipes is in `process`, random input in `fuzz`.

use tao_protocols::gtp;

use super::conversation::{VERTEX, each, follow, output, responses, session};

#[test]
fn a_line_gets_one_response_under_its_number() {
    let name = "= Tao Go\n\n";
    let unknown = "? unknown command\n\n";
    let a_mebibyte = [vec![b'a'; 1 << 20], b"\n".to_vec()].concat();
    for (input, expected) in [
        (&b"name\n"[..], name),
        (b"1 name\n", "=1 Tao Go\n\n"),
        (b"0 name\n", "=0 Tao Go\n\n"),
        (b"2147483647 name\n", "=2147483647 Tao Go\n\n"),
        (b"007 name\n", "=7 Tao Go\n\n"),
        (
            b"99999999999999999999 name\n",
            "=99999999999999999999 Tao Go\n\n",
        ),
        (b"1name\n", "=1 Tao Go\n\n"),
        (b"-1 name\n", unknown),
        (b"5\nname\n", name),
        (b"\n\n   \n\t\n# c\n  # c\nname\n", name),
        (b"name # comment\n", name),
        (b"na#me\n", unknown),
        (b"#name\nname#\n", name),
        (b"name\r\n", name),
        (b"\t1\tname\t\n", "=1 Tao Go\n\n"),
        (b"na\x01\x08me\x7f\n", name),
        (b"na\x00me\n", name),
        (b"NAME\n", unknown),
        (b"name", name),
        (b"", ""),
        (b"quit\nname\n", "= \n\n"),
        (b"5 quit\n", "=5 \n\n"),
        (b"\xff\xfe\x80\n", unknown),
        (b"\xef\xbb\xbfname\n", name),
        (b"\xef\xbb\xbf5 name\r\n", "=5 Tao Go\n\n"),
        (b"3 \xc3\xa9\n", "?3 unknown command\n\n"),
        (&a_mebibyte, unknown),
        (b"protocol_version\n", "= 2\n\n"),
        (b"name extra args\n", name),
    ] {
        assert_eq!(output(input), expected, "{}", input.escape_ascii());
    }
}

#[test]
fn many_commands_in_one_write_are_answered_in_order() {
    let ids: Vec<u32> = (0..10_000).collect();
    let commands: Vec<String> = ids.iter().map(|id| format!("{id} name\n")).collect();
    let expected: Vec<String> = ids.iter().map(|id| format!("={id} Tao Go\n\n")).collect();
    assert_eq!(output(commands.concat().as_bytes()), expected.concat());
}

#[test]
fn an_error_does_not_end_the_session() {
    let version = env!("CARGO_PKG_VERSION");
    let expected = format!("=1 Tao Go\n\n?2 unknown command\n\n=3 {version}\n\n");
    assert_eq!(output(b"1 name\n2 foo\n3 version\n"), expected);
}

#[test]
fn known_commands_are_known_by_their_exact_name() {
    follow(&[("known_command play", "= true")]);
    each(
        &["known_command Play", "known_command", "known_command foo"],
        "= false",
    );
}

#[test]
fn listed_commands_are_known_and_listed_once() {
    let mut session = session();
    let list = responses(&mut session, &["list_commands"]).remove(0);
    let mut names: Vec<&str> = list.strip_prefix("= ").unwrap().lines().collect();
    for name in &names {
        let question = format!("known_command {name}");
        assert_eq!(responses(&mut session, &[&question]), ["= true"], "{name}");
    }
    let standard = "protocol_version name version known_command list_commands quit boardsize clear_board komi play \
                    genmove undo fixed_handicap place_free_handicap set_free_handicap time_settings time_left \
                    final_score final_status_list loadsgf reg_genmove showboard";
    for name in standard.split_whitespace() {
        assert!(names.contains(&name), "{name}");
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn spaces_around_words_do_not_matter() {
    follow(&[("   genmove   b   ", VERTEX)]);
}

#[test]
fn an_overlong_line_is_refused_and_the_next_one_is_answered() {
    let long = "x".repeat(3 << 20);
    let input = format!("play b e5\n17 play {long}\n# {long}\nquit {long}\nlast_move\n");
    let expected = "= \n\n?17 line too long\n\n? line too long\n\n= black E5\n\n";
    assert_eq!(output(input.as_bytes()), expected);
}

#[test]
fn commands_after_quit_are_not_answered() {
    let mut output = Vec::new();
    let mut session = session();
    gtp::serve(&b"quit\nname\n"[..], &mut output, &mut session).unwrap();
    assert_eq!(output, b"= \n\n");
}
