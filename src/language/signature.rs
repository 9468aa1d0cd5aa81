//! The parameters of the call around a cursor.

use std::ops::Range;

use super::Editor;
use super::cursor::{Cursor, Scope};
use crate::Function;
use crate::functions::Parameter;

/// The function that is called at a cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureHelp {
    /// The name with the parameters and their types.
    pub label: String,
    /// The description of the function.
    pub documentation: String,
    /// The parameters in order.
    pub parameters: Vec<ParameterHelp>,
    /// The parameter of the argument at the cursor; `None` if there are more arguments than parameters.
    pub active: Option<usize>,
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterHelp {
    /// The bytes of the parameter in the label of the function.
    pub range: Range<usize>,
    /// The description.
    pub documentation: String,
}

impl Editor<'_> {
    /// The innermost call around an offset.
    ///
    /// ```
    /// use serde_hcl::Context;
    /// use serde_hcl::describe::Description;
    /// use serde_hcl::language::Editor;
    ///
    /// let (description, context) = (Description::of::<()>(), Context::standard());
    /// let editor = Editor::new("a = substr(\"text\", 1, ", &description, &context);
    /// let help = editor.signature_help(21).unwrap();
    /// assert_eq!(&help.label[help.parameters[2].range.clone()], "length: number");
    /// assert_eq!(help.active, Some(2));
    /// ```
    pub fn signature_help(&self, offset: u32) -> Option<SignatureHelp> {
        let cursor = Cursor::of(&self.document, offset);
        let (name, argument) = cursor.scopes.iter().rev().find_map(|scope| match scope {
            Scope::Call(name, argument) => Some((*name, *argument)),
            _ => None,
        })?;
        let function = self.context.find_function(name)?;
        let (label, ranges) = written(function);
        let count = ranges.len();
        let active = match function.variadic_parameter() {
            Some(_) => Some(argument.min(count.saturating_sub(1))),
            None => Some(argument).filter(|argument| *argument < count),
        };
        let parameters = parameters(function).zip(ranges).map(|(parameter, range)| ParameterHelp {
            range,
            documentation: parameter.description().to_owned(),
        });
        let documentation = function.description().to_owned();
        Some(SignatureHelp { parameters: parameters.collect(), label, documentation, active })
    }
}

fn parameters(function: &Function) -> impl Iterator<Item = &Parameter> {
    function.parameters().iter().chain(function.variadic_parameter())
}

/// The name with the parameters and their types, and the bytes of each parameter.
pub(super) fn written(function: &Function) -> (String, Vec<Range<usize>>) {
    let mut label = format!("{}(", function.name());
    let (mut ranges, required) = (Vec::new(), function.required_parameters().len());
    for (index, parameter) in parameters(function).enumerate() {
        if index > 0 {
            label.push_str(", ");
        }
        let start = label.len();
        let is_variadic = index == function.parameters().len();
        let mark = if index < required || is_variadic { "" } else { "?" };
        let dots = if is_variadic { "..." } else { "" };
        label.push_str(&format!("{}{mark}: {}{dots}", parameter.name(), parameter.ty()));
        ranges.push(start..label.len());
    }
    label.push(')');
    (label, ranges)
}
