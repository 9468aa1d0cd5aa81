//! A session with the server: a client on its standard input and output.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value as Json, json};

const URI: &str = "file:///main.hcl";

struct Client {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    last: i64,
}

impl Client {
    fn start() -> Self {
        let mut server = Command::new(env!("CARGO_BIN_EXE_language-server"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let input = server.stdin.take().expect("an input");
        let output = BufReader::new(server.stdout.take().expect("an output"));
        Client { server, input, output, last: 0 }
    }

    fn send(&mut self, message: &Json) {
        self.send_text(&message.to_string());
    }

    fn send_text(&mut self, text: &str) {
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len())
            .expect("a message is sent");
        self.input.flush().expect("a message is sent");
    }

    fn receive(&mut self) -> Json {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("a header");
            match line.trim() {
                "" => break,
                header => {
                    if let Some(value) = header.strip_prefix("Content-Length: ") {
                        length = value.parse().expect("a length");
                    }
                }
            }
        }
        let mut text = vec![0; length];
        self.output.read_exact(&mut text).expect("a message");
        serde_json::from_slice(&text).expect("JSON")
    }

    fn notify(&mut self, method: &str, params: Json) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn request(&mut self, method: &str, params: Json) -> i64 {
        self.last += 1;
        self.send(
            &json!({ "jsonrpc": "2.0", "id": self.last, "method": method, "params": params }),
        );
        self.last
    }

    fn response(&mut self, id: i64) -> Json {
        loop {
            let message = self.receive();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// The result of a request about the document.
    fn ask(&mut self, method: &str, more: Json) -> Json {
        let mut params = json!({ "textDocument": { "uri": URI } });
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let id = self.request(method, params);
        let response = self.response(id);
        assert!(response["error"].is_null(), "{method}: {response}");
        response["result"].clone()
    }

    fn ask_at(&mut self, method: &str, line: u32, character: u32) -> Json {
        self.ask(method, json!({ "position": { "line": line, "character": character } }))
    }

    /// Sends a new text, and returns the diagnostics.
    fn change(&mut self, text: &str) -> Json {
        let document = json!({ "uri": URI, "version": 2 });
        let params = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        self.notify("textDocument/didChange", params);
        let published = self.receive()["params"].clone();
        assert_eq!(published["version"], 2);
        published["diagnostics"].clone()
    }

    /// Starts a session, and opens the document.
    fn open(&mut self) -> Json {
        let id = self.request("initialize", json!({ "capabilities": {}, "processId": null }));
        let capabilities = self.response(id)["result"]["capabilities"].clone();
        self.notify("initialized", json!({}));
        let document = json!({ "uri": URI, "languageId": "hcl", "version": 1, "text": SOURCE });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
        let published = self.receive();
        assert_eq!(published["method"], "textDocument/publishDiagnostics");
        assert_eq!(published["params"]["version"], 1);
        assert_eq!(published["params"]["diagnostics"], json!([]));
        capabilities
    }

    fn end(mut self) {
        let id = self.request("shutdown", json!(null));
        assert!(self.response(id)["error"].is_null());
        self.notify("exit", json!(null));
        assert!(self.server.wait().expect("the server ends").success());
    }
}

fn names(items: &Json) -> Vec<&str> {
    items.as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap()).collect()
}

const SOURCE: &str = r#"# The host.
locals {
  name = "𝄞 web"
}

region = "eu"

service "web" {
  port    = 80 + host.cores
  command = "run ${upper(local.name)}"
}
"#;

#[test]
fn a_session() {
    let mut client = Client::start();
    let capabilities = client.open();
    for name in ["completion", "hover", "definition", "references", "rename", "documentSymbol"] {
        assert!(!capabilities[format!("{name}Provider")].is_null(), "{name}");
    }
    // `local.na|me`, whose column is the same in UTF-8 and UTF-16.
    let at = (9, 33);
    assert_eq!(names(&client.ask_at("textDocument/completion", at.0, at.1)), ["name"]);
    let hover = client.ask_at("textDocument/hover", 8, 4);
    assert!(hover["contents"]["value"].as_str().unwrap().contains("on which the service listens"));
    let definition = client.ask_at("textDocument/definition", at.0, at.1);
    let start = json!({ "line": 2, "character": 2 });
    assert_eq!(definition[0]["range"]["start"], start);
    let references = client.ask_at("textDocument/references", 2, 3);
    assert_eq!(references[0]["range"]["start"], json!({ "line": 9, "character": 25 }));
    assert_eq!(client.ask_at("textDocument/prepareRename", 2, 3)["start"], start);
    let position = json!({ "line": 2, "character": 3 });
    let renamed =
        client.ask("textDocument/rename", json!({ "position": position, "newName": "title" }));
    let edits = renamed["changes"][URI].as_array().unwrap();
    assert_eq!((edits.len(), &edits[0]["newText"]), (2, &json!("title")));

    let symbols = client.ask("textDocument/documentSymbol", json!({}));
    assert_eq!(symbols[2]["name"], "service \"web\"");
    assert_eq!(symbols[2]["children"][0]["name"], "port");
    let folds = client.ask("textDocument/foldingRange", json!({}));
    assert_eq!((&folds[0]["startLine"], &folds[0]["endLine"]), (&json!(1), &json!(2)));
    let tokens = client.ask("textDocument/semanticTokens/full", json!({}));
    assert!(tokens["data"].as_array().unwrap().len() > 20 * 5);
    let help = client.ask_at("textDocument/signatureHelp", 9, 26);
    assert!(help["signatures"][0]["label"].as_str().unwrap().starts_with("upper("));
    assert_eq!(help["activeParameter"], 0);
    let formatted = client.ask("textDocument/formatting", json!({}));
    assert_eq!(formatted, json!([]));
    client.change("region   = \"eu\"\nservice \"web\" {\nport = 80\n}\n");
    let formatted = client.ask("textDocument/formatting", json!({}));
    let texts: Vec<_> = formatted.as_array().unwrap().iter().map(|it| &it["newText"]).collect();
    assert_eq!(texts, ["", "  "]);

    // A mistake, its place in UTF-16, and its fix.
    let diagnostics = client.change("region = \"𝄞eu\"\nservice \"web\" {\n  prot = 1\n}\n");
    let codes: Vec<_> =
        diagnostics.as_array().unwrap().iter().map(|it| it["code"].clone()).collect();
    assert!(codes.contains(&json!("unknown-variant")), "{diagnostics}");
    assert_eq!(diagnostics[0]["range"]["end"], json!({ "line": 0, "character": 15 }));
    client.change("region = \"eu\"\nservice \"web\" {\n  prot = 1\n}\n");
    let range =
        json!({ "start": { "line": 2, "character": 3 }, "end": { "line": 2, "character": 3 } });
    let actions = client.ask(
        "textDocument/codeAction",
        json!({ "range": range, "context": { "diagnostics": [] } }),
    );
    assert_eq!(actions[0]["edit"]["changes"][URI][0]["newText"], "port", "{actions}");

    // An unfinished document.
    client.change("region = \"eu\"\nservice \"web\" {\n  port = 80\n  com\n");
    assert_eq!(names(&client.ask_at("textDocument/completion", 3, 5)), ["command"]);
    // A position after the end of a line is the end.
    assert_eq!(names(&client.ask_at("textDocument/completion", 3, 500)), ["command"]);

    client.notify("textDocument/didSave", json!({ "textDocument": { "uri": URI } }));

    // A request that is cancelled has an answer all the same.
    let hover =
        json!({ "textDocument": { "uri": URI }, "position": { "line": 0, "character": 1 } });
    let id = client.request("textDocument/hover", hover.clone());
    client.notify("$/cancelRequest", json!({ "id": id }));
    let answer = client.response(id);
    assert!(answer["result"].is_object() || answer["error"]["code"] == -32800, "{answer}");

    let id = client.request("textDocument/nowhere", hover);
    assert_eq!(client.response(id)["error"]["code"], -32601);
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    let id = client.request("textDocument/hover", json!({ "textDocument": { "uri": URI } }));
    assert_eq!(client.response(id)["error"]["code"], -32602);

    client.end();
}

#[test]
fn messages_of_careless_editors() {
    let mut client = Client::start();
    client.open();
    // Positions that no document has.
    for number in [5, u64::from(u32::MAX), u64::MAX] {
        let position = json!({ "line": number, "character": number });
        for method in ["completion", "hover", "definition", "references", "signatureHelp"] {
            client.ask(&format!("textDocument/{method}"), json!({ "position": position }));
        }
        let range = json!({ "start": position, "end": position });
        client.ask("textDocument/codeAction", json!({ "range": range }));
    }
    // A text that is no message gets an answer, and the session goes on.
    for text in ["", "{", "nothing", "{\"jsonrpc\": \"2.0\"}"] {
        client.send_text(text);
        let answer = client.receive();
        assert_eq!(
            (&answer["id"], &answer["error"]["code"]),
            (&Json::Null, &json!(-32700)),
            "{text}"
        );
    }
    // An unknown method, with and without a document; and a known one without.
    let known = json!({ "textDocument": { "uri": URI } });
    let unknown = json!({ "textDocument": { "uri": "file:///other.hcl" } });
    for (method, params, code) in [
        ("workspace/symbol", json!({ "query": "a" }), -32601),
        ("textDocument/nowhere", known, -32601),
        ("textDocument/nowhere", unknown.clone(), -32601),
        ("textDocument/hover", unknown, -32602),
        ("textDocument/hover", json!(null), -32602),
    ] {
        let id = client.request(method, params);
        assert_eq!(client.response(id)["error"]["code"], code, "{method}");
    }
    client.end();
}
