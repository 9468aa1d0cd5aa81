//! Checks statements of the documents about the files and functions of the project.

mod imports;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use self::imports::Imports;

const DOCUMENTS: [&str; 2] = ["src/README.md", "derive-tests/README.md"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(document: &str) -> String {
    fs::read_to_string(root().join(document)).expect("the document")
}

/// The texts between backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn named_paths_exist() {
    for document in DOCUMENTS {
        for name in quoted(&read(document)) {
            let is_path = ["src/", "derive-tests/"].iter().any(|start| name.starts_with(start));
            assert!(!is_path || root().join(name).exists(), "{document} names {name}");
        }
    }
}

#[test]
fn the_tour_takes_an_hour() {
    let document = read("src/README.md");
    let tour = document.split("## ").find(|it| it.starts_with("An hour's tour")).expect("the tour");
    let files: Vec<_> = quoted(tour).collect();
    let lines: usize = files.iter().map(|file| read(file).lines().count()).sum();
    assert!(files.len() > 10 && lines < 3_000, "{lines} lines in {} files", files.len());
}

#[test]
fn every_folder_of_the_source_is_named() {
    let document = read("src/README.md");
    for entry in fs::read_dir(root().join("src")).expect("the source") {
        let entry = entry.expect("an entry");
        let name = format!("`src/{}`", entry.file_name().to_string_lossy());
        assert!(!entry.path().is_dir() || document.contains(&name), "{name} is not in the table");
    }
}

/// A folder imports only from the folders above it in the table of layers.
#[test]
fn folders_import_only_from_the_folders_above_them() {
    let document = read("src/README.md");
    let (_, table) = document.split_once("|---|---|").expect("the table");
    let table = table.split("\n\n").next().unwrap_or_default();
    let layers: Vec<&str> =
        table.lines().filter_map(|row| row.strip_prefix("| `src/")?.split('`').next()).collect();
    let mut upward = BTreeSet::new();
    for (depth, folder) in layers.iter().enumerate() {
        let is_below = |imported: &str| layers[depth + 1..].contains(&imported);
        visit_files(&root().join("src").join(folder), &mut |path, text| {
            if imports(path, text, is_below) {
                upward.insert(path.to_path_buf());
            }
        });
    }
    assert!(upward.is_empty(), "{upward:#?}");
}

/// The imports of the source.
fn imports_of_the_source() -> Imports {
    let folder = root().join("src");
    let mut files = Vec::new();
    visit_files(&folder, &mut |path, text| {
        let name = path.strip_prefix(&folder).expect("a path in the folder").to_string_lossy();
        if name.ends_with(".rs") {
            files.push((name.replace('\\', "/"), text.to_owned()));
        }
    });
    Imports::read(files)
}

/// Only these files and folders of the source name these words, and each of them does.
#[test]
fn words_are_named_only_where_the_headers_say() {
    let rules: [(&str, &[&str]); 4] = [
        ("chumsky", &["parser"]),
        ("ariadne", &["diagnostic/report.rs"]),
        ("unsafe", &["parser/input.rs"]),
        ("Visitor", &["de/access", "de/buffering", "de/capture", "de/input/scalar.rs", "layers"]),
    ];
    let imports = imports_of_the_source();
    for (word, places) in rules {
        let files: Vec<&str> = imports.naming(word).collect();
        let is_in = |file: &str, place: &str| Path::new(file).starts_with(place);
        for file in &files {
            assert!(places.iter().any(|place| is_in(file, place)), "{file} names {word}");
        }
        for place in places {
            assert!(files.iter().any(|file| is_in(file, place)), "{place} doesn't name {word}");
        }
    }
}

/// Files import each other in a circle only if the header of their folder says so: `Circle:` and the
/// names of the files up to the next full stop.
#[test]
fn circles_of_imports_are_named_in_headers() {
    let folder = root().join("src");
    let mut named = BTreeSet::new();
    visit_files(&folder, &mut |path, text| {
        let header = text.lines().take_while(|line| line.starts_with("//") || line.is_empty());
        let header: Vec<&str> =
            header.map(|line| line.trim_start_matches(['/', '!', ' '])).collect();
        for circle in header.join(" ").split("Circle: ").skip(1) {
            let names = circle.split('.').next().unwrap_or_default();
            let parent = path.parent().and_then(|it| it.strip_prefix(&folder).ok());
            let parent = parent.expect("a folder").to_string_lossy().replace('\\', "/");
            let files = quoted(names).map(|name| format!("{parent}/{name}.rs"));
            named.insert(files.collect::<BTreeSet<String>>());
        }
    });
    let imports = imports_of_the_source();
    let owned = |circle: BTreeSet<&str>| circle.into_iter().map(str::to_owned).collect();
    let circles: BTreeSet<BTreeSet<String>> = imports.circles().into_iter().map(owned).collect();
    let unnamed: Vec<_> = circles.difference(&named).collect();
    let unreal: Vec<_> = named.difference(&circles).collect();
    assert!(unnamed.is_empty() && unreal.is_empty(), "unnamed: {unnamed:#?}, gone: {unreal:#?}");
}

/// Whether a file without tests imports from a module of the crate that `is_wrong`.
fn imports(path: &Path, text: &str, is_wrong: impl Fn(&str) -> bool) -> bool {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let is_test = path.iter().any(|part| part == "tests" || part == "tests.rs");
    let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let mut imports = code.flat_map(|line| {
        let places = line.match_indices("crate::");
        places.filter_map(move |(at, name)| line[at + name.len()..].split("::").next())
    });
    !is_test && imports.any(is_wrong)
}

#[test]
fn every_suite_and_variable_is_named() {
    let document = read("derive-tests/README.md");
    let mut variables = BTreeSet::new();
    for folder in ["derive-tests/src", "derive-tests/tests", "benches", "src/functions", ".ci"] {
        visit_files(&root().join(folder), &mut |_, text| collect_variables(text, &mut variables));
    }
    for variable in &variables {
        assert!(document.contains(&format!("`{variable}`")), "{variable} is not in the table");
    }
    for variable in quoted(&document).filter(|name| name.starts_with("SERDE_HCL_")) {
        assert!(variables.contains(variable), "nothing reads {variable}");
    }
}

/// The cells of the first column of a Markdown table, for those that are between backquotes.
fn rows(table: &str) -> impl Iterator<Item = (&str, &str)> {
    table.lines().filter_map(|line| {
        let (_, row) = line.split_once("| `")?;
        row.split_once('`')
    })
}

#[test]
fn the_table_of_features_is_complete() {
    let manifest = read("Cargo.toml");
    let (_, features) = manifest.split_once("\n[features]\n").expect("the features");
    let features = features.split("\n[").next().unwrap_or_default();
    let names = features.lines().filter_map(|line| Some(line.split_once(" = ")?.0));
    let names: BTreeSet<&str> = names.filter(|name| *name != "default").collect();

    let library = read("src/lib.rs");
    let (_, table) = library.split_once("//! # Features").expect("the table");
    let (table, _) = table.split_once("//! # Platforms").expect("the end of the table");
    assert_eq!(rows(table).map(|(name, _)| name).collect::<BTreeSet<_>>(), names);

    let functions = read("src/functions/table.md");
    for feature in ["base64", "crypto", "hash", "regex", "uuid", "yaml"] {
        let (_, row) = rows(table).find(|(name, _)| *name == feature).expect("a row");
        let cell = format!("| `{feature}`");
        let of_feature = functions.lines().filter(|line| line.contains(&cell));
        let names: BTreeSet<&str> =
            of_feature.filter_map(|line| line.strip_prefix("| `")?.split('(').next()).collect();
        let named: BTreeSet<&str> = quoted(row).filter(|name| *name != "replace").collect();
        assert!(!names.is_empty() && named.is_superset(&names), "{feature}: {named:?}, {names:?}");
    }
}

#[test]
fn the_table_of_fuzz_targets_is_complete() {
    let document = read("fuzz/README.md");
    let named: BTreeSet<String> = rows(&document).map(|(name, _)| name.to_owned()).collect();
    let targets = fs::read_dir(root().join("fuzz/targets")).expect("the targets").map(|entry| {
        let path = entry.expect("a target").path();
        path.file_stem().expect("a name").to_string_lossy().into_owned()
    });
    assert_eq!(targets.collect::<BTreeSet<_>>(), named);
}

/// Each section of the recipes is the answer to a question of the table at their start, and each link of the
/// table leads to a section.
#[test]
fn the_table_of_recipes_is_complete() {
    let anchor = |heading: &str| -> String {
        let words = heading.to_lowercase().replace(' ', "-");
        words.chars().filter(|char| char.is_alphanumeric() || "-_".contains(*char)).collect()
    };
    let recipes = read("src/recipes.md");
    let (table, _) = recipes.split_once("\n\n## ").expect("the first recipe");
    let links: BTreeSet<String> = table
        .lines()
        .filter(|line| line.starts_with("| "))
        .filter_map(|row| Some(row.rsplit_once("](")?.1.split_once(')')?.0.to_owned()))
        .collect();
    let sections = |document: &str, page: &str| -> Vec<String> {
        let text = read(document);
        let outside = text.split("```").step_by(2).collect::<String>();
        let headings = outside.lines().filter_map(|line| line.strip_prefix("## "));
        headings.map(|heading| format!("{page}#{}", anchor(heading))).collect()
    };
    let mut expected: BTreeSet<String> = sections("src/recipes.md", "").into_iter().collect();
    expected.extend(sections("src/other_crates.md", "crate::recipes::other_crates"));
    assert!(expected.len() > 25);
    assert_eq!(links, expected);
}

/// The code below a table has every name of the other libraries that the table has.
#[test]
fn the_names_of_other_libraries_are_compiled() {
    fn names(text: &str) -> impl Iterator<Item = &str> {
        let is_part = |char: char| char.is_ascii_alphanumeric() || char == '_';
        text.split(move |char| !is_part(char)).filter(|name| !name.is_empty())
    }
    let document = read("src/migration.md");
    let code: BTreeSet<&str> = document.split("```").skip(1).step_by(2).flat_map(names).collect();
    let text = document.split("```").step_by(2).flat_map(str::lines);
    let cells = text.filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    let named: BTreeSet<&str> = cells.flat_map(quoted).flat_map(names).collect();
    assert!(named.len() > 150, "{} names", named.len());
    assert_eq!(named.difference(&code).collect::<Vec<_>>(), [&""; 0]);
}

#[test]
fn the_number_of_everyday_mistakes_is_right() {
    let tables = ["everyday", "projects", "projects_json", "newcomers"];
    let rows = tables.iter().map(|name| {
        let table = read(&format!("derive-tests/cases/reports/{name}.md"));
        table.lines().filter(|line| line.starts_with("| ")).count() - 1
    });
    let statement = format!("tables of verdicts: {} mistakes", rows.sum::<usize>());
    assert!(read("derive-tests/README.md").contains(&statement), "not: {statement}");
}

/// The number of cases is a lower bound that is not far from the number.
#[test]
fn the_cases_without_recorded_data_are_counted() {
    let mut cases = 0;
    let folder = root().join("derive-tests/cases");
    visit_files(&folder, &mut |path, text| {
        let expectations = ["# => ", "# error: "];
        let is_case = |line: &&str| expectations.iter().any(|start| line.starts_with(start));
        let is_language =
            !["reports", "fixes"].iter().any(|other| path.starts_with(folder.join(other)));
        cases += if is_language { text.lines().filter(is_case).count() } else { 0 };
    });
    let modules = fs::read_dir(root().join("derive-tests/modules")).expect("the modules").count();
    let document = read("derive-tests/README.md");
    assert!((950..1_100).contains(&cases), "{cases} cases");
    assert!(document.contains("more than 950 snippets"));
    assert!(document.contains(&format!("{modules} folders")), "{modules} modules");
}

/// `SERDE_HCL_BLESS=1` draws it again.
#[test]
fn the_picture_in_the_readme_shows_the_report() {
    let source =
        "name: \"shop\"\n\nservice \"web\" {\n  port  = 8080\n  hosts = [\"a\", \"b\"\n}\n";
    let error = serde_hcl::Document::parse(source, Some("main.hcl")).unwrap_err();
    let terminal = anstyle_svg::Term::new().palette(anstyle_svg::WIN10_CONSOLE);
    let picture = terminal.render_svg(&error.report_in_color());
    let golden = root().join("examples/report.svg");
    if std::env::var_os("SERDE_HCL_BLESS").is_some() {
        fs::write(&golden, &picture).expect("the picture can be written");
    }
    assert!(picture == read("examples/report.svg"), "drawn differently now");
}

/// Calls `visit` with the path and the text of each file in a folder and its folders.
fn visit_files(folder: &Path, visit: &mut dyn FnMut(&Path, &str)) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            visit_files(&path, visit);
        } else {
            visit(&path, &fs::read_to_string(&path).unwrap_or_default());
        }
    }
}

fn collect_variables(text: &str, variables: &mut BTreeSet<String>) {
    for (start, _) in text.match_indices("SERDE_HCL_") {
        let is_part = |byte: &u8| byte.is_ascii_uppercase() || *byte == b'_';
        let length = text.as_bytes()[start..].iter().take_while(|byte| is_part(byte)).count();
        if length > "SERDE_HCL_".len() {
            variables.insert(text[start..start + length].to_owned());
        }
    }
}
