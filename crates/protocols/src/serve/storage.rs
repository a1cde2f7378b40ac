//! The games of visitors on the disk, where they outlive the program: a record for each visitor, named by the visitor's id.

use std::cmp::Reverse;
use std::fs::{self, DirBuilder};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::BoardService;
use crate::files;
use crate::session::board_game::BoardGame;

/// Size limit of a record that is read. As UTF-8 it can be several times larger than the body that was loaded.
const MAX_BYTES: usize = 16 << 20;

/// Time after which a game that was not changed is removed, and after which the browser forgets its cookie.
pub(super) const MAX_AGE: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Maximum number of bytes of all games: beyond it, some are removed.
const MAX_TOTAL: u64 = 256 << 20;

/// What the smallest file takes on the disk.
const BLOCK: u64 = 4 << 10;

impl BoardService {
    /// The game of the visitor with this id, if one is saved.
    pub(super) fn saved_game(&self, id: &str) -> Option<BoardGame> {
        let file = self.file(id)?;
        let text = files::read(&file, MAX_BYTES).ok()?;
        BoardGame::of_kept(&text, self.game.rules(), self.settings.level)
            .inspect_err(|error| log::warn!("{}: {error}", file.display()))
            .ok()
    }

    /// Saves the record of a visitor's game, if there is a folder.
    ///
    /// # Errors
    ///
    /// An error of the file system; the record that was saved before is still there.
    pub(super) fn save_game(&self, id: &str, record: &str) -> io::Result<()> {
        let (Some(folder), Some(file)) = (&self.folder, self.file(id)) else {
            return Ok(());
        };
        if !file.exists() {
            make(folder)?;
        }
        files::save(&file, |out| out.write_all(record.as_bytes()))
    }

    /// The file for the game of the visitor with this id; `None` for any other text, which might be the path of another file.
    fn file(&self, id: &str) -> Option<PathBuf> {
        let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let folder = self.folder.as_ref()?;
        let is_id = id.len() == 32 && id.bytes().all(is_digit);
        is_id.then(|| folder.join(format!("{id}.sgf")))
    }
}

/// Creates the folder with access for this user alone, because whoever knows an id has access to its game.
fn make(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// A record on the disk.
struct Saved {
    path: PathBuf,
    changed: SystemTime,
    /// Bytes on the disk.
    bytes: u64,
}

/// Makes the folder, if it is missing, and checks that games can be written into it.
///
/// # Errors
///
/// The error of the file system.
pub(super) fn check(folder: &Path) -> io::Result<()> {
    make(folder)?;
    files::check(&folder.join("game.sgf"))
}

/// Removes the games that nobody can go on with, as their cookies are too old. If the others take more than [`MAX_TOTAL`], also
/// removes games until they do not: first those without moves, then larger ones before smaller ones, by powers of two, and of these
/// the ones that were unchanged for the longest time. Returns whether more than three quarters of the room are taken.
pub(super) fn tidy(folder: &Path) -> bool {
    tidy_to(folder, MAX_TOTAL)
}

fn tidy_to(folder: &Path, max_total: u64) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let records = entries.filter_map(|entry| {
        let entry = entry.ok()?;
        entry.file_name().to_str()?.strip_suffix(".sgf")?;
        let data = entry.metadata().ok().filter(fs::Metadata::is_file)?;
        Some(Saved {
            path: entry.path(),
            changed: data.modified().ok()?,
            bytes: data.len().next_multiple_of(BLOCK).max(BLOCK),
        })
    });
    let is_old = |saved: &Saved| saved.changed.elapsed().is_ok_and(|age| age > MAX_AGE);
    let (old, mut kept): (Vec<_>, Vec<_>) = records.partition(is_old);
    for saved in old {
        remove(&saved.path);
    }
    let mut total: u64 = kept.iter().map(|saved| saved.bytes).sum();
    if total > max_total {
        log::warn!(
            "the games on the disk take more than {} MiB: some are removed",
            max_total >> 20
        );
        kept.sort_by_cached_key(|saved| {
            (
                has_moves(&saved.path),
                Reverse(saved.bytes.ilog2()),
                saved.changed,
            )
        });
        for saved in kept {
            // A game that cannot be removed makes no room, but the next one does.
            if total > max_total && remove(&saved.path) {
                total -= saved.bytes;
            }
        }
    }
    total > max_total / 4 * 3
}

fn remove(path: &Path) -> bool {
    let removed = fs::remove_file(path);
    removed
        .inspect_err(|error| log::warn!("{}: {error}", path.display()))
        .is_ok()
}

/// Whether a record has moves. One that cannot be read counts as one that has.
fn has_moves(path: &Path) -> bool {
    files::read(path, MAX_BYTES).map_or(true, |text| {
        text.windows(3).any(|part| part == b";B[" || part == b";W[")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::http::MAX_BODY;
    use crate::serve::tests::service;
    use crate::serve::visitor::Visitor;
    use tao_rules::game::{HandicapBonus, Rules};

    fn games_in(folder: Option<PathBuf>) -> BoardService {
        BoardService {
            folder,
            ..service()
        }
    }

    const ID: &str = "0123456789abcdef0123456789abcdef";

    #[test]
    fn a_game_is_read_again_and_only_by_an_id() {
        let folder = tempfile::tempdir().unwrap();
        let games = games_in(Some(folder.path().join("serve")));
        games.save_game(ID, "(;SZ[5];B[cc])").unwrap();
        let board = games.saved_game(ID).unwrap();
        assert_eq!(board.moves().len(), 1);
        fs::write(folder.path().join("other.sgf"), "(;SZ[5])").unwrap();
        fs::write(folder.path().join("serve").join("other.sgf"), "(;SZ[5])").unwrap();
        let upper = ID.to_uppercase();
        for id in ["", "other", "../other", &upper, &ID[1..]] {
            assert!(games.saved_game(id).is_none(), "{id}");
            games.save_game(id, "(;SZ[5])").unwrap();
        }
        let files = fs::read_dir(folder.path().join("serve")).unwrap();
        assert_eq!(files.count(), 2);
        let none = games_in(None);
        none.save_game(ID, "(;SZ[5])").unwrap();
        assert!(none.saved_game(ID).is_none());
    }

    #[test]
    fn a_game_with_long_comments_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let games = games_in(Some(folder.path().to_owned()));
        // A body that a visitor may load, with characters that are longer in UTF-8.
        let comment = "é".repeat(MAX_BODY);
        games
            .save_game(ID, &format!("(;SZ[5]C[{comment}];B[cc])"))
            .unwrap();
        assert!(games.saved_game(ID).is_some());
    }

    #[test]
    fn rules_without_a_name_are_those_of_the_service() {
        let mut service = service();
        service.game.set_rules(Rules {
            handicap_bonus: HandicapBonus::None,
            ..Rules::CHINESE
        });
        let record = Visitor::new(ID.to_owned(), None, &service).sgf();
        assert!(record.contains("RU[ko"), "{record}");
        let folder = tempfile::tempdir().unwrap();
        service.folder = Some(folder.path().to_owned());
        service.save_game(ID, &record).unwrap();
        let board = service.saved_game(ID).unwrap();
        assert_eq!(board.table.game().rules(), service.game.rules());
    }

    /// A file of this name whose last change was so long ago.
    fn write(folder: &Path, name: &str, text: &str, age: Duration) {
        let path = folder.join(format!("{name}.sgf"));
        fs::write(&path, text).unwrap();
        let file = fs::File::options().write(true).open(path).unwrap();
        let changed = SystemTime::now().checked_sub(age).unwrap();
        file.set_modified(changed).unwrap();
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn games_make_room_that_are_of_least_worth() {
        const HOUR: Duration = Duration::from_secs(3600);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let long = format!("(;SZ[5];B[cc]C[{}])", "x".repeat(3 * BLOCK as usize));
        write(path, "forgotten", "(;SZ[5];B[cc])", MAX_AGE + HOUR);
        write(path, "kept", "(;SZ[5];B[cc])", MAX_AGE * 9 / 10);
        write(path, "played", "(;SZ[5];W[cc])", HOUR);
        write(path, "unused", "(;SZ[5])", HOUR);
        write(path, "large", &long, HOUR);
        fs::write(path.join("note.txt"), "").unwrap();
        // Nobody can remove it as a file.
        fs::create_dir(path.join("0.sgf")).unwrap();
        let all = [
            "0.sgf",
            "kept.sgf",
            "large.sgf",
            "note.txt",
            "played.sgf",
            "unused.sgf",
        ];
        assert!(!tidy_to(path, 10 * BLOCK));
        assert_eq!(names(path), all);
        assert!(tidy_to(path, 7 * BLOCK));
        assert_eq!(names(path), all);
        assert!(tidy_to(path, 6 * BLOCK));
        assert_eq!(
            names(path),
            ["0.sgf", "kept.sgf", "large.sgf", "note.txt", "played.sgf"]
        );
        tidy_to(path, 5 * BLOCK);
        assert_eq!(names(path), ["0.sgf", "kept.sgf", "note.txt", "played.sgf"]);
        tidy_to(path, BLOCK);
        assert_eq!(names(path), ["0.sgf", "note.txt", "played.sgf"]);
    }
}
