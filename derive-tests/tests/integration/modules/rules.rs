//! Small modules with one rule of Terraform each.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_hcl::functions;

use module::{Module, Options, Problems, Settings};

/// A module in a directory of its own.
struct Case {
    folder: PathBuf,
}

impl Case {
    /// Writes files. Their paths start at the folder that the directory `root` of the module is in.
    fn new(files: &[(&str, &str)]) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("serde_hcl_rules_{}_{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        for (name, text) in files {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        Case { folder }
    }

    /// The outputs and the errors. With `is_wide`, the module can use the folder around it.
    fn run(&self, is_part: bool, is_wide: bool) -> (BTreeMap<String, String>, Vec<String>) {
        let directory = self.folder.join("root");
        let root = if is_wide { &self.folder } else { &directory };
        let mut functions = functions::files_within(root, &directory).expect("a directory");
        functions.extend(functions::identifiers());
        functions.extend(functions::passwords());
        let options = Options { functions, root: Some(root.clone()), is_part };
        let mut problems = Problems::default();
        let module = Module::load(&directory, &options, &mut problems);
        let module = problems.note(module);
        let plan = module.and_then(|module| module.plan(Settings::default(), &mut problems));
        let outputs = plan.iter().flat_map(|plan| plan.outputs());
        let outputs = outputs.map(|(name, value)| (name.to_string(), value.to_string()));
        let errors = problems.errors.iter().map(ToString::to_string);
        (outputs.collect(), errors.collect())
    }
}

impl Drop for Case {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Checks the output `o` of a module with one file.
#[track_caller]
fn check_output(main: &str, expected: &str) {
    let (outputs, errors) = Case::new(&[("root/main.tf", main)]).run(false, false);
    assert!(errors.is_empty(), "{main}: {errors:#?}");
    assert_eq!(outputs["o"], expected, "{main}");
}

/// Checks the only error of a module with one file.
#[track_caller]
fn check_error(main: &str, expected: &str) {
    let (_, errors) = Case::new(&[("root/main.tf", main)]).run(false, false);
    assert!(errors.len() == 1 && errors[0].contains(expected), "{main}: {errors:#?}");
}

#[test]
fn a_count_may_be_sensitive() {
    let resource = "resource \"terraform_data\" \"x\" {\n count = sensitive(2)\n}\n";
    check_output(&format!("{resource}output \"o\" {{ value = length(terraform_data.x) }}"), "2");
    let keyed = "resource \"terraform_data\" \"x\" {\n for_each = sensitive(toset([\"a\"]))\n}\n";
    check_error(keyed, "a sensitive value can't decide about instances");
}

#[test]
fn checks_have_data_of_their_own() {
    let check = "
check \"c\" {
  data \"aws_x\" \"s\" {}
  assert {
    condition     = data.aws_x.s.id == \"a\"
    error_message = \"no\"
  }
}
output \"o\" { value = 1 }
";
    check_output(check, "1");
    let outside = check.replace("value = 1", "value = data.aws_x.s.id");
    check_error(&outside, "data.aws_x.s is not declared");
    let failing = check.replace("aws_x", "terraform_remote_state").replace(
        "\"s\" {}",
        "\"s\" {\n    backend = \"local\"\n    config  = { path = \"nope\" }\n  }",
    );
    check_output(&failing, "1");
}

#[test]
fn resources_have_two_addresses() {
    let source = "
resource \"terraform_data\" \"a\" { input = resource.terraform_data.b.input }
resource \"terraform_data\" \"b\" { input = 5 }
output \"o\" { value = [resource.terraform_data.a.output, terraform_data.a.output] }
";
    check_output(source, "[5, 5]");
}

#[test]
fn functions_with_random_results_can_be_called() {
    let source = "output \"o\" { value = [length(uuid()), length(core::bcrypt(\"a\", 4))] }";
    check_output(source, "[36, 60]");
}

#[test]
fn functions_of_required_providers_have_unknown_results() {
    let call = "output \"o\" { value = provider::time::rfc3339_parse(null, [1]).year }\n";
    let required = "terraform {\n  required_providers {\n    time = { source = \"a/b\" }\n  }\n}\n";
    check_output(&format!("{call}{required}"), "\"(known after apply)\"");
    check_error(call, "provider::time::rfc3339_parse");
}

#[test]
fn a_wider_root_has_the_neighbours() {
    let main = "
module \"m\" { source = \"../m\" }
output \"o\" { value = [module.m.o, file(\"${path.module}/../x\"), templatefile(\"../x\", {})] }
";
    let case = Case::new(&[
        ("root/main.tf", main),
        ("m/main.tf", "output \"o\" { value = file(\"${path.module}/y\") }"),
        ("m/y", "in m"),
        ("x", "here"),
    ]);
    let (outputs, errors) = case.run(false, true);
    assert!(errors.is_empty(), "{errors:#?}");
    assert_eq!(outputs["o"], "[\"in m\", \"here\", \"here\"]");
    let (_, errors) = case.run(false, false);
    assert!(errors.iter().any(|error| error.contains("\"../m\" is not in")), "{errors:#?}");
    assert!(errors.iter().any(|error| error.contains("leads out of")), "{errors:#?}");
}

#[test]
fn moves_have_addresses() {
    let moved = |from: &str, to: &str| format!("moved {{\n  from = {from}\n  to = {to}\n}}\n");
    let resource = "resource \"terraform_data\" \"b\" {}\noutput \"o\" { value = 1 }";
    check_output(&(moved("terraform_data.a[\"x\"]", "terraform_data.b") + resource), "1");
    for from in ["\"terraform_data.a\"", "upper(\"a\")", "terraform_data", "terraform_data[*].b"] {
        let source = moved(from, "terraform_data.b") + resource;
        check_error(&source, "the address of a resource or module is required");
    }
    check_error(&(moved("terraform_data.b", "terraform_data.b") + resource), "its own address");
    check_error(&(moved("terraform_data.b", "terraform_data.c") + resource), "still declared");
}

#[test]
fn terraform_has_one_resource_and_one_data_source() {
    let wrong = "Terraform itself has no";
    check_error("data \"terraform_data\" \"x\" {}", wrong);
    check_error("resource \"terraform_remote_state\" \"x\" {}", wrong);
}

#[test]
fn conditions_are_not_constant() {
    let block = |name| format!("{name} {{\n condition = 1 < 2\n error_message = \"no\"\n}}\n");
    let sources = [
        format!(
            "resource \"terraform_data\" \"x\" {{\nlifecycle {{\n{}}}\n}}",
            block("precondition")
        ),
        format!(
            "resource \"terraform_data\" \"x\" {{\nlifecycle {{\n{}}}\n}}",
            block("postcondition")
        ),
        format!("output \"x\" {{\nvalue = 1\n{}}}", block("precondition")),
        format!("check \"x\" {{\n{}}}", block("assert")),
        format!("variable \"x\" {{\ndefault = 1\n{}}}", block("validation")),
    ];
    for source in sources {
        check_error(&source, "a condition must refer to something");
    }
}

#[test]
fn wrong_references_are_reported_once() {
    let wrong = [
        "local.nope",
        "var.nope",
        "module.nope.x",
        "terraform_data.nope.id",
        "each.key",
        "count.index",
        "self.id",
        "path.nope",
        "data.a.b.c",
        "nope",
    ];
    for reference in wrong {
        let source = format!("locals {{\n a = \"${{{reference}}}\"\n b = local.a\n}}");
        let (_, errors) = Case::new(&[("root/main.tf", &source)]).run(false, false);
        assert_eq!(errors.len(), 1, "{source}: {errors:#?}");
        let resource = format!(
            "resource \"terraform_data\" \"x\" {{\n input = {reference}\n}}\n\
             output \"o\" {{ value = terraform_data.x.output }}"
        );
        let (_, errors) = Case::new(&[("root/main.tf", &resource)]).run(false, false);
        assert!(errors.len() <= 1, "{resource}: {errors:#?}");
    }
}

#[test]
fn parts_may_have_unknown_instances() {
    let source = "
variable \"n\" { type = number }
variable \"m\" { type = map(string) }
variable \"any\" {}
locals {
  list = [\"a\"]
  none = []
  map  = { a = 1 }
}
resource \"aws_x\" \"counted\" {
  count = var.n
  a     = local.list[count.index]
  b     = local.none[count.index]
  c     = element(local.list, count.index)
}
resource \"aws_x\" \"keyed\" {
  for_each = var.m
  a        = local.map[each.key]
  b        = each.value
}
resource \"aws_x\" \"any\" {
  for_each = var.any
  a        = each.value.x[0]
}
resource \"terraform_data\" \"counted\" {
  count = var.n
  input = local.list[count.index]
}
module \"m\" {
  source = \"./m\"
  count  = var.n
  x      = aws_x.counted[count.index].id
}
output \"o\" {
  value = [
    aws_x.counted[0].id, aws_x.counted[*].id, aws_x.counted.*.id[0], aws_x.keyed[\"a\"].id,
    aws_x.keyed[var.any].id, aws_x.any[var.n].id, terraform_data.counted[0].output,
    terraform_data.counted[var.n - 1].output, module.m[0].id, [for x in aws_x.counted : x.id][0],
    values(aws_x.keyed)[0].id, length(aws_x.counted) > 0 ? aws_x.counted[0].id : null,
    one(aws_x.counted[*].id), aws_x.counted[0], aws_x.counted.0.id, local.list[var.n], local.none[var.n],
    resource.aws_x.counted[0].id, module.m[*].x[0], try(aws_x.counted[0].id, null),
  ]
}
";
    let (_, errors) = Case::new(&[("root/main.tf", source)]).run(true, false);
    assert!(errors.is_empty(), "{errors:#?}");
}
