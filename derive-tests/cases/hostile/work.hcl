# Small documents that need much work. Each case ends with a value or with a diagnostic, within the
# time and the memory of the default budget. `x` is evaluated; the other attributes are lazy
# variables in `local`.

case "text is hashed again and again" {
  l = replace(format("%1000000d", 1), " ", "xxxxxxxxxxxxxxxx")
  x = [for i in range(1024) : [for j in range(1024) : sha512(local.l)]]
}

case "lists are summed up again and again" {
  l = split("", replace(format("%100000d", 1), " ", "1111111111"))
  x = [for i in range(1024) : [for j in range(1024) : sum(local.l)]]
}

case "lists are searched again and again" {
  l = range(1024)
  x = [for i in range(1024) : [for j in range(1024) : contains(local.l, -1)]]
}

case "lists are compared again and again" {
  l = split("", replace(format("%100000d", 1), " ", "1111111111"))
  m = split("", replace(format("%100000d", 1), " ", "1111111111"))
  x = [for i in range(1024) : [for j in range(1024) : local.l == local.m]]
}

case "texts are compared again and again" {
  l = replace(format("%1000000d", 1), " ", "xxxxxxxxxxxxxxxx")
  m = replace(format("%1000000d", 1), " ", "xxxxxxxxxxxxxxxx")
  x = [for i in range(1024) : [for j in range(1024) : local.l == local.m]]
}

case "tuples are converted again and again" {
  t = jsondecode("[${replace(format("%1000000d", 1), " ", "1,")}1]")
  x = [for i in range(1024) : [for j in range(1024) : length(tolist(local.t))]]
}

case "sets are made again and again" {
  l = [for i in range(1024) : { a = i, b = "x${i}" }]
  x = [for i in range(1024) : [for j in range(1024) : length(toset(local.l))]]
}

case "sets are put together again and again" {
  l = toset([for i in range(1024) : "element ${i}"])
  x = [for i in range(1024) : [for j in range(1024) : setunion(local.l, [i, j])]]
}

case "lists are sorted again and again" {
  l = split("", replace(format("%100000d", 1), " ", "1111111111"))
  x = [for i in range(1024) : sort(local.l)]
}

case "elements are told apart again and again" {
  l = split("", replace(format("%100000d", 1), " ", "1111111111"))
  x = [for i in range(1024) : length(distinct(local.l))]
}

case "lists are reversed and kept" {
  l = split("", replace(format("%100000d", 1), " ", "1111111111"))
  x = [for i in range(1024) : reverse(local.l)]
}

case "lists are cut and kept" {
  l = split("", replace(format("%100000d", 1), " ", "1111111111"))
  x = [for i in range(1024) : slice(local.l, 1, 100000)]
}

case "lists are cut into pieces" {
  l = split("", replace(format("%100000d", 1), " ", "1111111111"))
  x = [for i in range(1024) : chunklist(local.l, 1)]
}

case "lists grow" {
  l = split("", replace(format("%100000d", 1), " ", "1111111111"))
  x = concat([for i in range(1024) : local.l]...)
}

case "lists in lists are flattened" {
  l = split("", replace(format("%100000d", 1), " ", "1111111111"))
  x = flatten([for i in range(1024) : local.l])
}

case "maps grow" {
  m = { for i in range(1024) : "key ${i}" => i }
  x = [for i in range(1024) : [for j in range(1024) : merge(local.m, { (i) = j })]]
}

case "many small objects" {
  x = [for i in range(1024) : [for j in range(1024) : { a = j }]]
}

case "many small tuples" {
  x = [for i in range(1024) : [for j in range(1024) : [[[[]]]]]]
}

case "many groups" {
  x = [for i in range(1024) : { for j in range(1024) : "k${j}" => i... }]
}

case "keys and values are put together" {
  l = [for i in range(1024) : "key ${i}"]
  x = [for i in range(1024) : [for j in range(1024) : zipmap(local.l, local.l)]]
}

case "keys are listed again and again" {
  m = { for i in range(1024) : "key ${i}" => i }
  x = [for i in range(1024) : [for j in range(1024) : concat(keys(local.m), values(local.m))]]
}

case "maps of lists are turned inside out" {
  k = replace(format("%1000d", 1), " ", "xxxxxxxxxxxxxxxx")
  x = transpose({ (local.k) = [for i in range(1024) : "a"], (upper(local.k)) = [for i in range(1024) : "b${i}"] })
}

case "combinations" {
  x = [for i in range(1024) : setproduct(range(1024), range(500))]
}

case "combinations as a set" {
  l = toset([for i in range(1024) : "element ${i}"])
  x = [for i in range(1024) : setproduct(local.l, toset(range(500)))]
}

case "ranges" {
  x = [for i in range(1024) : [for j in range(1024) : range(1024)]]
}

case "a text is split into its characters" {
  x = split("", replace(replace(format("%1000000d", 1), " ", "xxxxxxxxxxxxxxxx"), "x", "yyyyyyyyyyyy"))
}

case "a text is joined out of long ones" {
  l = replace(format("%1000000d", 1), " ", "xxxxxxxxxxxxxxxx")
  x = [for i in range(1024) : join(local.l, range(1024))]
}

case "templates of long texts" {
  l = replace(format("%1000000d", 1), " ", "xxxxxxxxxxxxxxxx")
  x = [for i in range(1024) : "${local.l}${local.l}${local.l}${local.l}"]
}

case "directives repeat long texts" {
  l = replace(format("%1000000d", 1), " ", "xxxxxxxxxxxxxxxx")
  x = "%{ for i in range(1024) }${local.l}%{ endfor }"
}

case "lines are indented by very much" {
  x = [indent(9007199254740993, ""), indent(9223372036854775807, "a"), indent(4000000000, "")]
}

case "many lines are indented" {
  l = replace(format("%1000000d", 1), " ", "\n")
  x = [for i in range(1024) : indent(200, local.l)]
}

case "characters are trimmed" {
  l = replace(format("%1000000d", 1), " ", "x")
  x = [for i in range(1024) : trim(local.l, "${local.l}y")]
}

case "characters are counted, cut and reversed" {
  l = replace(format("%100000d", 1), " ", "e\u0301")
  x = [for i in range(1024) : [for j in range(1024) : [length(local.l), substr(local.l, -5, -1), strrev(local.l)]]]
}

case "case and words" {
  l = replace(format("%100000d", 1), " ", "\u00e9 x")
  x = [for i in range(1024) : [for j in range(1024) : [title(local.l), upper(local.l), lower(local.l), chomp(local.l)]]]
}

case "texts are encoded again and again" {
  l = replace(format("%100000d", 1), " ", "\u2028 x")
  x = [for i in range(1024) : [for j in range(1024) : [jsonencode(local.l), urlencode(local.l), base64encode(local.l)]]]
}

case "texts are compressed again and again" {
  l = replace(format("%100000d", 1), " ", "abc de")
  x = [for i in range(1024) : [for j in range(1024) : base64gzip("${local.l}${i}${j}")]]
}

case "compressed texts are bombs" {
  l = base64gzip(replace(format("%1000000d", 1), " ", "                                "))
  x = [for i in range(1024) : length(base64gunzip(local.l))]
}

case "character sets" {
  l = replace(format("%100000d", 1), " ", "\u00e9 x")
  x = [for i in range(1024) : [for j in range(1024) : textdecodebase64(textencodebase64(local.l, "UTF-16LE"), "UTF-16LE")]]
}

case "tables of one column" {
  x = csvdecode(replace(format("%1000000d", 1), " ", "a\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\na\n"))
}

case "tables of many columns" {
  h = join(",", [for i in range(1024) : "c${i}"])
  r = join(",", range(1024))
  x = csvdecode("${local.h}\n${replace(format("%10000d", 1), " ", "${local.r}\n")}")
}

case "JSON of many small objects" {
  x = jsondecode("[${replace(format("%1000000d", 1), " ", "{\"a\":1},{\"b\":{}},")}1]")
}

case "JSON with the same name again and again" {
  x = jsondecode(replace("{${format("%100000d", 1)}}", "/ |1/", "\"a\":[1,2,3,4,5,6,7,8],"))
}

case "JSON that nests" {
  x = jsondecode("${replace(format("%1000000d", 1), " ", "[")}")
}

case "JSON that nests as deeply as it may" {
  x = jsondecode("${replace(format("%9001d", 1), " ", "[")}${replace(format("%9000d", 1), "/ |1/", "]")}")
}

case "YAML of many small mappings" {
  x = yamldecode(replace(format("%1000000d", 1), " ", "- {a: 1, b: {}}\n"))
}

case "YAML of anchors" {
  x = yamldecode("- &a [1,1,1,1,1,1,1,1,1,1]\n- &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\n- &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n- &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n- &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\n- &f [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]")
}

case "YAML that merges" {
  m = join(", ", [for i in range(1024) : "k${i}: 1"])
  x = yamldecode("a: &a {${local.m}}\n${join("", [for i in range(1024) : "b${i}: {<<: *a}\n"])}")
}

case "YAML that nests" {
  x = yamldecode(replace(format("%200000d", 1), " ", "- "))
}

case "deep values are indented" {
  d = jsondecode("${replace(format("%9001d", 1), " ", "[")}${replace(format("%9000d", 1), "/ |1/", "]")}")
  x = [for i in range(1024) : yamlencode([local.d, local.d, local.d])]
}

case "values are encoded again and again" {
  l = [for i in range(1024) : { a = i, b = "x${i}" }]
  x = [for i in range(1024) : [for j in range(1024) : [jsonencode(local.l), yamlencode(local.l)]]]
}

case "wide verbs" {
  x = [for i in range(1024) : format("%1000000d%1000000s%-1000000q", 1, "a", "b")]
}

case "long fractions" {
  x = [for i in range(1024) : format("%.1000000f %.1000000e %.1000000g", 1 / 3, 2 / 3, 5 / 7)]
}

case "long integers" {
  x = [for i in range(1024) : format("%d %b %f", 1e60000, 1e15000, 1e60000)]
}

case "lists are formatted" {
  l = split("", replace(format("%100000d", 1), " ", "1111111111"))
  x = [for i in range(1024) : formatlist("%1000s%s", local.l, jsonencode(local.l))]
}

case "short numbers of long texts" {
  n = 1e60000
  x = [for i in range(1024) : [for j in range(1024) : "${local.n} ${j}"]]
}

case "long numbers" {
  n = replace(format("%1000000d", 1), " ", "9")
  x = [for i in range(1024) : parseint(local.n, 10) * parseint(local.n, 11) / 7]
}

case "long numbers out of texts" {
  n = replace(format("%1000000d", 1), " ", "9")
  x = [for i in range(1024) : [local.n + 1, tonumber("0.${local.n}"), jsondecode(local.n)]]
}

case "arithmetic on long numbers" {
  n = parseint(replace(format("%100000d", 1), " ", "9"), 10)
  x = [for i in range(1024) : [for j in range(1024) : local.n * local.n % (local.n - j)]]
}

case "long numbers become texts" {
  n = parseint(replace(format("%100000d", 1), " ", "9"), 10)
  x = [for i in range(1024) : [for j in range(1024) : "${local.n + j}"]]
}

case "large exponents" {
  x = [1e999999999, 1e-999999999, 1e600000000 * 1e600000000, floor(1e600000000), 1e600000000 % 7, pow(1e300, 1e300), log(1e300, 1.0000001), format("%v", 1e600000000), parseint("zz", 36)]
}

case "patterns are searched for again and again" {
  l = replace(format("%1000000d", 1), " ", "xxxxxxxxxxxxxxxx")
  x = [for i in range(1024) : length(regexall("(x+x+)+y", local.l))]
}

case "patterns are compiled again and again" {
  x = length([for i in range(1024) : [for j in range(100) : regexall("\\pL{200}${i}${j}", "a")]])
}

case "searches look ahead in vain" {
  x = length(regexall("a*b|a", replace(format("%200000d", 1), " ", "a")))
}

case "searches that look ahead in vain, of many states" {
  x = length(regexall("(a{1,500}){1,2}b|a", replace(format("%200000d", 1), " ", "a")))
}

case "many groups match" {
  x = regexall("(a)(b)?(c)?(d)?(e)?(f)?(g)?(h)?", replace(format("%1000000d", 1), " ", "aaaaaaaa"))
}

case "matches are replaced by long texts" {
  l = replace(format("%1000000d", 1), " ", "a")
  x = replace(local.l, "/a/", local.l)
}

case "groups are repeated" {
  l = replace(format("%1000000d", 1), " ", "a")
  x = replace(local.l, "/(a+)/", replace(format("%1000d", 1), " ", "$1"))
}

case "templates are parsed again and again" {
  l = replace(format("%100000d", 1), " ", "$${x}")
  x = [for i in range(1024) : [for j in range(1024) : templatestring(local.l, { x = j })]]
}

case "templates with many variables" {
  m = { for i in range(1024) : "v${i}" => i }
  t = "$${v1}"
  x = [for i in range(1024) : [for j in range(1024) : templatestring(local.t, local.m)]]
}

case "templates that render each other" {
  t = "$${n > 0 ? templatestring(t, { t = t, n = n - 1 }) : join(\"\", [for i in range(1024) : upper(\"x\")])}"
  x = [for i in range(1024) : templatestring(local.t, { t = local.t, n = 300 })]
}

case "types as texts" {
  l = [for i in range(1024) : { a = i, b = "x${i}" }]
  x = [for i in range(1024) : [for j in range(1024) : type(local.l)]]
}

case "types that have nothing in common" {
  x = tolist(concat([for i in range(1024) : [for j in range(i % 50) : [j]]], ["a"]))
}

case "objects of different types" {
  x = tomap({ for i in range(1024) : "k${i}" => { for j in range(i) : "a${j}" => j } })
}

case "conditionals of large types" {
  l = [for i in range(1024) : { a = i, b = "x${i}" }]
  m = [for i in range(1024) : { a = "x", b = i }]
  x = [for i in range(1024) : [for j in range(1024) : i > j ? local.l : local.m]]
}

case "splats of large lists" {
  l = [for i in range(1024) : { a = [{ b = i }] }]
  x = [for i in range(1024) : [for j in range(1024) : local.l[*].a[*].b]]
}

case "networks" {
  x = [for i in range(1024) : [for j in range(1024) : cidrsubnets("10.0.0.0/8", range(1, 1000)...)]]
}

case "times" {
  x = [for i in range(1024) : [for j in range(1024) : timeadd("2020-01-01T00:00:00Z", "${replace(format("%1000d", 1), " ", "9h")}")]]
}

case "assumptions" {
  l = [for i in range(1024) : { a = i, b = "x${i}" }]
  x = [for i in range(1024) : [for j in range(1024) : assumeequal(local.l, local.l)]]
}

case "names that nobody knows" {
  x = [for i in range(1024) : [for j in range(1024) : nobody.knows]]
}

case "attributes that are missing" {
  m = { for i in range(1024) : "name_${i}" => i }
  x = [for i in range(1024) : [for j in range(1024) : local.m.nam_10]]
}

case "mistakes that do not matter" {
  x = [for i in range(1024) : [for j in range(1024) : try([][0], {}.a, can(1 / "x"), 1)]]
}

case "passwords" {
  x = [for i in range(1024) : bcrypt("x", 12)]
}

case "passwords for days" {
  x = bcrypt("x", 20)
}
