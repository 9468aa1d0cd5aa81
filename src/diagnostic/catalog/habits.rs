//! Functions, methods and words that people bring along from other languages, and how to write them
//! here.

use super::advice;

/// Functions of other languages with the expression to write. `{}` stands for the first argument,
/// `<…>` for the others of a method.
const FUNCTIONS: [(&[&str], &str); 42] = [
    (&["len", "size", "count", "strlen"], "length({})"),
    (&["toupper", "to_upper", "upcase", "uppercase", "ucase"], "upper({})"),
    (&["tolower", "to_lower", "downcase", "lowercase", "lcase"], "lower({})"),
    (&["capitalize", "ucfirst", "titlecase"], "title({})"),
    (&["trim_space", "trimSpace", "strip", "chop"], "trimspace({})"),
    (&["ltrim", "trim_prefix", "removeprefix", "stripprefix"], "trimprefix({}, <start>)"),
    (&["rtrim", "trim_suffix", "removesuffix", "stripsuffix"], "trimsuffix({}, <end>)"),
    (&["substring", "substr_of", "mid", "left"], "substr({}, 0, length)"),
    (&["concatenate", "strcat", "str_concat", "concat_ws"], "\"${one}${other}\""),
    (&["sprintf", "printf", "fmt", "string_format"], "format(\"%s\", value)"),
    (&["explode", "split_string", "tokenize"], "split(<\",\">, {})"),
    (&["implode", "join_list"], "join(<\",\">, {})"),
    (
        &["gsub", "sub", "str_replace", "regex_replace", "regexReplaceAll"],
        "replace({}, <old, new>)",
    ),
    (&["tojson", "to_json", "json_encode", "json", "stringify", "dumps"], "jsonencode({})"),
    (&["fromjson", "from_json", "json_decode", "parse_json", "loads"], "jsondecode({})"),
    (&["toyaml", "to_yaml", "yaml_encode"], "yamlencode({})"),
    (&["fromyaml", "from_yaml", "yaml_decode"], "yamldecode({})"),
    (&["str", "string", "to_string", "tostr", "toString", "text"], "tostring({})"),
    (&["int", "integer", "float", "number", "to_number", "atoi", "parseInt"], "tonumber({})"),
    (&["bool", "boolean", "to_bool"], "tobool({})"),
    (&["round"], "floor({} + 0.5)"),
    (&["list", "array", "tuple", "vec", "c", "listOf", "arrayOf"], "[one, other]"),
    (&["map", "dict", "object", "hash", "mapOf"], "{ name = value }"),
    (&["set"], "toset({})"),
    (&["setOf"], "toset([one, other])"),
    (&["append", "push", "add", "list_append"], "concat({}, [<value>])"),
    (&["in_array", "includes", "has", "in", "is_in", "elem"], "contains({}, <value>)"),
    (&["has_key", "haskey", "key_exists", "hasKey"], "contains(keys({}), <name>)"),
    (&["uniq", "unique", "dedup"], "distinct({})"),
    (&["sorted", "order", "sort_by"], "sort({})"),
    (&["reversed", "rev"], "reverse({})"),
    (&["extend", "union"], "concat({}, <other>)"),
    (&["default", "ifnull", "nvl", "isnull", "fallback", "or_else"], "coalesce({}, <other>)"),
    (&["if", "iif", "ifelse", "ternary", "cond"], "condition ? value : other"),
    (&["is_null", "isnil", "isset", "is_defined", "exists"], "{} != null"),
    (&["env", "getenv", "get_env", "environ"], "var.name"),
    (&["read_file", "readfile", "file_get_contents", "open", "read", "importstr"], "file({})"),
    (&["b64encode", "base64", "b64enc", "btoa"], "base64encode({})"),
    (&["b64decode", "b64dec", "atob"], "base64decode({})"),
    (&["mod", "modulo"], "one % other"),
    (&["typeof", "type_of", "gettype", "typename"], "can(tonumber({}))"),
    (&["now", "date", "time", "datetime"], "timestamp()"),
];

/// Methods of other languages with the expression to write. `{}` stands for the receiver, `<…>` for the
/// arguments.
const METHODS: [(&[&str], &str); 20] = [
    (&["map", "collect", "each", "forEach", "for_each"], "[for element in {} : element]"),
    (&["select"], "[for element in {} : element], with if and a condition at its end to filter"),
    (&["filter", "where", "grep"], "[for element in {} : element if condition]"),
    (&["length", "len", "size", "count"], "length({})"),
    (&["isEmpty", "is_empty", "empty"], "length({}) == 0"),
    (&["first", "head"], "{}[0]"),
    (&["last", "tail"], "{}[length({}) - 1]"),
    (&["get", "fetch", "getOrDefault"], "lookup({}, <name, default>)"),
    (&["join"], "join(<\",\">, {})"),
    (&["split"], "split(<\",\">, {})"),
    (&["items", "entries", "iteritems"], "{ for name, value in {} : name => value }"),
    (&["toUpperCase", "to_uppercase", "upper"], "upper({})"),
    (&["toLowerCase", "to_lowercase", "lower"], "lower({})"),
    (&["trim"], "trimspace({})"),
    (&["startsWith", "starts_with"], "startswith({}, <start>)"),
    (&["endsWith", "ends_with"], "endswith({}, <end>)"),
    (&["concat", "plus"], "concat({}, <other>)"),
    (&["assign", "update"], "merge({}, <other>)"),
    (&["format"], "\"${one}-${other}\", or format(\"%s-%s\", one, other)"),
    (&["slice"], "slice({}, <0, 1>)"),
];

/// The source text of arguments that can be written again elsewhere.
#[derive(Clone, Copy)]
pub(crate) struct Arguments<'s> {
    pub(crate) text: &'s str,
    pub(crate) count: usize,
    /// The end of the parenthesis after them.
    pub(crate) end: u32,
}

/// The replacement for a call of a function of another language. `argument` is its only one.
pub(crate) fn function(name: &str, argument: Option<&str>) -> Option<String> {
    find(&FUNCTIONS, name).map(|written| fill(written, argument.unwrap_or("value"), None))
}

/// The replacement for `receiver.name` or a call of this method.
pub(crate) fn method(
    name: &str,
    receiver: &str,
    arguments: Option<Arguments<'_>>,
) -> Option<String> {
    let written = find(&METHODS, name).or_else(|| find(&FUNCTIONS, name))?;
    Some(fill(written, receiver, arguments))
}

/// Whether that replacement is a call with as many arguments as the one that it replaces.
pub(crate) fn is_complete(name: &str, arguments: Option<Arguments<'_>>) -> bool {
    let written = find(&METHODS, name).or_else(|| find(&FUNCTIONS, name));
    let others = |it: &str| match it.split_once('<') {
        Some((_, others)) => others.split('>').next().unwrap_or_default().split(", ").count(),
        None => 0,
    };
    written.is_some_and(|it| {
        let is_call = it.starts_with(|first: char| first.is_alphabetic()) && it.contains("({}");
        is_call && arguments.is_some_and(|given| given.count == others(it))
    })
}

/// The arguments replace as many others.
fn fill(written: &str, receiver: &str, arguments: Option<Arguments<'_>>) -> String {
    let parts = written.split_once('<').and_then(|(before, rest)| {
        let (others, behind) = rest.split_once('>')?;
        Some((before, others, behind))
    });
    let Some((before, others, behind)) = parts else { return written.replace("{}", receiver) };
    let count = others.split(", ").count();
    let others = arguments.filter(|given| given.count == count).map_or(others, |given| given.text);
    [&*before.replace("{}", receiver), others, &behind.replace("{}", receiver)].concat()
}

/// The replacement of a name in a table. Case and underscores don't matter.
fn find(table: &[(&[&str], &'static str)], name: &str) -> Option<&'static str> {
    fn plain(name: &str) -> impl Iterator<Item = u8> {
        name.bytes().filter(|byte| *byte != b'_').map(|byte| byte.to_ascii_lowercase())
    }
    let is_name = |other: &&str| plain(other).eq(plain(name));
    table.iter().find(|(names, _)| names.iter().any(is_name)).map(|(_, written)| *written)
}

/// The replacement for a word that stands alone in the place of a value, and that is no variable:
/// a word for `true`, `false` or `null`, or a text without quotes.
pub(crate) fn bare_word(word: &str) -> String {
    if advice::is_null_word(word) {
        return "write null".to_owned();
    }
    match advice::bool_word(word).filter(|_| word.len() > 1) {
        Some(meant) => format!("write {meant}; for text, put quotes around it: \"{word}\""),
        None => format!("if this is text, put quotes around it: \"{word}\""),
    }
}
