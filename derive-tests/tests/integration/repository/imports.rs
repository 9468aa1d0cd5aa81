//! The imports among the files of a crate, read from their tokens: `use` items and paths in the code, without
//! tests.

use std::collections::{BTreeMap, BTreeSet};

/// A module as a path of names: that of the file `a/mod.rs` or `a.rs` is `["a"]`.
type Module = Vec<String>;

/// A file of the crate.
struct File {
    path: String,
    tokens: Vec<String>,
    /// The names that the file declares.
    declared: BTreeSet<String>,
    /// The imported names with their paths.
    imported: BTreeMap<String, Module>,
    uses: Vec<Use>,
}

/// An imported path, from the root of the crate.
struct Use {
    path: Module,
    is_public: bool,
}

/// The files of a crate by their modules.
pub struct Imports(BTreeMap<Module, File>);

impl Imports {
    /// Reads files: their paths in the source folder, and their texts.
    pub fn read(files: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut all = BTreeMap::new();
        for (path, text) in files {
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            let mut module: Module =
                path.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
            if path.ends_with("mod.rs") || path == "lib.rs" {
                module.pop();
            }
            if !module.iter().any(|name| name == "tests") {
                let tokens = tokens(code);
                let declared = declared(&tokens);
                let (imported, uses) = (BTreeMap::new(), Vec::new());
                all.insert(module, File { path, tokens, declared, imported, uses });
            }
        }
        let mut imports = Imports(all);
        let modules: Vec<Module> = imports.0.keys().cloned().collect();
        for module in modules {
            let found = imports.uses(&module);
            let file = imports.0.get_mut(&module).expect("it is there");
            for (name, found) in found {
                file.imported.insert(name, found.path.clone());
                file.uses.push(found);
            }
        }
        imports
    }

    /// The names and the paths of the `use` items of a file.
    fn uses(&self, module: &Module) -> Vec<(String, Use)> {
        let tokens = &self.0[module].tokens;
        let mut found = Vec::new();
        for (at, _) in tokens.iter().enumerate().filter(|(_, token)| *token == "use") {
            let before = at.checked_sub(1).map_or("", |before| &tokens[before]);
            let is_public = matches!(before, "pub" | ")");
            let mut paths = Vec::new();
            tree(&tokens[at + 1..], &mut Vec::new(), &mut paths);
            for (path, name) in paths {
                if let Some(path) = self.absolute(module, &path) {
                    found.push((name, Use { path, is_public }));
                }
            }
        }
        found
    }

    /// The path from the root of the crate; `None` for another crate.
    fn absolute(&self, module: &Module, path: &[String]) -> Option<Module> {
        let ups = path.iter().take_while(|name| *name == "super").count();
        let (base, rest) = match path.first()?.as_str() {
            "crate" => (&[][..], &path[1..]),
            "self" => (&module[..], &path[1..]),
            "super" => (module.get(..module.len().checked_sub(ups)?)?, &path[ups..]),
            child if self.0.contains_key(&[module, &[child.to_owned()][..]].concat()) => {
                (&module[..], path)
            }
            _ => return None,
        };
        Some([base, rest].concat())
    }

    /// The module that declares the item of a path. Follows the imports of facades.
    fn resolve(&self, path: &Module, depth: usize) -> Option<Module> {
        let length = (0..=path.len()).rev().find(|end| self.0.contains_key(&path[..*end]))?;
        let (module, rest) = path.split_at(length);
        let file = &self.0[module];
        let imported = rest.first().and_then(|name| file.imported.get(name));
        match imported.filter(|_| depth < 12 && !file.declared.contains(&rest[0])) {
            Some(imported) if *imported != path[..=length] => {
                let further = [imported, &rest[1..]].concat();
                self.resolve(&further, depth + 1).or_else(|| Some(module.to_vec()))
            }
            _ => Some(module.to_vec()),
        }
    }

    /// The modules that each module imports. A facade doesn't import what it exports.
    fn edges(&self) -> BTreeMap<&Module, BTreeSet<&Module>> {
        self.0.iter().map(|(module, file)| (module, self.edges_of(module, file))).collect()
    }

    fn edges_of(&self, module: &Module, file: &File) -> BTreeSet<&Module> {
        let used = file.uses.iter().filter_map(|found| {
            let target = self.resolve(&found.path, 0)?;
            let is_export = found.is_public && target.starts_with(module);
            (!is_export).then_some(target)
        });
        let named = paths(&file.tokens).filter_map(|path| {
            let path = match file.imported.get(&path[0]).filter(|it| self.0.contains_key(*it)) {
                Some(imported) => [&imported[..], &path[1..]].concat(),
                None => self.absolute(module, &path)?,
            };
            self.resolve(&path, 0)
        });
        let targets = used.chain(named).filter(|target| target != module);
        targets.filter_map(|target| Some(self.0.get_key_value(&target)?.0)).collect()
    }

    /// The circles: the paths of files that import each other, also through others.
    pub fn circles(&self) -> BTreeSet<BTreeSet<&str>> {
        let edges = self.edges();
        let reached: BTreeMap<&Module, BTreeSet<&Module>> = edges
            .keys()
            .map(|start| {
                let mut reached = BTreeSet::new();
                let mut waiting: Vec<&Module> = edges[start].iter().copied().collect();
                while let Some(module) = waiting.pop() {
                    if reached.insert(module) {
                        waiting.extend(&edges[module]);
                    }
                }
                (*start, reached)
            })
            .collect();
        let circle = |module: &&Module| -> BTreeSet<&str> {
            let others = reached[*module].iter().filter(|other| reached[**other].contains(*module));
            others.map(|other| self.0[*other].path.as_str()).collect()
        };
        edges.keys().map(circle).filter(|circle| circle.len() > 1).collect()
    }

    /// The paths of the files that name an identifier.
    pub fn naming(&self, name: &str) -> impl Iterator<Item = &str> {
        let files = self.0.values();
        files
            .filter(move |file| file.tokens.iter().any(|token| token == name))
            .map(|file| file.path.as_str())
    }
}

/// Adds the paths of a `use` item, each with the name that it imports.
fn tree(tokens: &[String], prefix: &mut Module, paths: &mut Vec<(Module, String)>) -> usize {
    let (mut at, length) = (0, prefix.len());
    let add = |prefix: &Module, name: Option<&String>, paths: &mut Vec<(Module, String)>| {
        let Some(last) = prefix.last().filter(|_| prefix.len() > length) else { return };
        let (path, last) = match last.as_str() {
            "self" => (prefix[..prefix.len() - 1].to_vec(), prefix[prefix.len() - 2].clone()),
            "*" => (prefix[..prefix.len() - 1].to_vec(), String::new()),
            _ => (prefix.clone(), last.clone()),
        };
        paths.push((path, name.cloned().unwrap_or(last)));
    };
    let mut name = None;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match token.as_str() {
            "::" => {}
            "as" => {
                name = tokens.get(at);
                at += 1;
            }
            "{" => {
                at += tree(&tokens[at..], prefix, paths);
                prefix.truncate(length);
            }
            "," | "}" | ";" => {
                add(prefix, name.take(), paths);
                prefix.truncate(length);
                if token != "," {
                    break;
                }
            }
            _ => prefix.push(token.clone()),
        }
    }
    at
}

/// The paths of at least two names outside `use` items.
fn paths(tokens: &[String]) -> impl Iterator<Item = Module> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < tokens.len() {
            if tokens[at] == "use" {
                at += tokens[at..].iter().take_while(|token| *token != ";").count();
            }
            let start = at;
            let mut path = Vec::new();
            while tokens.get(at).is_some_and(|token| is_name(token)) {
                path.push(tokens[at].clone());
                at += 1;
                match tokens.get(at).is_some_and(|token| token == "::") {
                    true => at += 1,
                    false => break,
                }
            }
            at = at.max(start + 1);
            if path.len() > 1 {
                return Some(path);
            }
        }
        None
    })
}

fn declared(tokens: &[String]) -> BTreeSet<String> {
    let words = ["struct", "enum", "fn", "trait", "type", "const", "static"];
    let pairs = tokens.windows(2).filter(|pair| words.contains(&pair[0].as_str()));
    let macros = tokens.windows(3).filter(|three| three[0] == "macro_rules");
    let names = pairs.map(|pair| pair[1].clone());
    names.chain(macros.map(|three| three[2].clone())).collect()
}

fn is_name(token: &str) -> bool {
    token.starts_with(|char: char| char.is_ascii_alphabetic() || char == '_')
}

/// The tokens of a source without comments, literals and white space.
fn tokens(mut text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    while let Some(first) = text.chars().next() {
        let skipped = match first {
            '/' if text.starts_with("//") => text.find('\n').unwrap_or(text.len()),
            'r' if text.starts_with("r\"") || text.starts_with("r#\"") => raw_string(text),
            '"' => string(text),
            '\'' => character(text),
            _ => 0,
        };
        if skipped > 0 {
            text = &text[skipped..];
            continue;
        }
        let is_word = |char: char| char.is_ascii_alphanumeric() || char == '_';
        let word = text.find(|char| !is_word(char)).unwrap_or(text.len());
        let length = match word {
            0 if text.starts_with("::") => 2,
            0 => first.len_utf8(),
            word => word,
        };
        if !first.is_whitespace() {
            tokens.push(text[..length].to_owned());
        }
        text = &text[length..];
    }
    tokens
}

/// The length of a string literal.
fn string(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.bytes().skip(1).position(|byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    });
    end.map_or(text.len(), |end| end + 2)
}

fn raw_string(text: &str) -> usize {
    let hashes = text[1..].bytes().take_while(|byte| *byte == b'#').count();
    let close = format!("\"{}", "#".repeat(hashes));
    let start = hashes + 2;
    text[start..].find(&close).map_or(text.len(), |end| start + end + close.len())
}

/// The length of a character literal, or of the quote of a lifetime.
fn character(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    let is_escape = text.starts_with("'\\");
    let content = if is_escape { chars.nth(1) } else { chars.next() };
    let behind = content.map_or(text.len(), |(at, char)| at + char.len_utf8());
    match text[behind..].find('\'') {
        Some(0) => behind + 1,
        Some(end) if is_escape => behind + end + 1,
        _ => 1,
    }
}
