#[test]
fn near_names_are_suggested() {
    let help = |source| {
        let error = super::evaluate(source).unwrap_err();
        error.diagnostics()[0].help().map(str::to_owned)
    };
    assert_eq!(help("serevrs").as_deref(), Some("did you mean \"servers\"?"));
    assert_eq!(help("servers[0].nmae").as_deref(), Some("did you mean \"name\"?"));
    assert_eq!(help("uper(text)").as_deref(), Some("did you mean \"upper\"?"));
}
