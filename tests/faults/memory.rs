//! The memory limit, measured as resident memory of the process.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use tempfile::tempdir;

use crate::support::peer::Peer;
use crate::support::process::{KillOnDrop, TIMEOUT, number_from_env};
use crate::support::visitor::{start, stranger};
use crate::{engine, tao_go};

/// KiB in a field of `/proc/ID/status`: `VmRSS` is the resident memory, `VmHWM` its peak.
pub(crate) fn resident_kib(id: u32, field: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let value = status
        .lines()
        .find_map(|line| line.strip_prefix(field)?.strip_prefix(':'));
    let number = value.and_then(|value| value.trim().strip_suffix(" kB"));
    number.unwrap().parse().unwrap()
}

/// Plays both sides of a game whose searches fill the memory; returns the peak of resident memory in MiB.
fn peak_mib(size: &str, memory: u64, threads: u64, playouts: u64) -> f64 {
    const MOVES: usize = 4;
    let settings = format!(
        "--size {size} --memory {memory} --threads {threads} --playouts {playouts} --seed 1"
    );
    let mut engine = engine(&settings.split(' ').collect::<Vec<_>>());
    for color in ["b", "w"].into_iter().cycle().take(MOVES) {
        engine.ask(&format!("genmove {color}"));
    }
    let tree = tree_mib(&mut engine);
    let search = memory as f64 - 13.0 - threads.saturating_sub(16) as f64 / 8.0;
    // On 9x9, an eighth is for evaluations of the network, and 0.5 MiB for their errors.
    let expected = if size == "9" {
        search * 7.0 / 8.0 - 0.5
    } else {
        search
    };
    assert!(
        tree > 0.9 * expected,
        "the tree of {tree} MiB does not fill {memory} MiB"
    );
    resident_kib(engine.id(), "VmHWM") as f64 / 1024.0
}

/// The size of the search tree in MiB.
fn tree_mib(engine: &mut Peer) -> f64 {
    let statistics = engine.ask("tao-stats");
    let figures: serde_json::Value = serde_json::from_str(&statistics).unwrap();
    figures["memory"].as_f64().unwrap() / f64::from(1 << 20)
}

/// `TAO_PLAYOUTS` makes the searches longer.
#[test]
#[ignore = "fills trees: for release builds"]
fn resident_memory_stays_below_the_limit() {
    let playouts = number_from_env("TAO_PLAYOUTS", 60_000);
    for (size, memory, threads) in [
        ("19", 16, 2),
        ("9", 16, 2),
        ("19", 24, 2),
        ("19", 24, 64),
        ("9", 24, 64),
        ("9", 96, 1024),
        ("9", 144, 1024),
    ] {
        let peak = peak_mib(size, memory, threads, playouts);
        println!(
            "{size}x{size}, --memory {memory}, {threads} threads: at most {peak:.1} MiB resident"
        );
        assert!(
            peak <= memory as f64,
            "{size}x{size}: {peak} MiB of {memory}"
        );
    }
}

/// Arguments of commands that need some. The paths are in the folder in which the program runs.
const ARGUMENTS: &str = "
    known_command play
    boardsize 9
    komi 6
    rectangular_boardsize 9 9
    set_position b C3 w D4
    kgs-rules chinese
    kata-set-rules chinese
    kata-set-rule ko POSITIONAL
    fixed_handicap 2
    place_free_handicap 2
    set_free_handicap C3 G7
    play w G7
    genmove b
    reg_genmove w
    kgs-genmove_cleanup w
    gg-undo 1
    time_settings 0 0 0
    kgs-time_settings none
    kata-time_settings none
    time_left b 100 0
    final_status C3
    final_status_list dead
    tao-solve 2
    loadsgf game.sgf
    savesgf game.sgf
    list_stones b
    captures b
    countlib C3
    is_legal b E5
    all_legal b
    level 10
    tao-tree 10
    set_random_seed 3
    kata-get-param analysisWideRootNoise
    kata-set-param analysisWideRootNoise 0
    gogui-version 1.5
    gogui-play_sequence b A1 w A2
    gogui-setup b F6
    gogui-setup_player b
    cgos-opponent_name x
    cgos-gameover B+R
    lz-analyze b 10
    lz-genmove_analyze b 10
    kata-analyze w 10
    kata-genmove_analyze w 10
    kata-raw-nn all
    kata-search b
    kata-search_analyze b 10
    cgos-genmove_analyze b
";

/// Sends all commands after searches that fill the tree. Returns the peak of resident memory in MiB.
fn peak_of_commands(memory: u64, threads: u64) -> f64 {
    let folder = tempdir().unwrap();
    let settings =
        format!("--memory {memory} --threads {threads} --playouts 2000 --seed 1 --book built-in");
    let mut command = tao_go(&["gtp"]);
    command.args(settings.split(' ')).current_dir(&folder);
    let mut engine = Peer::start("Tao Go", &mut command);
    for color in ["b", "w", "b"] {
        engine.ask(&format!("genmove {color}"));
    }
    engine.ask("savesgf game.sgf");
    let names = engine.ask("list_commands");
    for name in names.lines().filter(|name| *name != "quit") {
        let mut lines = ARGUMENTS.lines().map(str::trim);
        let line = lines.find(|line| line.split(' ').next() == Some(name));
        let line = line.unwrap_or(name);
        engine.send(line);
        if name.ends_with("z-analyze") || name == "kata-analyze" {
            // It ends with the next command.
            thread::sleep(Duration::from_millis(500));
            engine.send("name");
            engine.response("name");
        }
        let response = engine.response(line);
        let is_understood = !["syntax", "unknown", "internal"]
            .iter()
            .any(|fault| response.contains(fault));
        assert!(
            is_understood || response.starts_with('='),
            "{line}: {response}"
        );
    }
    resident_kib(engine.id(), "VmHWM") as f64 / 1024.0
}

#[test]
#[ignore = "searches in nine programs with every command: for release builds"]
fn no_command_takes_more_than_the_limit() {
    for memory in [16, 32, 512] {
        for threads in [1, 2, 64] {
            let peak = peak_of_commands(memory, threads);
            println!("--memory {memory}, {threads} threads: at most {peak:.1} MiB resident");
            let least = 14.0 + threads.saturating_sub(16) as f64 / 8.0;
            let most = least.max(memory as f64);
            assert!(peak <= most, "{peak} MiB of {most}, {threads} threads");
        }
    }
}

/// A record of nearly 1 MiB with as many moves and variations as are kept.
fn large_record() -> String {
    let moves = |count: usize| ";B[];W[]".repeat(count / 2);
    let comment = "a long comment ".repeat(30_000);
    let commented = format!(";B[]C[{}];W[]", "z".repeat(500)).repeat(940);
    let variations = ["cc", "ee", "gg"].map(|at| format!("(;B[{at}];W[]{})", moves(600)));
    let record = format!(
        "(;SZ[9]C[{comment}]{commented}({}){})",
        moves(100),
        variations.concat()
    );
    assert!(
        (900 << 10..1 << 20).contains(&record.len()),
        "{}",
        record.len()
    );
    record
}

/// Each loads a record twice, because the game before is kept, and lets the engine move.
#[test]
#[ignore = "loads records for a minute: for release builds"]
fn sixty_visitors_with_large_records_stay_below_the_limit() {
    const MEMORY: f64 = 64.0;
    let folder = tempdir().unwrap();
    let usual = [
        "serve",
        "--memory",
        "64",
        "--visitors",
        "64",
        "--threads",
        "2",
    ];
    let mut command = tao_go(&usual);
    command
        .args(["--playouts", "500", "--new-games", "1000"])
        .env("XDG_STATE_HOME", folder.path());
    let (host, record) = (start(&mut command), large_record());
    let peak = || resident_kib(host.id(), "VmHWM") as f64 / 1024.0;
    let visit = || {
        let mut visitor = stranger(&host);
        let mut ask = |method: &str, path: &str, kind: &str, body: &str| {
            let (status, answer) = visitor.ask(method, path, kind, body);
            assert_eq!(status, 200, "{method} {path}: {answer:.100}");
        };
        for _ in 0..2 {
            ask("POST", "/api/sgf", "application/x-go-sgf", &record);
        }
        for action in [r#"{"action": "go", "to": 0}"#, r#"{"action": "genmove"}"#] {
            ask("POST", "/api/act", "application/json", action);
        }
        ask("GET", "/api/sgf", "", "");
    };
    // Some are refused, perhaps before they have sent everything.
    let try_to_load = || {
        let visitor = stranger(&host);
        let (head, length) = (visitor.head("POST", "/api/sgf"), record.len());
        let head = format!("{head}Content-Type: application/x-go-sgf\r\nContent-Length: {length}");
        let mut stream = visitor.connect();
        let _ = stream.write_all(format!("{head}\r\n\r\n{record}").as_bytes());
        let _ = stream.read_to_end(&mut Vec::new());
    };
    for _ in 0..60 {
        visit();
    }
    println!("one after the other: at most {:.1} MiB resident", peak());
    thread::scope(|scope| {
        for _ in 0..60 {
            scope.spawn(try_to_load);
        }
    });
    println!("at once: at most {:.1} MiB resident", peak());
    assert!(peak() <= MEMORY, "{} MiB", peak());
}

/// A client that writes twice as many bytes of queries as fit into the memory, while the first one is searched.
#[test]
fn waiting_queries_stay_below_the_limit() {
    const QUERIES: usize = 2_000;
    const LONG: usize = 64 << 10;
    let query = r#"{"id":"a","moves":[["B","E5"]],"rules":"chinese","boardXSize":9,"boardYSize":9,"maxVisits":1000000000}"#;
    let line = format!("{query}{}\n", " ".repeat(LONG));
    let mut command = tao_go(&["analysis", "--memory", "64", "--threads", "1"]);
    let child = command.stdin(Stdio::piped()).stdout(Stdio::null());
    let mut program = KillOnDrop(child.stderr(Stdio::null()).spawn().unwrap());
    let mut input = program.0.stdin.take().unwrap();
    let written = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&written);
    thread::spawn(move || {
        for _ in 0..QUERIES {
            // This fails once the program is killed.
            if input.write_all(line.as_bytes()).is_err() {
                break;
            }
            count.fetch_add(1, Ordering::SeqCst);
        }
        // Keeps the input open, because the program ends with its input.
        thread::sleep(TIMEOUT);
    });
    let mut before = 0;
    loop {
        thread::sleep(Duration::from_secs(2));
        let now = written.load(Ordering::SeqCst);
        if now > 0 && now == before {
            break;
        }
        before = now;
    }
    let peak = resident_kib(program.0.id(), "VmHWM") / 1024;
    assert!(peak < 64, "{peak} MiB with {before} queries");
    assert!(before * LONG > 16 << 20, "{before} queries wait");
}

/// Queries of the maximum length that contain hardly anything but moves.
#[test]
fn queries_with_many_moves_stay_below_the_limit() {
    const QUERIES: usize = 16;
    let moves = vec![r#"["B","pass"],["W","pass"]"#; 10_000].join(",");
    let line = format!(
        r#"{{"id":"a","moves":[{moves}],"rules":"chinese","boardXSize":9,"boardYSize":9,"maxVisits":1}}"#
    );
    assert!(
        (250 << 10..256 << 10).contains(&line.len()),
        "{}",
        line.len()
    );
    let mut command = tao_go(&["analysis", "--memory", "64", "--threads", "2"]);
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut program = KillOnDrop(child.stderr(Stdio::null()).spawn().unwrap());
    let mut input = program.0.stdin.take().unwrap();
    let queries = format!("{line}\n").repeat(QUERIES);
    let writer = thread::spawn(move || input.write_all(queries.as_bytes()).map(|()| input));
    let answers = BufReader::new(program.0.stdout.take().unwrap()).lines();
    let answers: Vec<String> = answers.take(QUERIES).map(Result::unwrap).collect();
    assert!(
        answers.iter().all(|line| line.contains("rootInfo")),
        "{}",
        answers[0]
    );
    let peak = resident_kib(program.0.id(), "VmHWM") / 1024;
    assert!(peak < 64, "{peak} MiB");
    drop(writer.join());
}

#[test]
fn a_move_of_a_record_takes_no_more_than_promised() {
    const MOVES: usize = 199_998;
    const BYTES_OF_A_MOVE: usize = 420;
    let folder = tempdir().unwrap();
    let record = folder.path().join("passes.sgf");
    fs::write(&record, format!("(;SZ[9]{})", ";B[];W[]".repeat(MOVES / 2))).unwrap();
    let mut engine = engine(&["--memory", "16", "--threads", "1", "--playouts", "10"]);
    engine.ask("genmove b");
    let before = resident_kib(engine.id(), "VmRSS");
    engine.ask(&format!("loadsgf {}", record.display()));
    engine.ask("genmove b");
    let peak = resident_kib(engine.id(), "VmHWM");
    let bytes = (peak - before) as usize * 1024 / MOVES;
    assert!(bytes < BYTES_OF_A_MOVE, "{bytes} bytes a move");
}

/// Windows gives the main thread 1 MiB of stack.
#[test]
fn the_main_thread_needs_little_stack() {
    let limited = "ulimit -s 1024 && exec \"$0\" \"$@\"";
    let genmove = "genmove --moves= --playouts 50 --threads 1 --preset";
    for (words, code) in [
        (&*format!("{genmove} default"), 0),
        (&*format!("{genmove} playouts"), 0),
        ("--help", 0),
        ("completions bash", 0),
        ("config", 0),
        ("man", 0),
        ("version", 0),
        ("genmove --no-such-option", 2),
    ] {
        let program = tao_go(&[]);
        let output = Command::new("sh")
            .args(["-c", limited])
            .arg(program.get_program())
            .envs(
                program
                    .get_envs()
                    .filter_map(|(name, value)| Some((name, value?))),
            )
            .args(words.split(' '))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(code), "{output:?}");
    }
}
