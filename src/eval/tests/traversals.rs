use super::{is, same, wrong};

#[test]
fn attributes_and_indexes_lead_into_values() {
    is("servers[0].name", "web");
    is("servers[1 - 1][\"ports\"][1]", 443);
    is("servers.0[\"name\"]", "web");
    is("map.x + map[\"y\"]", 3);
    is("{ a = [1] }.a[0]", 1);
}

#[test]
fn keys_convert() {
    same("[1, 2][\"1\"]", "2");
    same("{ \"0\" = \"x\" }[0]", "\"x\"");
    same("{ \"true\" = 1 }[true]", "1");
}

#[test]
fn the_missing_step_is_underlined() {
    wrong("servers[2]", &[("[2]", "invalid-index")]);
    wrong("servers[-1]", &[("[-1]", "invalid-index")]);
    wrong("list[0.5]", &[("[0.5]", "invalid-index")]);
    wrong("set[0]", &[("[0]", "invalid-index")]);
    wrong("map.z", &[(".z", "no-element")]);
    wrong("servers[0].nmae", &[(".nmae", "no-attribute")]);
    wrong("servers.name", &[(".name", "no-attribute")]);
    wrong("none.a", &[(".a", "null-attribute")]);
    wrong("none[0]", &[("[0]", "null-index")]);
}

#[test]
fn one_mistake_ends_a_static_path() {
    wrong("nobody.a.b[0]", &[("nobody", "unknown-variable")]);
    wrong("map.z.a", &[(".z", "no-element")]);
    wrong("map.z[nobody]", &[(".z", "no-element"), ("nobody", "unknown-variable")]);
}

#[test]
fn near_names_are_suggested() {
    let help = |source| {
        let error = super::evaluate(source).unwrap_err();
        error.diagnostics()[0].help_text().map(str::to_owned)
    };
    assert_eq!(help("serevrs").as_deref(), Some("did you mean \"servers\"?"));
    assert_eq!(help("servers[0].nmae").as_deref(), Some("did you mean \"name\"?"));
    assert_eq!(help("uper(text)").as_deref(), Some("did you mean \"upper\"?"));
}
