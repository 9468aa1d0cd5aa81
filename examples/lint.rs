//! Reports variables that nothing refers to, and quotes that are not necessary: `cargo run --example lint [-- FILE]`.
//! The comment `# lint:ignore RULE` before a block or after an attribute allows one.
//!
//! A linter needs no types and evaluates nothing: it visits the tree of the document, which has the place of each part.

use serde_hcl::Document;
use serde_hcl::diagnostic::Diagnostic;
use serde_hcl::syntax::ExpressionKind;

const SOURCE: &str = r#"
variable "region" {}

variable "size" {}

# lint:ignore unused-variable
variable "later" {}

resource "vm" "web" {
  region = "${var.region}"
  name   = "${var.region}" # lint:ignore quotes
}
"#;

fn main() -> serde_hcl::Result<()> {
    let document = match std::env::args().nth(1) {
        Some(file) => Document::from_path(file)?,
        None => Document::parse(SOURCE, Some("main.tf"))?,
    };
    let mut found = unused_variables(&document);
    found.extend(quotes(&document));
    // The comments that switch a rule off, with the parts that they belong to.
    let comments = document.commented_parts();
    found.retain(|diagnostic| {
        !comments.iter().any(|(comment, part)| {
            comment.text().trim().strip_prefix("lint:ignore ") == Some(diagnostic.code())
                && diagnostic.span().is_some_and(|place| part.contains(place))
        })
    });
    for diagnostic in found {
        print!("{}", document.attach(diagnostic).report());
    }
    Ok(())
}

fn unused_variables(document: &Document<'_>) -> Vec<Diagnostic> {
    let references = document.body().references();
    let is_used = |address: &str| references.iter().any(|it| it.to_string().starts_with(address));
    let variables = document.body().blocks().filter(|block| block.block_type() == "variable");
    variables
        .filter_map(|block| Some((block, block.labels().next()?)))
        .filter(|(_, label)| !is_used(&format!("var.{}", label.value())))
        .map(|(block, _)| {
            Diagnostic::warning("unused-variable", "Unused variable").with_span(block.header_span())
        })
        .collect()
}

fn quotes(document: &Document<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    document.body().visit(|node| {
        let Some(expression) = node.as_expression() else { return };
        let ExpressionKind::Template(template) = expression.kind() else { return };
        if let Some(content) = template.unwrapped() {
            let help = format!("write {}", content.text());
            let diagnostic = Diagnostic::warning("quotes", "Unnecessary quotes");
            found.push(diagnostic.with_span(expression.span()).with_help(help));
        }
    });
    found
}
