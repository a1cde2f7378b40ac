//! The folder that games are stored in.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::record::{MAGIC, VERSION};
use tao_engine::raw::net::SIDE;
use tao_protocols::files::NewFile;

/// Extension of the files.
const EXTENSION: &str = ".games";

/// A folder that games are added to, each on the disk before the next. Several processes may add to the same one: each has
/// its own files.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    games_per_file: u64,
    /// The open file and the number of its games.
    current: Option<(File, u64)>,
    next_number: u64,
}

impl Folder {
    /// Opens a folder, which is created if it does not exist. Begins a new file after `games_per_file` games.
    ///
    /// # Errors
    /// An error of the file system.
    pub fn open(path: &Path, games_per_file: u64) -> io::Result<Self> {
        fs::create_dir_all(path)?;
        let names = fs::read_dir(path)?.map(|entry| Ok(entry?.file_name()));
        let names: Vec<_> = names.collect::<io::Result<_>>()?;
        let numbers = names.iter().filter_map(|name| number_of(name.to_str()?));
        let next_number = numbers.max().map_or(0, |last| last + 1);
        Ok(Self {
            path: path.to_owned(),
            games_per_file,
            current: None,
            next_number,
        })
    }

    /// Appends a game, in the form of [`GameRecord::to_bytes`](super::GameRecord::to_bytes).
    ///
    /// # Errors
    /// An error of the file system. A new file is then removed. In an older file an incomplete game may remain, which readers
    /// leave out.
    pub fn add(&mut self, record: &[u8]) -> io::Result<()> {
        let ((mut file, games), new, mut bytes) = if let Some(current) = self.current.take() {
            (current, None, Vec::new())
        } else {
            let (file, new) = self.begin_file()?;
            ((file, 0), Some(new), head())
        };
        bytes.extend(record);
        file.write_all(&bytes)?;
        file.sync_data()?;
        if let Some(mut new) = new {
            new.keep();
        }
        if games + 1 < self.games_per_file {
            self.current = Some((file, games + 1));
        }
        Ok(())
    }

    /// Creates the next file that no other process has.
    fn begin_file(&mut self) -> io::Result<(File, NewFile)> {
        loop {
            let name = format!("{:06}{EXTENSION}", self.next_number);
            self.next_number += 1;
            match NewFile::create(&self.path.join(name)) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                file => return file,
            }
        }
    }
}

/// The number of a file with this name; `None` for a file of something else.
fn number_of(name: &str) -> Option<u64> {
    let number: u32 = name.strip_suffix(EXTENSION)?.parse().ok()?;
    Some(number.into())
}

/// The bytes that a file begins with.
fn head() -> Vec<u8> {
    let mut head = MAGIC.to_vec();
    head.extend(VERSION.to_le_bytes());
    head.extend((SIDE as u16).to_le_bytes());
    head
}
