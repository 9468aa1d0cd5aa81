//! A language server for a configuration that Rust types describe: it reads the requests of an editor from
//! standard input and writes the answers to standard output.
//!
//! All answers are those of `serde_hcl::language`; here they become JSON of the protocol.

use std::collections::{HashMap, VecDeque};
use std::error::Error;
use std::io::{self, Write};
use std::thread::{self, JoinHandle};

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_hcl::describe::Description;
use serde_hcl::diagnostic::{Diagnostic, Severity};
use serde_hcl::format::Formatter;
use serde_hcl::language::{
    Edit, Editor, Fold, Hover, ProposalKind, QuickFix, SignatureHelp, Symbol,
};
use serde_hcl::source::{Columns, LineIndex, Position, Span};
use serde_hcl::{Body, Context};
use serde_json::{Value as Json, json};

/// The result of a server.
pub type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// The token types of the protocol, in the order of `serde_hcl::syntax::TokenKind`.
const TOKENS: &str = "comment type enumMember property variable property function keyword number string macro \
                      operator operator string";

fn capabilities() -> Json {
    let legend = json!({ "tokenTypes": TOKENS.split(' ').collect::<Json>(), "tokenModifiers": [] });
    json!({
        "textDocumentSync": 1, "hoverProvider": true, "definitionProvider": true, "referencesProvider": true,
        "documentSymbolProvider": true, "documentFormattingProvider": true, "foldingRangeProvider": true,
        "codeActionProvider": true, "renameProvider": { "prepareProvider": true },
        "completionProvider": { "triggerCharacters": [".", "\"", "{", "[", "("] },
        "signatureHelpProvider": { "triggerCharacters": ["(", ","] },
        "semanticTokensProvider": { "legend": legend, "full": true },
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
    let (connection, writer) = connect();
    connection.initialize(capabilities())?;
    let description = Description::of::<T>();
    let (mut sources, mut waiting) = (HashMap::<String, String>::new(), VecDeque::new());
    while let Some(message) = waiting.pop_front().or_else(|| connection.receiver.recv().ok()) {
        // Requests can be cancelled while others are answered.
        waiting.extend(connection.receiver.try_iter());
        let (id, method, params) = match message {
            Message::Request(request) if connection.handle_shutdown(&request)? => break,
            Message::Request(Request { id, method, params }) => (Some(id), method, params),
            Message::Notification(Notification { method, params }) => (None, method, params),
            Message::Response(_) => continue,
        };
        let uri = params["textDocument"]["uri"].as_str().unwrap_or_default();
        let changed = match &*method {
            "textDocument/didOpen" => params["textDocument"]["text"].as_str(),
            "textDocument/didChange" => last(&params["contentChanges"])["text"].as_str(),
            "textDocument/didClose" => sources.remove(uri).and(None),
            _ => None,
        };
        sources.extend(changed.map(|text| (uri.to_owned(), text.to_owned())));
        let answer = |ask: &dyn Fn(&View<'_>) -> Option<Json>| {
            let open = sources.get(uri);
            let source = open.map_or("", String::as_str);
            let (context, lines) = (context(source), LineIndex::new(source));
            let editor = Editor::new(source, &description, &context).with_addresses(addresses);
            let answer = ask(&View { uri, source, editor, lines });
            let answer = answer.ok_or(ErrorCode::MethodNotFound)?;
            open.map(|_| answer).ok_or(ErrorCode::InvalidParams)
        };
        let reply: Message = match (id, changed) {
            (Some(id), _) => {
                let answer = match is_cancelled(&id, &waiting) {
                    true => Err(ErrorCode::RequestCanceled),
                    false => answer(&|view| view.answer::<T>(&method, &params)),
                };
                match answer {
                    Ok(answer) => Response::new_ok(id, answer).into(),
                    Err(code) => Response::new_err(id, code as i32, method).into(),
                }
            }
            (None, Some(_)) => {
                let found = answer(&|view| Some(view.diagnostics::<T>())).unwrap_or_default();
                let version = &params["textDocument"]["version"];
                let found = json!({ "uri": uri, "version": version, "diagnostics": found });
                Notification::new("textDocument/publishDiagnostics".to_owned(), found).into()
            }
            (None, None) => continue,
        };
        connection.sender.send(reply)?;
    }
    drop(connection);
    Ok(writer.join().map_err(|_| "the output has failed")??)
}

/// Connects the server with standard input and output. A message that is no JSON gets an answer.
fn connect() -> (Connection, JoinHandle<io::Result<()>>) {
    let (connection, Connection { sender, receiver }) = Connection::memory();
    let writer = thread::spawn(move || {
        receiver.iter().try_for_each(|message| message.write(&mut io::stdout().lock()))
    });
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            match Message::read(&mut input) {
                Ok(Some(message)) => sender.send(message).map_err(io::Error::other)?,
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    let error = json!({ "code": ErrorCode::ParseError as i32, "message": error.to_string() });
                    let text = json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string();
                    let mut output = io::stdout().lock();
                    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
                    output.flush()?;
                }
                other => return other.map(drop),
            }
        }
    });
    (connection, writer)
}

fn last(list: &Json) -> &Json {
    list.as_array().and_then(|list| list.last()).unwrap_or(&Json::Null)
}

fn is_cancelled(id: &RequestId, waiting: &VecDeque<Message>) -> bool {
    waiting.iter().any(|message| match message {
        Message::Notification(it) => it.method == "$/cancelRequest" && it.params["id"] == json!(id),
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

impl View<'_> {
    /// The answer to a request; `None` if the method is unknown.
    fn answer<T: DeserializeOwned>(&self, method: &str, params: &Json) -> Option<Json> {
        let (editor, at) = (&self.editor, self.offset(&params["position"]));
        let location = |span| json!({ "uri": self.uri, "range": self.range(span) });
        let definitions = || editor.definition(at).into_iter().map(|it| it.name);
        Some(match method {
            "textDocument/completion" => self.completion(at),
            "textDocument/hover" => {
                let json = |it: Hover| json!({ "contents": markdown(&it.text), "range": self.range(it.span) });
                editor.hover(at).map(json).into()
            }
            "textDocument/signatureHelp" => editor.signature_help(at).map(signature).into(),
            "textDocument/definition" => definitions().map(location).collect(),
            "textDocument/references" => {
                let is_wanted = params["context"]["includeDeclaration"] == true;
                let definitions = definitions().filter(|_| is_wanted);
                definitions.chain(editor.references(at)).map(location).collect()
            }
            "textDocument/prepareRename" => editor.name_at(at).map(|it| self.range(it)).into(),
            "textDocument/rename" => {
                let edits = editor.rename(at, params["newName"].as_str().unwrap_or_default());
                edits.map(|edits| self.change(&edits)).into()
            }
            "textDocument/documentSymbol" => self.symbols(&editor.symbols()),
            "textDocument/foldingRange" => {
                editor.folding().into_iter().map(|it| self.fold(it)).collect()
            }
            "textDocument/semanticTokens/full" => self.tokens(),
            "textDocument/formatting" => {
                let body = self.source.parse::<Body>();
                let formatted = body.and_then(|body| body.formatted(Formatter::new()));
                formatted.ok().map(|body| self.edits(&body.changes())).into()
            }
            "textDocument/codeAction" => {
                let [start, end] = ["start", "end"].map(|key| self.offset(&params["range"][key]));
                let fixes = editor.quick_fixes(&editor.diagnostics::<T>(), Span::new(start, end));
                let action = |it: QuickFix| json!({ "title": it.title, "kind": "quickfix", "edit": self.change(&[it.edit]) });
                fixes.into_iter().map(action).collect()
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
            let texts = [it.summary(), it.detail(), it.help().unwrap_or_default()].join("\n");
            json!({
                "range": self.range(it.span().unwrap_or_default()), "code": it.code(), "message": texts.trim_end(),
                "severity": if it.severity() == Severity::Warning { 2 } else { 1 },
            })
        };
        self.editor.diagnostics::<T>().iter().map(json).collect()
    }

    fn symbols(&self, symbols: &[Symbol]) -> Json {
        let json = |it: &Symbol| {
            json!({
                "name": it.name, "kind": if it.is_block { 5 } else { 7 }, "range": self.range(it.span),
                "selectionRange": self.range(it.name_span), "children": self.symbols(&it.children),
            })
        };
        symbols.iter().map(json).collect()
    }

    fn fold(&self, fold: Fold) -> Json {
        let line = |at| self.lines.position(at, Columns::Utf16).line - 1;
        // The line of a closing bracket stays visible.
        let end = line(fold.span.end) - usize::from(!fold.is_comment);
        json!({ "startLine": line(fold.span.start), "endLine": end })
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

    fn range(&self, span: Span) -> Json {
        let [start, end] = [span.start, span.end].map(|offset| {
            let Position { line, column } = self.lines.position(offset, Columns::Utf16);
            json!({ "line": line - 1, "character": column - 1 })
        });
        json!({ "start": start, "end": end })
    }

    /// The offset of a position. A column behind its line means the end of the line, as the protocol says.
    fn offset(&self, position: &Json) -> u32 {
        let number = |key: &str| {
            let number = position[key].as_u64().unwrap_or_default();
            usize::try_from(number).unwrap_or(usize::MAX).saturating_add(1)
        };
        let position = Position { line: number("line"), column: number("character") };
        let end =
            self.lines.line_span(position.line).map_or(self.source.len() as u32, |line| line.end);
        self.lines.offset(position, Columns::Utf16).unwrap_or(end)
    }
}

fn signature(help: SignatureHelp) -> Json {
    let parameters = help.parameters.iter().map(|it| {
        json!({ "label": [it.range.start, it.range.end], "documentation": markdown(&it.documentation) })
    });
    let signature = json!({
        "label": help.label, "documentation": markdown(&help.documentation), "parameters": parameters.collect::<Json>(),
    });
    json!({ "signatures": [signature], "activeSignature": 0, "activeParameter": help.active })
}

fn markdown(text: &str) -> Json {
    json!({ "kind": "markdown", "value": text })
}
