//! Serial lines, pseudo-terminals and FIFOs for the Go Modem Protocol.

use std::fs::File;
use std::io;
use std::path::Path;

/// Opens the device at `path`, as reader and writer; a terminal is set to raw, 2400 baud, 8N1.
///
/// Reads and writes block, but opening does not wait for a carrier. Devices that are no terminals, and all devices outside Unix,
/// keep their settings.
///
/// # Errors
///
/// Returns the system's error, also for a terminal that does not take the settings.
pub(super) fn open(path: &Path) -> io::Result<(File, File)> {
    let line = system::open(path)?;
    Ok((line.try_clone()?, line))
}

#[cfg(unix)]
mod system {
    use std::fs::File;
    use std::io;
    use std::io::{ErrorKind, IsTerminal};
    use std::path::Path;

    use rustix::fs::{Mode, OFlags, fcntl_getfl, fcntl_setfl};
    use rustix::termios::{
        ControlModes, InputModes, OptionalActions, Termios, tcgetattr, tcsetattr,
    };

    /// Bits per second. The Go Modem Protocol leaves them open; CGoban and by default GoGui's `gmptogtp` use these.
    pub(super) const BAUD: u32 = 2400;

    pub(super) fn open(path: &Path) -> io::Result<File> {
        // Without `NONBLOCK`, this would wait for the carrier of a serial line.
        let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let line = File::from(rustix::fs::open(path, flags, Mode::empty())?);
        if line.metadata()?.is_file() {
            let reason = "a file, not a device";
            return Err(io::Error::new(ErrorKind::InvalidInput, reason));
        }
        if line.is_terminal() {
            let mut termios = tcgetattr(&line)?;
            set_up(&mut termios)?;
            // Unlike the other actions, this one neither waits nor drops data.
            tcsetattr(&line, OptionalActions::Now, &termios)?;
        }
        fcntl_setfl(&line, fcntl_getfl(&line)? - OFlags::NONBLOCK)?;
        Ok(line)
    }

    /// Sets raw mode with 8 data bits, no parity and 1 stop bit, as "Standard Go Modem Protocol, Revision 1.0" asks for,
    /// without flow control and carrier detection. A read waits for one byte.
    pub(super) fn set_up(termios: &mut Termios) -> io::Result<()> {
        termios.make_raw();
        termios.input_modes -= InputModes::INPCK | InputModes::IXOFF;
        termios.control_modes -= ControlModes::CSTOPB | ControlModes::CRTSCTS;
        termios.control_modes |= ControlModes::CLOCAL | ControlModes::CREAD;
        Ok(termios.set_speed(BAUD)?)
    }
}

#[cfg(not(unix))]
mod system {
    pub(super) fn open(path: &super::Path) -> super::io::Result<super::File> {
        super::File::options().read(true).write(true).open(path)
    }
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::env;
    use std::ffi::OsString;
    use std::fs;
    use std::io::{ErrorKind, Read, Write};
    use std::os::unix::ffi::OsStringExt;
    use std::path::PathBuf;
    use std::process;
    use std::process::Command;
    use std::sync::mpsc;
    use std::sync::mpsc::Receiver;
    use std::thread;
    use std::time::Duration;

    use rustix::fs::{OFlags, fcntl_getfl};
    use rustix::io::Errno;
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::{
        ControlModes, InputModes, LocalModes, OptionalActions, OutputModes, SpecialCodeIndex,
        Termios, tcgetattr, tcsetattr,
    };

    use super::system::{BAUD, set_up};
    use super::{File, open};

    /// Time after which a test counts as hanging.
    const LIMIT: Duration = Duration::from_secs(20);

    const UNWANTED_INPUT: InputModes = InputModes::BRKINT
        .union(InputModes::PARMRK)
        .union(InputModes::INPCK)
        .union(InputModes::ISTRIP)
        .union(InputModes::INLCR)
        .union(InputModes::IGNCR)
        .union(InputModes::ICRNL)
        .union(InputModes::IXON)
        .union(InputModes::IXOFF);
    const UNWANTED_LOCAL: LocalModes = LocalModes::ECHO
        .union(LocalModes::ECHONL)
        .union(LocalModes::ICANON)
        .union(LocalModes::ISIG)
        .union(LocalModes::IEXTEN);
    const UNWANTED_CONTROL: ControlModes = ControlModes::CSTOPB
        .union(ControlModes::PARENB)
        .union(ControlModes::CRTSCTS);
    const WANTED_CONTROL: ControlModes = ControlModes::CLOCAL.union(ControlModes::CREAD);

    /// Starts `work` in a thread of its own.
    fn start<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Receiver<T> {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || sender.send(work()));
        receiver
    }

    /// Returns the result of the work; panics where it failed or hangs.
    fn finish<T>(work: &Receiver<T>) -> T {
        work.recv_timeout(LIMIT).expect("should not fail or hang")
    }

    /// Returns the opponent's end of a new pseudo-terminal, and the path of ours.
    fn pty() -> (File, PathBuf) {
        let far = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&far).unwrap();
        unlockpt(&far).unwrap();
        let path = ptsname(&far, Vec::new()).unwrap().into_bytes();
        (far.into(), OsString::from_vec(path).into())
    }

    fn read(line: &mut File, count: usize) -> Vec<u8> {
        let mut bytes = vec![0; count];
        line.read_exact(&mut bytes).unwrap();
        bytes
    }

    /// Whether the other end is closed, which systems report in different ways.
    fn is_at_end(line: &mut File) -> bool {
        match line.read(&mut [0]) {
            Ok(count) => count == 0,
            Err(error) => error.raw_os_error() == Some(Errno::IO.raw_os_error()),
        }
    }

    fn is_blocking(line: &File) -> bool {
        !fcntl_getfl(line).unwrap().contains(OFlags::NONBLOCK)
    }

    /// Changes every setting from what it should be.
    fn spoil(termios: &mut Termios) {
        termios.input_modes |= UNWANTED_INPUT;
        termios.output_modes |= OutputModes::OPOST;
        termios.local_modes |= UNWANTED_LOCAL;
        termios.control_modes -= ControlModes::CSIZE | WANTED_CONTROL;
        termios.control_modes |= ControlModes::CS7 | UNWANTED_CONTROL;
        termios.special_codes[SpecialCodeIndex::VMIN] = 0;
        termios.special_codes[SpecialCodeIndex::VTIME] = 7;
        termios.set_speed(9600).unwrap();
    }

    fn assert_set_up(termios: &Termios) {
        assert!(!termios.input_modes.intersects(UNWANTED_INPUT));
        assert!(!termios.output_modes.contains(OutputModes::OPOST));
        assert!(!termios.local_modes.intersects(UNWANTED_LOCAL));
        assert!(!termios.control_modes.intersects(UNWANTED_CONTROL));
        assert!(termios.control_modes.contains(WANTED_CONTROL));
        let size = termios.control_modes & ControlModes::CSIZE;
        assert_eq!(size, ControlModes::CS8);
        assert_eq!(termios.special_codes[SpecialCodeIndex::VMIN], 1);
        assert_eq!(termios.special_codes[SpecialCodeIndex::VTIME], 0);
        assert_eq!(
            (termios.input_speed(), termios.output_speed()),
            (BAUD, BAUD)
        );
    }

    /// Checks `set_up` alone, because a pseudo-terminal does not accept every setting.
    #[test]
    fn set_up_replaces_all_other_settings() {
        finish(&start(|| {
            let (_far, path) = pty();
            let (reader, _) = open(&path).unwrap();
            let mut termios = tcgetattr(&reader).unwrap();
            spoil(&mut termios);
            set_up(&mut termios).unwrap();
            assert_set_up(&termios);
        }));
    }

    #[test]
    fn a_terminal_is_set_up() {
        finish(&start(|| {
            let (_far, path) = pty();
            let (before, _) = open(&path).unwrap();
            let mut termios = tcgetattr(&before).unwrap();
            spoil(&mut termios);
            tcsetattr(&before, OptionalActions::Now, &termios).unwrap();
            let (reader, writer) = open(&path).unwrap();
            for line in [reader, writer] {
                assert_set_up(&tcgetattr(&line).unwrap());
            }
        }));
    }

    /// The bytes include interrupt, end of file, both line ends and both flow controls.
    #[test]
    fn all_bytes_pass_in_both_directions_without_echo() {
        finish(&start(|| {
            let (mut far, path) = pty();
            let (mut reader, mut writer) = open(&path).unwrap();
            let there: Vec<u8> = (0..=u8::MAX).collect();
            far.write_all(&there).unwrap();
            assert_eq!(read(&mut reader, there.len()), there);
            // An echo would come before these.
            let back: Vec<u8> = (0..=u8::MAX).rev().collect();
            writer.write_all(&back).unwrap();
            assert_eq!(read(&mut far, back.len()), back);
            drop((reader, writer));
            assert!(is_at_end(&mut far));
        }));
    }

    #[test]
    fn a_read_waits_for_a_byte_or_the_end() {
        let (mut far, path) = pty();
        let (mut reader, writer) = finish(&start(move || open(&path).unwrap()));
        assert!(is_blocking(&reader) && is_blocking(&writer));
        let byte = start(move || (read(&mut reader, 1), reader));
        far.write_all(b"?").unwrap();
        let (byte, mut reader) = finish(&byte);
        assert_eq!(byte, b"?");
        let end = start(move || is_at_end(&mut reader));
        drop(far);
        assert!(finish(&end));
    }

    #[test]
    fn a_fifo_returns_what_is_written() {
        let path = env::temp_dir().join(format!("tao-go-{}.fifo", process::id()));
        // An earlier process of the same number may have left one.
        let _ = fs::remove_file(&path);
        assert!(
            Command::new("mkfifo")
                .arg(&path)
                .status()
                .unwrap()
                .success()
        );
        finish(&start(move || {
            let opened = open(&path);
            fs::remove_file(&path).unwrap();
            let (mut reader, mut writer) = opened.unwrap();
            assert!(is_blocking(&reader) && is_blocking(&writer));
            writer.write_all(b"\x03\n").unwrap();
            assert_eq!(read(&mut reader, 2), b"\x03\n");
        }));
    }

    #[test]
    fn a_missing_path_a_folder_and_a_file_are_errors() {
        finish(&start(|| {
            let folder = env::temp_dir();
            let missing = folder.join(format!("tao-go-{}.missing", process::id()));
            assert_eq!(open(&missing).unwrap_err().kind(), ErrorKind::NotFound);
            assert_eq!(open(&folder).unwrap_err().kind(), ErrorKind::IsADirectory);
            let file = folder.join(format!("tao-go-{}.sgf", process::id()));
            fs::write(&file, "(;)").unwrap();
            let refused = open(&file);
            fs::remove_file(&file).unwrap();
            assert_eq!(refused.unwrap_err().kind(), ErrorKind::InvalidInput);
        }));
    }
}
