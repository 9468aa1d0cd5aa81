//! Documents of any size, each with many parts of one kind.

/// A name, and the document with about this many parts.
pub(crate) type Shape = (&'static str, fn(usize) -> String);

pub(crate) const SHAPES: &[Shape] = &[
    ("attributes", |n| each(n, |i| format!("a{i} = {i}\n"))),
    ("aligned attributes", |n| each(n, |i| format!("{}{i} = 1 # c\n", "a".repeat(1 + i % 9)))),
    ("equal blocks", |n| "b {\n  x = 1\n}\n".repeat(n)),
    ("labelled blocks", |n| each(n, |i| format!("b \"l{i}\" {{\n  x = 1\n}}\n"))),
    ("blocks with two labels", |n| {
        each(n, |i| format!("b \"l{}\" \"m{i}\" {{\n  x = 1\n}}\n", i % 10))
    }),
    ("block types", |n| each(n, |i| format!("b{i} {{\n  x = 1\n}}\n"))),
    ("block types with blocks", |n| each(n, |i| format!("b{i} {{\n  c {{\n    x = 1\n  }}\n}}\n"))),
    ("one-line blocks", |n| each(n, |i| format!("b{} {{ x = 1 }}\n", i % 7))),
    ("line ends of two bytes", |n| "a {\r\n}\r\n".repeat(n)),
    ("labels", |n| format!("b{} {{}}\n", each(n, |i| format!(" \"l{i}\"")))),
    ("a list", |n| format!("a = [{}]\n", each(n, |i| format!("{i}, ")))),
    ("a list in lines", |n| format!("a = [\n{}]\n", each(n, |i| format!("  {i},\n")))),
    ("a mixed list", |n| format!("a = [{}]\n", "1, { a = 1 }, \"x\", [2], ".repeat(n / 4))),
    ("an object", |n| format!("a = {{\n{}}}\n", each(n, |i| format!("  k{i} = {i}\n")))),
    ("an object in a line", |n| format!("a = {{{}}}\n", each(n, |i| format!("k{i} = {i}, ")))),
    ("equal keys", |n| format!("a = {{{}}}\n", "k = 1, ".repeat(n))),
    ("a string", |n| format!("a = \"{}\"\n", "x".repeat(10 * n))),
    ("escapes", |n| format!("a = \"{}\"\n", "\\n\\u00e9".repeat(n))),
    ("a template", |n| format!("a = \"{}\"\n", "x${1}".repeat(n))),
    ("directives", |n| format!("a = \"{}\"\n", "%{ if true }x%{ endif }".repeat(n))),
    ("a heredoc", |n| format!("a = <<-E\n{}  E\n", "    line ${1}\n".repeat(n))),
    ("comments", |n| "# c\n".repeat(n) + "a = 1\n"),
    ("a comment", |n| format!("/*{}*/ a = 1\n", "é ".repeat(n))),
    ("blank lines", |n| "\n".repeat(5 * n) + "a = 1\n"),
    ("operators", |n| format!("a = 1{}\n", " + 1".repeat(n))),
    ("conditionals", |n| each(n, |i| format!("a{i} = true ? [1] : [\"a\", 2]\n"))),
    ("steps", |n| format!("a = x{}\n", ".y[0]".repeat(n / 2))),
    ("references", |n| each(n, |i| format!("a{i} = local.b{i}.y[0].z\n"))),
    ("unknown names", |n| each(n, |i| format!("a{i} = nope\n"))),
    ("loops", |n| each(n, |i| format!("a{i} = [for x in [1, 2] : x + {i}]\n"))),
    ("calls", |n| each(n, |i| format!("a{i} = upper(\"x\")\n"))),
    ("nested lists", |n| {
        each(n / 50, |i| format!("a{i} = {}1{}\n", "[".repeat(50), "]".repeat(50)))
    }),
    ("nested blocks", |n| each(n / 50, |_| "b {\n".repeat(50) + &"}\n".repeat(50))),
    ("a chain", |n| each(n, |i| format!("a{i} = local.a{}\n", i + 1)) + &format!("a{n} = 1\n")),
    ("a circle", |n| each(n, |i| format!("a{i} = local.a{}\n", (i + 1) % n))),
    ("a failing chain", |n| {
        each(n, |i| format!("a{i} = local.a{}\n", i + 1)) + &format!("a{n} = nope\n")
    }),
    ("a diamond", |n| {
        "a0 = 1\n".to_owned()
            + &each(n, |i| format!("a{} = [local.a{i}, local.a{}]\n", i + 1, i / 2))
    }),
    ("a failing diamond", |n| {
        "a0 = nope\n".to_owned()
            + &each(n, |i| format!("a{} = [local.a{i}, local.a{}]\n", i + 1, i / 2))
    }),
    ("a hub", |n| each(n, |i| format!("a{i} = local.hub + 1\n")) + "hub = 1\n"),
    ("a fan", |n| {
        format!("fan = [{}]\n", each(n, |i| format!("local.a{i}, ")))
            + &each(n, |i| format!("a{i} = 1\n"))
    }),
    ("inner references", |n| {
        format!("b {{\n{}a{n} = 1\n}}\n", each(n, |i| format!("  a{i} = b.a{}\n", i + 1)))
    }),
    ("dynamic blocks", |n| {
        each(n, |i| format!("dynamic \"b{i}\" {{\n  for_each = [1]\n  content {{}}\n}}\n"))
    }),
    ("generated blocks", |n| {
        format!("dynamic \"b\" {{\n  for_each = [{}]\n  content {{}}\n}}\n", "1, ".repeat(n))
    }),
    ("variables", |n| {
        each(n, |i| format!("variable \"v{i}\" {{\n  default = {i}\n  type = number\n}}\n"))
    }),
    ("defaults", |n| format!("variables {{\n{}}}\n", each(n, |i| format!("  v{i} = {i}\n")))),
    ("functions", |n| {
        each(n, |i| format!("function \"f{i}\" {{\n  params = [x]\n  result = x\n}}\n"))
    }),
    ("missing values", |n| "a = \n".repeat(n)),
    ("repeated names", |n| "a = 1\n".repeat(n)),
    ("items in a line", |n| each(n, |i| format!("a{i} = x y ")) + "\n"),
    ("expansions of a shell", |n| format!("a = \"{}\"\n", "${b:-${c//d} ${e%/*".repeat(n))),
    ("spreads and dots", |n| format!("a = [{}]\n", "*b..., 1..c.., ".repeat(n))),
    ("three quotes", |n| "a = '''\n".repeat(n)),
    ("indented lines", |n| each(n, |i| format!("a{i}:\n  b:\n    c: 1\n")) + "d = 1\n"),
    ("missing commas", |n| format!("a = [{}]\n", "1 2, ".repeat(n))),
    ("open brackets", |n| "a = [\n".repeat(n)),
    ("open quotes", |n| "\"\n".repeat(n)),
    ("closing braces", |n| "}\n".repeat(n)),
    ("names in quotes", |n| "\"a\" = 1,\n".repeat(n)),
    ("dashes", |n| format!("a:\n{}", "  - 1\n".repeat(n))),
    ("lists with dashes", |n| "a:\n  - 1\n".repeat(n)),
    ("colons on a line", |n| format!("a {{ {}}}\n", "b: x/y, ".repeat(n))),
    ("statements", |n| "if a:\n  b\n".repeat(n)),
    ("comments in quotes", |n| "\"\"\"x\n".repeat(n)),
    ("actions of templates", |n| format!("{}\n", "{{ .x }}".repeat(n))),
    ("open actions of templates", |n| format!("a = {}\n", "{{".repeat(n))),
    ("lists of templates", |n| format!("a = [{}]\n", "[[ x | y ]], ".repeat(n))),
    ("other characters", |n| "$ % ^ & @ \n".repeat(n)),
];

fn each(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect()
}
