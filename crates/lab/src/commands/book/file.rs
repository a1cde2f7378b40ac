//! The file of a book: read as a whole, and written a position at a time.

use std::fs;
use std::fs::{File, TryLockError};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tao_engine::book::{
    Book, BookProblem, BookTree, Komi, Loaded, MAX_FILE_BYTES, SearchedPosition, Writer,
};
use tao_go::cli::error::{Error, FileResult};
use tao_go::cli::output_file;
use tao_go::cli::printable::shown;
use tao_protocols::files;
use tao_protocols::files::NewFile;
use tao_rules::board::Coord;

/// A file to which positions are added.
pub(super) struct BookFile {
    path: PathBuf,
    file: File,
    /// Bytes of the file up to the end of its last whole position.
    length: u64,
    /// The file, if it is new and has no position yet.
    new: Option<NewFile>,
    writer: Writer,
    pub(super) book: Book,
}

impl BookFile {
    /// Makes a new file, which is removed if no position is added. An existing file must be empty.
    ///
    /// # Errors
    ///
    /// [`Error::File`] where the file has content or cannot be made.
    pub(super) fn create(path: &Path) -> Result<Self, Error> {
        let is_empty = fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() == 0);
        if is_empty {
            return Self::open(path);
        }
        let (file, new) = NewFile::create(path).at(path)?;
        lock(&file, path)?;
        Self::begin(path, file, Some(new))
    }

    /// Begins a book in an empty file.
    fn begin(path: &Path, mut file: File, new: Option<NewFile>) -> Result<Self, Error> {
        let (writer, bytes) = Writer::begin();
        file.write_all(&bytes).at(path)?;
        Ok(Self {
            path: path.to_owned(),
            file,
            length: bytes.len() as u64,
            new,
            writer,
            book: Book::default(),
        })
    }

    /// Opens a file to add to it; an empty file is a new book. An incomplete position at its end, which a killed program left, is
    /// cut off.
    ///
    /// # Errors
    ///
    /// [`Error::File`] where there is no file, it is not a book, or another program adds to it.
    pub(super) fn open(path: &Path) -> Result<Self, Error> {
        let mut file = File::options().read(true).write(true).open(path).at(path)?;
        lock(&file, path)?;
        let bytes = files::read_all(&file, MAX_FILE_BYTES).at(path)?;
        if bytes.is_empty() {
            return Self::begin(path, file, None);
        }
        let loaded = Loaded::parse(&bytes).at(path)?;
        if loaded.end < bytes.len() {
            log::warn!(
                "{}: byte {}: cut off an incomplete position",
                shown(path),
                loaded.end
            );
        }
        let end = loaded.end as u64;
        file.set_len(end).at(path)?;
        file.seek(SeekFrom::Start(end)).at(path)?;
        Ok(Self {
            path: path.to_owned(),
            file,
            length: end,
            new: None,
            writer: loaded.writer,
            book: loaded.book,
        })
    }

    /// Adds a position to the book and to the file, and returns its number in the tree.
    ///
    /// # Errors
    ///
    /// [`Error::Failed`] for a position that the tree refuses, [`Error::File`] where the file cannot be written.
    pub(super) fn add(
        &mut self,
        komi: Komi,
        origin: Option<(usize, Coord)>,
        searched: SearchedPosition,
    ) -> Result<usize, Error> {
        let tree: &mut BookTree = self.book.tree_mut(komi);
        let index = tree
            .add(origin, searched)
            .map_err(|refusal| Error::Failed(refusal.to_string()))?;
        let searched = &tree.positions()[index].searched;
        let bytes = self.writer.position(komi, origin, searched);
        if let Err(error) = self.file.write_all(&bytes) {
            // If this fails too, the first error is the one to report.
            let _ = self.file.set_len(self.length);
            return Err(error).at(&self.path);
        }
        self.length += bytes.len() as u64;
        if let Some(mut new) = self.new.take() {
            new.keep();
        }
        Ok(index)
    }
}

/// Writes the book to a file in place of its old content, and returns the size in bytes.
///
/// # Errors
///
/// [`Error::File`] where it cannot be written, or the book is too large.
pub(super) fn replace(path: &Path, book: &Book) -> Result<usize, Error> {
    let bytes = book.to_bytes();
    if bytes.len() > MAX_FILE_BYTES {
        return Err(Error::file(path, &BookProblem::TooLarge));
    }
    output_file::write_with(path, |out| out.write_all(&bytes))?;
    Ok(bytes.len())
}

fn lock(file: &File, path: &Path) -> Result<(), Error> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(Error::file(path, &"another program is adding to it")),
        Err(TryLockError::Error(error)) => Err(error).at(path),
    }
}
