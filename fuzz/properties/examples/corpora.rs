//! Copies inputs between a folder for a fuzzer and the file of its target in `corpora`.

use std::path::Path;
use std::{env, fs, io};

use fuzz_properties::corpora;

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["read", target, folder] => corpora::replace(target, Path::new(folder)),
        ["write", target, folder] => {
            for (number, input) in corpora::read(target)?.iter().enumerate() {
                fs::write(Path::new(folder).join(format!("corpora-{number}")), input)?;
            }
            Ok(())
        }
        _ => Err(io::Error::other("usage: corpora (read | write) TARGET FOLDER")),
    }
}
