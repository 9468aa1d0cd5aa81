//! A language server for a configuration that Rust types describe: it reads the requests of an editor from
//! standard input and writes the answers to standard output.
//!
//! All answers are those of `serde_hcl::language`; here they become JSON of the protocol.

use std::collections::{HashMap, VecDeque};
use std::error::Error;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_hcl::Context;
use serde_hcl::describe::Description;
use serde_hcl::diagnostic::{Diagnostic, Severity};
use serde_hcl::format::format;
use serde_hcl::language::{Edit, Editor, ProposalKind, Symbol};
use serde_hcl::source::{Columns, LineIndex, Position, Span};
use serde_json::{Value as Json, json};

/// The result of a server.
pub type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

const TOKENS: [&str; 14] = [
    "comment",
    "type",
    "enumMember",
    "property",
    "variable",
    "property",
    "function",
    "keyword",
    "number",
    "string",
    "macro",
    "operator",
    "operator",
    "string",
];

fn capabilities() -> Json {
    json!({
        "textDocumentSync": 1, "hoverProvider": true, "definitionProvider": true, "referencesProvider": true,
        "documentSymbolProvider": true, "documentFormattingProvider": true, "foldingRangeProvider": true,
        "codeActionProvider": true, "renameProvider": { "prepareProvider": true },
        "completionProvider": { "triggerCharacters": [".", "\"", "{", "[", "("] },
        "signatureHelpProvider": { "triggerCharacters": ["(", ","] },
        "semanticTokensProvider": { "legend": { "tokenTypes": TOKENS, "tokenModifiers": [] }, "full": true },
    })
}

/// Serves an editor until it ends the session. Documents are decoded into a `T`; `context` makes the context
/// of a document, and `addresses` names its parts as references do, see [`Editor::with_addresses`].
///
/// # Errors
///
/// The editor does not follow the protocol, or has gone.
pub fn serve<T: DeserializeOwned + JsonSchema>(
    context: fn(&str) -> Context,
    addresses: fn(&mut Vec<String>),
) -> Result<()> {
    let (connection, threads) = Connection::stdio();
    connection.initialize(capabilities())?;
    let description = Description::of::<T>();
    let (mut sources, mut waiting) = (HashMap::<String, String>::new(), VecDeque::new());
    while let Some(message) = waiting.pop_front().or_else(|| connection.receiver.recv().ok()) {
        // Requests can be cancelled while others are answered.
        waiting.extend(connection.receiver.try_iter());
        let reply = match message {
            Message::Request(request) if connection.handle_shutdown(&request)? => break,
            Message::Request(request) if is_cancelled(&request, &waiting) => {
                error(request, ErrorCode::RequestCanceled).into()
            }
            Message::Request(request) => {
                let uri = request.params["textDocument"]["uri"].as_str().unwrap_or_default();
                let answer = sources.get(uri).map(|source| {
                    let context = context(source);
                    let view = View::new(uri, source, &description, &context, addresses);
                    view.answer::<T>(&request.method, &request.params)
                });
                match answer {
                    Some(Some(answer)) => Response::new_ok(request.id, answer).into(),
                    Some(None) => error(request, ErrorCode::MethodNotFound).into(),
                    None => error(request, ErrorCode::InvalidParams).into(),
                }
            }
            Message::Notification(Notification { method, params }) => {
                let Some(uri) = params["textDocument"]["uri"].as_str() else { continue };
                let changed =
                    params["contentChanges"].as_array().and_then(|changes| changes.last());
                let text = match (&*method, changed) {
                    ("textDocument/didOpen", _) => params["textDocument"]["text"].as_str(),
                    ("textDocument/didChange", Some(change)) => change["text"].as_str(),
                    ("textDocument/didClose", _) => sources.remove(uri).and(None),
                    _ => None,
                };
                let Some(text) = text else { continue };
                sources.insert(uri.to_owned(), text.to_owned());
                let context = context(text);
                let view = View::new(uri, text, &description, &context, addresses);
                let diagnostics = view.diagnostics::<T>();
                let found = json!({ "uri": uri, "diagnostics": diagnostics });
                Notification::new("textDocument/publishDiagnostics".to_owned(), found).into()
            }
            Message::Response(_) => continue,
        };
        connection.sender.send(reply)?;
    }
    drop(connection);
    Ok(threads.join()?)
}

fn error(request: Request, code: ErrorCode) -> Response {
    Response::new_err(request.id, code as i32, request.method)
}

fn is_cancelled(request: &Request, waiting: &VecDeque<Message>) -> bool {
    waiting.iter().any(|message| match message {
        Message::Notification(it) => {
            it.method == "$/cancelRequest" && it.params["id"] == json!(request.id)
        }
        _ => false,
    })
}

/// A document with its lines.
struct View<'s> {
    uri: &'s str,
    source: &'s str,
    editor: Editor<'s>,
    lines: LineIndex<'s>,
}

impl<'s> View<'s> {
    fn new(
        uri: &'s str,
        source: &'s str,
        description: &'s Description,
        context: &'s Context,
        addresses: fn(&mut Vec<String>),
    ) -> Self {
        let editor = Editor::new(source, description, context).with_addresses(addresses);
        View { uri, source, editor, lines: LineIndex::new(source) }
    }

    /// The answer to a request; `None` if the method is unknown.
    fn answer<T: DeserializeOwned>(&self, method: &str, params: &Json) -> Option<Json> {
        let (editor, at) = (&self.editor, self.offset(&params["position"]));
        let locations = |spans: Vec<Span>| -> Json {
            spans
                .iter()
                .map(|span| json!({ "uri": self.uri, "range": self.range(*span) }))
                .collect()
        };
        let definitions = || editor.definition(at).iter().map(|it| it.name).collect::<Vec<_>>();
        Some(match method {
            "textDocument/completion" => self.completion(at),
            "textDocument/hover" => editor.hover(at).map_or(Json::Null, |hover| {
                json!({ "contents": markdown(&hover.text), "range": self.range(hover.span) })
            }),
            "textDocument/signatureHelp" => editor.signature_help(at).map_or(Json::Null, |help| {
                let parameters = help.parameters.iter().map(|it| {
                    json!({ "label": [it.range.start, it.range.end], "documentation": markdown(&it.documentation) })
                });
                let signature = json!({
                    "label": help.label,
                    "documentation": markdown(&help.documentation),
                    "parameters": parameters.collect::<Json>(),
                });
                json!({ "signatures": [signature], "activeSignature": 0, "activeParameter": help.active })
            }),
            "textDocument/definition" => locations(definitions()),
            "textDocument/references" => {
                let declared = params["context"]["includeDeclaration"] == true;
                let declared = if declared { definitions() } else { Vec::new() };
                locations([declared, editor.references(at)].concat())
            }
            "textDocument/prepareRename" => {
                editor.name_at(at).map_or(Json::Null, |span| self.range(span))
            }
            "textDocument/rename" => {
                let edits = editor.rename(at, params["newName"].as_str()?);
                edits.map_or(Json::Null, |edits| self.change(&edits))
            }
            "textDocument/documentSymbol" => {
                editor.symbols().iter().map(|symbol| self.symbol(symbol)).collect()
            }
            "textDocument/foldingRange" => {
                let folds = editor.folding().into_iter().map(|fold| {
                    let line = |at| self.lines.position(at, Columns::Utf16).line - 1;
                    // The line of a closing bracket stays visible.
                    let end = line(fold.span.end) - usize::from(!fold.is_comment);
                    json!({ "startLine": line(fold.span.start), "endLine": end })
                });
                folds.collect()
            }
            "textDocument/semanticTokens/full" => self.tokens(),
            "textDocument/formatting" => {
                let span = Span::new(0, self.source.len() as u32);
                format(self.source).map_or(Json::Null, |text| self.edits(&[Edit { span, text }]))
            }
            "textDocument/codeAction" => {
                let [start, end] = ["start", "end"].map(|key| self.offset(&params["range"][key]));
                let diagnostics = editor.diagnostics::<T>();
                let fixes = editor.quick_fixes(&diagnostics, Span::new(start, end)).into_iter();
                fixes.map(|fix| json!({ "title": fix.title, "kind": "quickfix", "edit": self.change(&[fix.edit]) })).collect()
            }
            _ => return None,
        })
    }

    fn completion(&self, at: u32) -> Json {
        let completion = self.editor.complete(at);
        let range = self.range(completion.span);
        let items = completion.proposals.iter().enumerate().map(|(number, it)| {
            let kind = match it.kind {
                ProposalKind::Attribute | ProposalKind::Property => 10,
                ProposalKind::Block => 7,
                ProposalKind::Variable => 6,
                ProposalKind::Function => 3,
                ProposalKind::Keyword => 14,
                _ => 12,
            };
            json!({
                "label": it.label, "kind": kind, "detail": it.detail, "sortText": format!("{number:05}"),
                "documentation": markdown(&it.documentation), "deprecated": it.is_deprecated,
                "textEdit": { "range": range, "newText": it.text },
            })
        });
        items.collect()
    }

    fn diagnostics<T: DeserializeOwned>(&self) -> Json {
        let json = |it: &Diagnostic| {
            let texts = [it.summary(), it.detail(), it.help().unwrap_or_default()];
            json!({
                "range": self.range(it.span().unwrap_or_default()),
                "severity": if it.severity() == Severity::Warning { 2 } else { 1 },
                "code": it.code(),
                "message": texts.join("\n").trim_end(),
            })
        };
        self.editor.diagnostics::<T>().iter().map(json).collect()
    }

    fn symbol(&self, symbol: &Symbol) -> Json {
        json!({
            "name": symbol.name,
            "kind": if symbol.is_block { 5 } else { 7 },
            "range": self.range(symbol.span),
            "selectionRange": self.range(symbol.name_span),
            "children": symbol.children.iter().map(|child| self.symbol(child)).collect::<Json>(),
        })
    }

    /// Five numbers for each token: its place relative to the one before, its length and its kind.
    fn tokens(&self) -> Json {
        let (mut data, mut last) = (Vec::new(), Position { line: 1, column: 1 });
        for token in self.editor.semantic_tokens() {
            let [start, end] = [token.span.start, token.span.end]
                .map(|it| self.lines.position(it, Columns::Utf16));
            let before = if start.line == last.line { last.column } else { 1 };
            let place = [start.line - last.line, start.column - before, end.column - start.column];
            data.extend(place.into_iter().chain([token.kind as usize, 0]));
            last = start;
        }
        json!({ "data": data })
    }

    fn change(&self, edits: &[Edit]) -> Json {
        json!({ "changes": { self.uri: self.edits(edits) } })
    }

    fn edits(&self, edits: &[Edit]) -> Json {
        edits.iter().map(|it| json!({ "range": self.range(it.span), "newText": it.text })).collect()
    }

    fn position(&self, offset: u32) -> Json {
        let Position { line, column } = self.lines.position(offset, Columns::Utf16);
        json!({ "line": line - 1, "character": column - 1 })
    }

    fn range(&self, span: Span) -> Json {
        json!({ "start": self.position(span.start), "end": self.position(span.end) })
    }

    /// The offset of a position. A column behind its line means the end of the line, as the protocol says.
    fn offset(&self, position: &Json) -> u32 {
        let number = |key: &str| position[key].as_u64().unwrap_or_default() as usize + 1;
        let position = Position { line: number("line"), column: number("character") };
        let end =
            self.lines.line_span(position.line).map_or(self.source.len() as u32, |line| line.end);
        self.lines.offset(position, Columns::Utf16).unwrap_or(end)
    }
}

fn markdown(text: &str) -> Json {
    json!({ "kind": "markdown", "value": text })
}
