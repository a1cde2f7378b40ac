//! Processor time used by a thread or a process, where the system reports it.

use std::time::Duration;

#[cfg(unix)]
pub(super) fn thread_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).ok()
}

#[cfg(not(unix))]
pub(super) fn thread_time() -> Option<Duration> {
    None
}

/// The processor time of a process and its threads, without its children.
#[cfg(target_os = "linux")]
pub(super) fn process_time(id: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let ticks = parse_ticks(&stat)?;
    let rate = rustix::param::clock_ticks_per_second();
    Some(Duration::from_secs_f64(ticks as f64 / rate as f64))
}

#[cfg(not(target_os = "linux"))]
pub(super) fn process_time(_id: u32) -> Option<Duration> {
    None
}

/// Adds `utime` and `stime`, fields 14 and 15 of `/proc/PID/stat`; field 2, a name, may contain any character.
#[cfg(target_os = "linux")]
fn parse_ticks(stat: &str) -> Option<u64> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let (user, system): (u64, u64) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    user.checked_add(system)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn ticks_follow_the_name_of_the_program() {
        let stat = "42 (a) b 1 (c) S 1 42 42 0 -1 4194560 900 0 1 0 250 17 0 0 20 0 1 0";
        assert_eq!(parse_ticks(stat), Some(267));
        assert_eq!(parse_ticks("42 (cut off) S 1 42"), None);
        assert_eq!(parse_ticks(""), None);
    }

    #[test]
    fn work_takes_time() {
        let (thread, process) = (thread_time().unwrap(), process_time(std::process::id()));
        assert!(process.is_some());
        let sum: u64 = (0..3_000_000_u64).map(std::hint::black_box).sum();
        assert!(sum > 0 && thread_time().unwrap() > thread);
        assert_eq!(process_time(u32::MAX), None);
    }
}
