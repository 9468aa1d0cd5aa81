//! The operator table: one row per operator.
//!
//! The lexer, the parser and the formatter use this table for everything about binary operators. The
//! `match` statements of `eval::operator` are the only other place; the compiler requires an arm for
//! each operator.

use std::fmt;

/// Declares an operator enum with its symbols and, for binary ones, its precedence levels.
macro_rules! operators {
    ($(#[$doc:meta])* $name:ident { $($(#[$row:meta])* $variant:ident $symbol:literal $level:literal)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[repr(u8)]
        pub enum $name { $($(#[$row])* $variant),* }

        impl $name {
            pub(crate) const ALL: &[Self] = &[$(Self::$variant),*];

            /// The symbol in the source.
            pub const fn symbol(self) -> &'static str {
                match self { $(Self::$variant => $symbol),* }
            }

            /// The precedence: operators with a higher one bind tighter.
            pub const fn precedence(self) -> u8 {
                match self { $(Self::$variant => $level),* }
            }

            pub(crate) fn from_index(index: u8) -> Self {
                Self::ALL[index as usize]
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.symbol())
            }
        }
    };
}

/// Calls a macro with the table of binary operators: name, symbol, precedence level.
macro_rules! binary_operators {
    ($declare:ident) => {
        $declare! {
            /// `a || b`
            Or "||" 1
            /// `a && b`
            And "&&" 2
            /// `a == b`
            Equal "==" 3
            /// `a != b`
            NotEqual "!=" 3
            /// `a < b`
            Less "<" 4
            /// `a <= b`
            LessOrEqual "<=" 4
            /// `a > b`
            Greater ">" 4
            /// `a >= b`
            GreaterOrEqual ">=" 4
            /// `a + b`
            Add "+" 5
            /// `a - b`
            Subtract "-" 5
            /// `a * b`
            Multiply "*" 6
            /// `a / b`
            Divide "/" 6
            /// `a % b`
            Modulo "%" 6
        }
    };
}
pub(crate) use binary_operators;

/// Declares the binary operators.
macro_rules! declare_binary {
    ($($table:tt)*) => {
        operators! {
            /// An operator between two operands ("Operations" in the native syntax specification).
            /// All associate to the left.
            ///
            /// ```
            /// use serde_hcl::syntax::{BinaryOperator, ExpressionKind};
            ///
            /// let expression = serde_hcl::parse_expression("1 + 2 * 3")?;
            /// let ExpressionKind::Binary(operator, _, right) = expression.view().kind() else {
            ///     unreachable!("a sum")
            /// };
            /// assert_eq!((operator, operator.symbol(), right.text()), (BinaryOperator::Add, "+", "2 * 3"));
            /// assert!(operator.precedence() < BinaryOperator::Multiply.precedence());
            /// # Ok::<(), serde_hcl::Error>(())
            /// ```
            BinaryOperator { $($table)* }
        }
    };
}

binary_operators!(declare_binary);

operators! {
    /// An operator before one operand. Binds tighter than every binary operator.
    UnaryOperator {
        /// `-a`
        Negate "-" 7
        /// `!a`
        Not "!" 7
    }
}
