//! Partial evaluation.

use serde_hcl::configuration::Reduced;

use crate::contexts::{CONCRETE, PARTIAL, SECRETS, UNKNOWNS};
use crate::evaluate::{agree, evaluated, may_differ_early, may_fail_early};
use crate::generate::expression;
use crate::shown;

/// The residual of an expression has the value of the expression in a context with all variables.
pub fn reduce(data: &[u8]) {
    let Some(expression) = expression(data) else { return };
    let text = expression.to_string();
    for partial in [&*PARTIAL, &*UNKNOWNS] {
        let reduced = expression.reduce(partial);
        for context in CONCRETE.iter() {
            let Ok(value) = evaluated(&expression, context) else { continue };
            match &reduced {
                Ok(Reduced::Value(reduced)) => {
                    assert!(
                        agree(reduced, &value) || may_differ_early(&text),
                        "{text}\nis reduced to {reduced:?}\nand is {value:?}"
                    );
                }
                Ok(Reduced::Residual(residual)) => {
                    let left = residual.to_string();
                    // This function allows to show a secret.
                    if !text.contains("nonsensitive") {
                        let leaked = SECRETS
                            .iter()
                            .find(|secret| left.contains(**secret) && !text.contains(**secret));
                        assert_eq!(leaked, None, "{text}\nleaves {left}");
                    }
                    match residual.expression().evaluate(context) {
                        Ok(other) => {
                            let (other, value) = (other.unmarked(), value.unmarked());
                            assert!(
                                agree(other, value) || may_differ_early(&text),
                                "{text}\nleaves {left}\nwith {other:?}\nfor {value:?}"
                            );
                        }
                        Err(error) if may_fail_early(&error.to_string(), &text) => {}
                        Err(error) => {
                            panic!("{text}\nleaves {left}\nwhich fails: {error}\nfor {value:?}")
                        }
                    }
                }
                Err(error) => {
                    let shown = shown(error);
                    assert!(
                        may_fail_early(&shown, &text),
                        "{text}\nis not reduced: {error}\nand is {value:?}"
                    );
                }
            }
        }
    }
}
