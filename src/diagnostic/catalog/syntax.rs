//! Findings of the lexer and the parser.
