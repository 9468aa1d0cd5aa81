//! Output, and the progress of a run that takes long.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{env, process, thread};

/// The exit code that shells report for a program without a reader.
const CLOSED_PIPE: i32 = 141;

static WORK: Mutex<Work> = Mutex::new(Work { number: 0, file: String::new(), is_shown: false });

/// The work on files, which standard error shows after a second if it is a terminal.
struct Work {
    number: usize,
    file: String,
    is_shown: bool,
}

fn work() -> MutexGuard<'static, Work> {
    WORK.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Work {
    fn erase(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            write(io::stderr(), "\r\x1b[K");
        }
    }
}

/// Notes that the work on a file starts.
pub fn start(file: &str) {
    let mut work = work();
    work.number += 1;
    file.clone_into(&mut work.file);
    if work.number == 1 && io::stderr().is_terminal() {
        thread::spawn(|| {
            thread::sleep(Duration::from_secs(1));
            while show() {
                thread::sleep(Duration::from_millis(200));
            }
        });
    }
}

/// Shows the progress, unless the work is done.
fn show() -> bool {
    let mut work = work();
    if work.number > 0 {
        write(io::stderr(), &format!("\r\x1b[K{} {}", work.number, work.file));
        work.is_shown = true;
    }
    work.number > 0
}

/// Notes that the work is done.
pub fn end() {
    let mut work = work();
    work.erase();
    work.number = 0;
}

/// Prints to standard output.
pub fn print(text: &str) {
    work().erase();
    write(io::stdout(), text);
}

/// Prints to standard error.
pub fn complain(text: &str) {
    work().erase();
    write(io::stderr(), text);
}

/// Writes at once, so that processes can share a pipe. Without a reader the program ends.
fn write(mut stream: impl Write, text: &str) {
    if let Err(error) = stream.write_all(text.as_bytes()).and_then(|()| stream.flush()) {
        if error.kind() == ErrorKind::BrokenPipe {
            process::exit(CLOSED_PIPE);
        }
        // If standard error is closed, nobody can read about it.
        let _ = writeln!(io::stderr(), "The output can't be written: {error}");
        process::exit(2);
    }
}

/// Whether output there can have colours.
pub fn has_color(stream: &impl IsTerminal) -> bool {
    let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_for_eyes = stream.is_terminal() && env::var_os("TERM").is_none_or(|it| it != "dumb");
    !is_set("NO_COLOR") && (is_for_eyes || is_set("CLICOLOR_FORCE"))
}

/// Differences for standard output.
pub fn colored(diff: &str) -> String {
    if !has_color(&io::stdout()) {
        return diff.to_owned();
    }
    let color = |line: &str| match line.as_bytes().first() {
        Some(b'-') => format!("\x1b[31m{line}\x1b[m\n"),
        Some(b'+') => format!("\x1b[32m{line}\x1b[m\n"),
        _ => format!("{line}\n"),
    };
    diff.lines().map(color).collect()
}
