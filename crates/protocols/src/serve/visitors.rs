//! All visitors, and their games on the disk, where they outlive the program.

use std::collections::HashMap;
use std::fs::{self, DirBuilder};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use parking_lot::Mutex;
use rand::TryRng;
use rand::rngs::SysRng;

use super::http::HttpStatus;
use super::visitor::Visitor;
use super::{BoardService, Server};
use crate::files;
use crate::session::board_game::BoardGame;

/// Visitors by their ids, with the times when they were present last.
pub(super) type Visitors = Mutex<HashMap<String, (Arc<Visitor>, Instant)>>;

impl Server {
    /// Returns the visitor with this id, whose game is read from the disk if necessary.
    ///
    /// # Errors
    ///
    /// [`HttpStatus::BUSY`] if there is no room for a game from the disk.
    pub(super) fn visitor(&self, id: &str) -> Result<Option<Arc<Visitor>>, HttpStatus> {
        if let Some((visitor, used)) = self.visitors.lock().get_mut(id) {
            *used = Instant::now();
            return Ok(Some(Arc::clone(visitor)));
        }
        let alone = self.from_disk.lock();
        let Some(board) = self.service.saved_game(id) else {
            return Ok(None);
        };
        let visitor = self.add(Visitor::new(id.to_owned(), Some(board), &self.service))?;
        drop(alone);
        visitor.count(self);
        visitor.save(self);
        Ok(Some(visitor))
    }

    /// Adds a visitor.
    ///
    /// # Errors
    ///
    /// [`HttpStatus::BUSY`] if there is no room, or the system has no random numbers.
    pub(super) fn new_visitor(&self) -> Result<Arc<Visitor>, HttpStatus> {
        let id = random_id().ok_or(HttpStatus::BUSY)?;
        self.add(Visitor::new(id, None, &self.service))
    }

    /// Adds a visitor, unless another request has added it meanwhile. If there are too many, another one is removed: one whose game
    /// has not begun, even if it is in use, or else the one that was unused for the longest time. No visitor is removed whose game
    /// would be lost.
    fn add(&self, visitor: Visitor) -> Result<Arc<Visitor>, HttpStatus> {
        let mut known = self.visitors.lock();
        if let Some((visitor, used)) = known.get_mut(&visitor.id) {
            *used = Instant::now();
            return Ok(Arc::clone(visitor));
        }
        if known.len() >= self.service.visitors {
            let mut places: Vec<_> = known.values().collect();
            let is_used = |visitor: &Arc<Visitor>| Arc::strong_count(visitor) > 1;
            places.sort_by_cached_key(|(visitor, used)| {
                (visitor.is_begun(), is_used(visitor), *used)
            });
            let gone = places.into_iter().find(|(visitor, _)| {
                let is_free = !visitor.is_begun() || !is_used(visitor);
                let is_lost = || visitor.is_begun() || self.service.folder.is_some();
                is_free && (visitor.is_saved() || !is_lost())
            });
            let (gone, _) = gone.ok_or(HttpStatus::BUSY)?;
            gone.next_stream();
            let id = gone.id.clone();
            known.remove(&id);
        }
        let visitor = Arc::new(visitor);
        let entry = (Arc::clone(&visitor), Instant::now());
        known.insert(visitor.id.clone(), entry);
        Ok(visitor)
    }

    /// Writes the games that could not be written before.
    pub(super) fn save_all(&self) {
        let places = self.visitors.lock();
        let visitors: Vec<_> = places
            .values()
            .map(|(visitor, _)| Arc::clone(visitor))
            .collect();
        drop(places);
        for visitor in visitors {
            visitor.save(self);
        }
    }
}

/// A random number of 128 bits, as text. Nobody can guess it.
pub(super) fn random_id() -> Option<String> {
    let [high, low] = [SysRng.try_next_u64(), SysRng.try_next_u64()];
    Some(format!("{:016x}{:016x}", high.ok()?, low.ok()?))
}

/// Maximum number of saved games. Beyond it, the games that were unchanged for the longest time are removed.
const MAX_GAMES: usize = 1000;

/// Size limit of a record that is read. As UTF-8 it can be several times larger than the body that was loaded.
const MAX_BYTES: usize = 16 << 20;

/// The folder has a record for each visitor, named by the visitor's id.
impl BoardService {
    /// The game of the visitor with this id, if one is saved.
    fn saved_game(&self, id: &str) -> Option<BoardGame> {
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
            remove_oldest(folder)?;
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

/// Makes room for another record.
fn remove_oldest(folder: &Path) -> io::Result<()> {
    let records = fs::read_dir(folder)?.filter_map(|entry| {
        let entry = entry.ok()?;
        entry.file_name().to_str()?.strip_suffix(".sgf")?;
        let data = entry.metadata().ok().filter(fs::Metadata::is_file)?;
        Some((data.modified().ok()?, entry.path()))
    });
    let mut records: Vec<_> = records.collect();
    records.sort_unstable();
    let surplus = (records.len() + 1).saturating_sub(MAX_GAMES);
    let removed = records.iter().filter(|(_, path)| {
        let removed = fs::remove_file(path);
        removed
            .inspect_err(|error| log::warn!("{}: {error}", path.display()))
            .is_ok()
    });
    // A game that stays makes no room, but the next one does.
    let _ = removed.take(surplus).count();
    Ok(())
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

    #[test]
    fn the_games_unchanged_for_the_longest_time_make_room() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        for number in 0..MAX_GAMES + 3 {
            fs::write(path.join(format!("{number}.sgf")), "").unwrap();
        }
        fs::write(path.join("note.txt"), "").unwrap();
        // Nobody can remove it as a file.
        fs::create_dir(path.join("0000.sgf")).unwrap();
        let games = games_in(Some(path.to_owned()));
        for _ in 0..2 {
            games.save_game(ID, "(;SZ[5])").unwrap();
            assert_eq!(fs::read_dir(path).unwrap().count(), MAX_GAMES + 2);
        }
        assert!(games.saved_game(ID).is_some());
        assert!(path.join("note.txt").exists());
    }
}
