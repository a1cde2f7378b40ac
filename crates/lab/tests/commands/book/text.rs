//! `book export --text` and `book import --text`.

use super::*;

#[test]
fn a_book_as_text_is_edited_and_read_back() {
    let folder = folder_with_book();
    let path = folder.path();
    printed(
        path,
        &format!("book grow a.taobook --komi 6.5 --positions 4 {GROW}"),
    );
    let book = fs::read(path.join("a.taobook")).unwrap();
    let text = printed(path, "book export a.taobook --text");
    assert!(text.contains("\nkomi 7\n") && text.contains("\nkomi 6.5\n"));
    printed(path, "book export a.taobook --text --output a.txt");
    assert_eq!(fs::read_to_string(path.join("a.txt")).unwrap(), text);
    let imported = printed(path, "book import b.taobook --text a.txt");
    let expected = format!("14 positions, {} bytes\n", book.len());
    assert_eq!(imported, expected);
    assert_eq!(fs::read(path.join("b.taobook")).unwrap(), book);

    let edited = "komi 7\nposition: 1000 60% 1\n  A1 1000 60%  # mine\n";
    let import = "book import a.taobook --text -";
    tao_lab(path, import).write_stdin(edited).assert().success();
    let answer = answer(&path.join("a.taobook"), "").unwrap();
    let [thousandths, tenths] = [1_000.0 * answer.value, 10.0 * answer.points_ahead];
    let rounded = (thousandths.round(), tenths.round(), answer.visits);
    assert_eq!(rounded, (600.0, 10.0, 1_000));
    let text = printed(path, "book export a.taobook --text");
    let shown = "\nkomi 7\nposition: 1000 60.000% 1.0  # 60.0 %\n  A1 1000 60.000%\n";
    assert!(text.ends_with(shown), "{text}");
    let book = fs::read(path.join("a.taobook")).unwrap();
    fs::write(path.join("bad.txt"), format!("{edited}  A1 1 50%\n")).unwrap();
    fs::write(path.join("bytes.txt"), [0xff, 0xfe]).unwrap();
    for (name, expected) in [
        ("bad.txt", "bad.txt: line 4: A1 is listed twice"),
        ("bytes.txt", "bytes.txt: invalid utf-8"),
        ("none.txt", "none.txt: "),
        ("b.taobook", "b.taobook: "),
    ] {
        let error = refused(path, &format!("book import a.taobook --text {name}"), 3);
        assert!(error.contains(expected), "{error}");
    }
    let error = refused(path, "book import a.txt --text a.txt", 3);
    assert!(
        error.contains("a.txt: byte 0: not an opening book"),
        "{error}"
    );
    refused(path, "book import a.taobook --text a.txt bad.txt", 2);
    refused(path, "book export a.taobook --text --depth 3", 2);
    refused(path, "book export a.taobook --text --komi 6.5", 2);
    assert_eq!(fs::read(path.join("a.taobook")).unwrap(), book);
}
