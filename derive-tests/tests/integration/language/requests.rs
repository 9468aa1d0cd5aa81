//! Hover texts, signatures, definitions, symbols, folds, tokens, diagnostics and fixes.

use serde_hcl::describe::Description;
use serde_hcl::diagnostic::Diagnostic;
use serde_hcl::language::{Edit, Editor};
use serde_hcl::source::{Columns, LineIndex, Span};
use serde_hcl::syntax::TokenKind;
use serde_hcl::value::Mark;
use serde_hcl::{Context, parse_lenient};
use serde_hcl::{Value, value};

use super::{Config, context, marked};

fn with<R>(text: &str, ask: impl FnOnce(&Editor<'_>, u32) -> R) -> R {
    let (source, offset) = marked(text);
    let (description, context) = (Description::of::<Config>(), context());
    ask(&Editor::new(&source, &description, &context), offset)
}

fn hover(text: &str) -> Option<String> {
    with(text, |editor, offset| editor.hover(offset).map(|hover| hover.text))
}

#[test]
fn hover_describes_every_part() {
    let cases = [
        ("re|gion = 1", "**region** `required, string`\n\nWhere to run."),
        ("region = \"e|u\"", "Europe."),
        ("ser|vice \"a\" {}", "**service** `block`\n\nThe services, by name."),
        ("service \"a\" {\n po|rt = 1\n}", "**port** `number`\n\nThe port.\n\nDefault: `0`"),
        ("service \"a\" {\n protocol|\n}", "**protocol** `string`\n\nDeprecated."),
        ("service \"a|\" {\n}", "**a** `label`"),
        ("disk \"so|lid\" {\n}", "**solid** `label`"),
        (
            "rule = [{ fr|om = 1 }]",
            "**from** `required, number`\n\nThe first port.\n\nLimits: from 0",
        ),
        (
            "rule = [{ \"fr|om\" = 1 }]",
            "**from** `required, number`\n\nThe first port.\n\nLimits: from 0",
        ),
        ("tags = { a = var.na|me }", "**var.name** `string`\n\n`\"web\"`"),
        ("tags = { a = upper|(1) }", "`upper("),
        ("# About a.\ntags = {}\nzones = tag|s", "```hcl\ntags = {}\n```\n\nAbout a."),
        ("tags = { a = [for x in y : x|] }", ""),
        ("region = 1|", ""),
    ];
    for (text, expected) in cases {
        let found = hover(text).unwrap_or_default();
        assert!(
            found.starts_with(expected) && found.is_empty() == expected.is_empty(),
            "{text}: {found}"
        );
    }
}

#[test]
fn hover_shows_no_secret() {
    let description = Description::of::<Config>();
    let secret = Value::from("hidden").mark(Mark::SENSITIVE);
    let context = Context::new().variable("token", secret.clone());
    let context = context.variable("all", value!({ "a": (secret) }));
    for source in ["region = token", "region = all", "region = all.a"] {
        let editor = Editor::new(source, &description, &context);
        let hover = editor.hover(10).unwrap();
        assert!(!hover.text.contains("hidden"), "{}", hover.text);
    }
}

#[test]
fn signature_help_counts_arguments() {
    let active = |text| {
        with(text, |editor, offset| {
            let help = editor.signature_help(offset)?;
            Some((help.label, help.active))
        })
    };
    let substr = "substr(text: string, start: number, length: number)";
    let cases = [
        ("region = substr(|", Some((substr, Some(0)))),
        ("region = substr(\"a, b\", |", Some((substr, Some(1)))),
        ("region = substr([1, 2, |], 1)", Some((substr, Some(0)))),
        ("region = substr(\"x\", 1, 2, |", Some((substr, None))),
        ("region = substr(upper(\"x\"), |)", Some((substr, Some(1)))),
        ("region = substr(upper(\"|\"))", Some(("upper(text: string)", Some(0)))),
        ("region = \"${max(1, 2, 3, |", Some(("max(numbers: number...)", Some(0)))),
        ("region = substr(\"x\")|", None),
        ("region = nowhere(|", None),
    ];
    for (text, expected) in cases {
        let found = active(text);
        let found = found.as_ref().map(|(label, active)| (&**label, *active));
        assert_eq!(found.is_some(), expected.is_some(), "{text}: {found:?}");
        assert_eq!(found.map(|it| it.1), expected.map(|it| it.1), "{text}: {found:?}");
        let name = |label: &str| label.split('(').next().map(str::to_owned);
        assert_eq!(found.map(|it| name(it.0)), expected.map(|it| name(it.0)), "{text}");
    }
}

#[test]
fn definitions_and_references_lead_to_each_other() {
    let source = "service \"web\" {\n  port = 1\n}\nservice \"api\" {}\ntags = { a = service.web.port, b = \
                  service[\"web\"], c = service }\nzones = [for service in tags : service.web]\n";
    let description = Description::of::<Config>();
    let context = Context::new();
    let editor = Editor::new(source, &description, &context);
    let at = |text: &str| source.find(text).unwrap() as u32;
    let defined = |offset| -> Vec<String> {
        let all = editor.definition(offset).into_iter();
        all.map(|it| it.address.join(".")).collect()
    };
    let used = |offset| -> Vec<&str> {
        editor.references(offset).into_iter().map(|span| span.text(source)).collect()
    };
    assert_eq!(defined(at("service.web.port")), ["service.web.port"]);
    assert_eq!(defined(at("service[")), ["service.web"]);
    assert_eq!(used(at("\"web\"")), ["service.web", "service[\"web\"]"]);
    assert_eq!(used(at("port")), ["service.web.port"]);
    assert!(used(at("\"api\"")).is_empty());
    // A variable of a `for` expression hides the block type.
    assert_eq!(defined(at("service.web]")), ["service"]);
    assert_eq!(used(at("service in")), ["service"]);
    assert!(defined(at("c = service")).is_empty() && used(0).is_empty());
}

#[test]
fn the_outline_is_complete() {
    let source = "# one\n# two\n\n# three\nservice \"web\" {\n  port = max(\n    1,\n  )\n  check {\n    path = <<EOT\nx\nEOT\n  }\n}\nlog {}\n";
    let description = Description::of::<Config>();
    let context = Context::new();
    let editor = Editor::new(source, &description, &context);
    let symbols = editor.symbols();
    let names = |symbols: &[serde_hcl::language::Symbol]| {
        symbols.iter().map(|symbol| symbol.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&symbols), ["service \"web\"", "log"]);
    assert_eq!(names(&symbols[0].children), ["port", "check"]);
    assert_eq!(names(&symbols[0].children[1].children), ["path"]);
    let folds: Vec<_> = editor.folding().iter().map(|fold| fold.span.text(source).len()).collect();
    assert_eq!(folds.len(), 5, "{folds:?}");
    for token in editor.semantic_tokens() {
        assert!(!token.span.text(source).contains('\n') && token.kind != TokenKind::Invalid);
    }
}

#[test]
fn an_unknown_name_says_where_it_belongs() {
    let (description, context) = (Description::of::<Config>(), context());
    let cases = [
        ("region = \"eu\"\nprotocol = \"tcp\"\n", "\"protocol\" belongs into \"service\""),
        (
            "region = \"eu\"\nservice \"a\" {\n  region = \"eu\"\n}\n",
            "\"region\" belongs into the top level",
        ),
    ];
    for (source, help) in cases {
        let diagnostics = Editor::new(source, &description, &context).diagnostics::<Config>();
        let unknown = diagnostics.iter().find(|it| it.code() == "unknown-argument");
        assert_eq!(unknown.and_then(|it| it.help()), Some(help), "{source}");
    }
}

#[test]
fn diagnostics_have_fixes() {
    let fixed = |source: &str| {
        let (description, context) = (Description::of::<Config>(), context());
        let editor = Editor::new(source, &description, &context);
        let diagnostics = editor.diagnostics::<Config>();
        let fixes = editor.quick_fixes(&diagnostics, Span::new(0, source.len() as u32));
        let edits: Vec<Edit> = fixes.into_iter().map(|fix| fix.edit).collect();
        (diagnostics.len(), Edit::apply(&edits, source))
    };
    let cases = [
        ("region = \"eu\n", "region = \"eu\"\n"),
        ("region = \"eu\"\ndebg = true\n", "region = \"eu\"\ndebug = true\n"),
        ("region = \"eu\"\nzones = [\"eu\"\n", "region = \"eu\"\nzones = [\"eu\"]\n"),
        ("region = \"eu\"\nlog {\n  level = 1\n", "region = \"eu\"\nlog {\n  level = 1\n}\n"),
        ("region = 'eu'\n", "region = \"eu\"\n"),
        ("region = \"euu\"\n", "region = \"eu\"\n"),
        ("region = uper(\"eu\")\n", "region = upper(\"eu\")\n"),
        ("region = var.nam\n", "region = var.name\n"),
        ("region = \"eu\"\nlog {\n  lvel = 1\n}\n", "region = \"eu\"\nlog {\n  level = 1\n}\n"),
    ];
    for (source, expected) in cases {
        let (count, found) = fixed(source);
        assert_eq!((count, &*found), (1, expected), "{source}");
    }
    // All at once, and without those that make further errors.
    let wrong: String =
        (0..100).map(|number| format!("log {{\n  level{number} = 'a'\n}}\n")).collect();
    let right = wrong.replace('\'', "\"");
    let (description, context) = (Description::of::<()>(), Context::new());
    let editor = Editor::new(&wrong, &description, &context);
    let fixes = editor.quick_fixes(&parse_lenient(&wrong).1, Span::new(0, wrong.len() as u32));
    let edits: Vec<Edit> = fixes.into_iter().map(|fix| fix.edit).collect();
    assert_eq!(Edit::apply(&edits, &wrong), right);
}

#[test]
fn offsets_have_positions_in_utf_16() {
    let source = "tags = { \"𝄞é\" = va }\n";
    let (description, context) = (Description::of::<Config>(), context());
    let lines = LineIndex::new(source);
    let position = serde_hcl::source::Position { line: 1, column: 20 };
    let offset = lines.offset(position, Columns::Utf16).unwrap();
    assert_eq!(offset, source.find("va").unwrap() as u32 + 2);
    let completion = Editor::new(source, &description, &context).complete(offset);
    assert_eq!(completion.proposals[0].label, "var");
    assert_eq!(lines.position(completion.span.start, Columns::Utf16).column, 18);
}

/// The spans in all answers about an offset.
fn spans(editor: &Editor<'_>, diagnostics: &[Diagnostic], offset: u32) -> Vec<Span> {
    let mut spans = vec![editor.complete(offset).span];
    spans.extend(editor.hover(offset).map(|it| it.span));
    spans.extend(editor.definition(offset).iter().flat_map(|it| [it.name, it.span]));
    spans.extend(editor.references(offset));
    spans.extend(editor.name_at(offset));
    spans.extend(editor.rename(offset, "new").into_iter().flatten().map(|it| it.span));
    let fixes = editor.quick_fixes(diagnostics, Span::empty(offset));
    spans.extend(fixes.into_iter().map(|it| it.edit.span));
    let _ = editor.signature_help(offset);
    spans
}

/// Every offset of a document and some behind it, also inside of characters, and the end of each of its starts.
#[test]
fn answers_about_any_offset_are_about_the_text() {
    let source = include_str!("../../../cases/language/complete.hcl");
    let (description, context) = (Description::of::<Config>(), context());
    let more = "tags = { \"𝄞é\" = va }\nzones = [\"é|\", é]\n# 𝄞\n";
    for case in source.split("#----\n").chain([more]) {
        let whole = Editor::new(case, &description, &context);
        let diagnostics = whole.diagnostics::<Config>();
        for offset in (0..case.len() + 4).chain([u32::MAX as usize]) {
            let start = case.get(..offset).map(|it| Editor::new(it, &description, &context));
            let start = start.iter().map(|it| (it, &[][..]));
            for (editor, diagnostics) in start.chain([(&whole, &*diagnostics)]) {
                let source = editor.document().source();
                for span in spans(editor, diagnostics, offset as u32) {
                    assert!(source.get(span.range()).is_some(), "{offset} in {source}: {span:?}");
                }
                let completed = editor.complete(offset as u32).span;
                let is_at = completed.contains(Span::empty(offset as u32));
                assert!(is_at || !source.is_char_boundary(offset), "{offset} in {source}");
            }
        }
    }
}
