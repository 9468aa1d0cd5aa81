//! Functions on texts in URLs. The crate `percent-encoding` decodes `%zz` to itself, which is an error here, and
//! leaves `+` to its caller.

use std::fmt::Write;
use std::sync::Arc;

use super::argument::Outcome;
use super::library::library;

library! {
    /// Functions on text in the query of a URL.
    pub(super) url;

    /// The text with `%` and two hexadecimal digits decoded, and spaces in place of `+`.
    ///
    /// ```hcl
    /// urldecode("Hello+World%21%20%E2%98%83") == "Hello World! ☃"
    /// ```
    fn urldecode(
        /// The text with percent signs.
        str: Arc<str>
    ) -> Outcome<String> {
        let mut bytes = Vec::with_capacity(str.len());
        let mut rest = str.bytes();
        while let Some(byte) = rest.next() {
            bytes.push(match byte {
                b'%' => {
                    let digits = rest.next().zip(rest.next());
                    digits.and_then(byte_of_digits).ok_or("two hexadecimal digits must follow a %")?
                }
                b'+' => b' ',
                _ => byte,
            });
        }
        Ok(String::from_utf8(bytes).map_err(|_| "the decoded bytes are not a text in UTF-8")?)
    }

    /// The text with `%` and two hexadecimal digits for each byte that has a special meaning in a
    /// URL, and `+` for spaces.
    ///
    /// ```hcl
    /// urlencode("Hello World! ☃") == "Hello+World%21+%E2%98%83"
    /// ```
    fn urlencode(
        /// The text.
        str: Arc<str>
    ) -> String {
        let mut encoded = String::with_capacity(str.len());
        for byte in str.bytes() {
            match byte {
                b'-' | b'_' | b'.' | b'~' => encoded.push(byte.into()),
                _ if byte.is_ascii_alphanumeric() => encoded.push(byte.into()),
                b' ' => encoded.push('+'),
                _ => {
                    // Writing to a string can't fail.
                    let _ = write!(encoded, "%{byte:02X}");
                }
            }
        }
        encoded
    }
}

/// The byte of two hexadecimal digits.
fn byte_of_digits((high, low): (u8, u8)) -> Option<u8> {
    let digit = |digit: u8| char::from(digit).to_digit(16);
    u8::try_from(digit(high)? << 4 | digit(low)?).ok()
}
