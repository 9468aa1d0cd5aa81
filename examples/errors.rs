//! Prints the report for a file with several mistakes: `cargo run --example errors [FILE…]`.

use std::io::IsTerminal;
use std::path::Path;

fn main() -> std::io::Result<()> {
    let bundled = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/errors.hcl");
    let mut files: Vec<_> = std::env::args_os().skip(1).map(Into::into).collect();
    if files.is_empty() {
        files.push(bundled);
    }
    for file in files {
        let source = std::fs::read_to_string(&file)?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        match serde_hcl::Document::parse(&source, Some(&name)) {
            Ok(_) => println!("{name}: no syntax errors"),
            Err(error) if std::io::stdout().is_terminal() => print!("{}", error.report_in_color()),
            Err(error) => print!("{}", error.report()),
        }
    }
    Ok(())
}
