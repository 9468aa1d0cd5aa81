//! All names of the crate at once, by `use serde_hcl::*`: they must not change what other code means.

use serde_hcl::*;

#[test]
fn the_traits_add_no_methods_to_other_types() {
    let text = String::from("a = b");
    assert_eq!((text.find('='), text.as_str().find("b"), text.find("x")), (Some(2), Some(4), None));
    assert_eq!("a.b".split('.').count(), 2);
    assert_eq!([1, 2].iter().find(|number| **number == 2), Some(&2));
    assert_eq!(value!({ "a": [1] })["a"].get(0_usize), Some(&value!(1)));
    let (key, mut value) = (String::from("a"), value!({ "a": 1 }));
    assert_eq!((value.get(&key), value.get(&*key)), (Some(&value!(1)), Some(&value!(1))));
    value[key] = Value::from(2);
    assert_eq!(value, value!({ "a": 2 }));
}
