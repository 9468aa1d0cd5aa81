//! Functions on Base64 texts, also with compression and other character sets.
//!
//! - No text that is not Unicode: other decoded bytes are an error.
//! - No expansion without a limit: the size of unpacked text is bounded.
//! - No character set that is not in the IANA registry.

mod charset;
mod gzip;

use std::sync::Arc;

use ::base64::Engine;
use ::base64::alphabet::STANDARD;
use ::base64::engine::{GeneralPurpose, GeneralPurposeConfig};

use self::charset::Charset;
use super::argument::{MAX_LENGTH, too_long};
use super::argument::{Outcome, pay, pay_for_text};
use super::library::library;
use crate::eval::FunctionError;
use crate::limits::budget::{self, TEXT};

/// Decodes as the reference does, which ignores the bits after the last byte.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_allow_trailing_bits(true),
);

library! {
    /// Functions on texts in Base64 (RFC 4648, section 4). (Feature `base64`.)
    pub(super) base64;

    /// The text of the bytes in Base64, which must be UTF-8.
    ///
    /// ```hcl
    /// base64decode("SGVsbG8gV29ybGQ=") == "Hello World"
    /// ```
    fn base64decode(
        /// The bytes in Base64.
        str: Arc<str>
    ) -> Outcome<String> {
        text(decode(&str)?)
    }

    /// The text as bytes of UTF-8 in Base64.
    ///
    /// ```hcl
    /// base64encode("Hello World") == "SGVsbG8gV29ybGQ="
    /// ```
    fn base64encode(
        /// The text.
        str: Arc<str>
    ) -> String {
        BASE64.encode(str.as_bytes())
    }

    /// The text of Base64 bytes that were compressed with gzip.
    ///
    /// ```hcl
    /// base64gunzip(base64gzip("Hello World")) == "Hello World"
    /// ```
    fn base64gunzip(
        /// The bytes in Base64.
        str: Arc<str>
    ) -> Outcome<String> {
        // The length of the text is only known after unpacking. So the remaining budget limits it.
        let affordable = usize::try_from(budget::left()).unwrap_or(usize::MAX).saturating_mul(TEXT);
        let unpacked = gzip::unpack(&decode(&str)?, MAX_LENGTH.min(affordable))?;
        let Some(unpacked) = unpacked else {
            pay_for_text(MAX_LENGTH)?;
            return Err(too_long());
        };
        pay_for_text(unpacked.len())?;
        text(unpacked)
    }

    /// The text compressed with gzip, in Base64. The compressed bytes differ from Terraform's, which
    /// depend on its compressor; what they decompress to is the same.
    ///
    /// ```hcl
    /// startswith(base64gzip("test"), "H4sIAAAAAAA")
    /// ```
    fn base64gzip(
        /// The text.
        str: Arc<str>
    ) -> Outcome<String> {
        // The tables, and up to 128 compared places for each byte.
        pay(16 * str.len() + (1 << 12))?;
        Ok(BASE64.encode(gzip::pack(str.as_bytes())?))
    }

    /// The text of Base64 bytes in a character set, given by its name in the IANA registry.
    ///
    /// ```hcl
    /// textdecodebase64("SABlAGwAbABvACAAVwBvAHIAbABkAA==", "UTF-16LE") == "Hello World"
    /// ```
    fn textdecodebase64(
        /// The bytes in Base64.
        source: Arc<str>,
        /// The name of the character set.
        encoding: Arc<str>
    ) -> Outcome<String> {
        // The tables of some character sets are searched for each character.
        pay(source.len() / 2)?;
        let charset = charset(&encoding)?;
        let bytes = decode(&source).map_err(|error| error.or_argument(0))?;
        charset.decode(&bytes).ok_or_else(|| {
            FunctionError::argument(0, format!("there are bytes without a meaning in {encoding}"))
        })
    }

    /// The bytes of the text in a character set, given by its name in the IANA registry, in Base64.
    ///
    /// ```hcl
    /// textencodebase64("Hello World", "UTF-16LE") == "SABlAGwAbABvACAAVwBvAHIAbABkAA=="
    /// textencodebase64("ß", "ISO-8859-1") == "3w=="
    /// ```
    fn textencodebase64(
        /// The text.
        string: Arc<str>,
        /// The name of the character set.
        encoding: Arc<str>
    ) -> Outcome<String> {
        pay(string.len() / 2)?;
        let bytes = charset(&encoding)?.encode(&string).ok_or_else(|| {
            FunctionError::argument(0, format!("there are characters that {encoding} lacks"))
        })?;
        Ok(BASE64.encode(bytes))
    }
}

/// The bytes of a Base64 text. Line breaks are ignored.
fn decode(text: &str) -> Outcome<Vec<u8>> {
    let text = text.replace(['\r', '\n'], "");
    BASE64.decode(text).map_err(|_| {
        let help =
            "Base64 has letters of the English alphabet, digits, + and /, and = only at the end";
        FunctionError::from("the text is not Base64").with_help(help)
    })
}

fn text(bytes: Vec<u8>) -> Outcome<String> {
    Ok(String::from_utf8(bytes).map_err(|_| "the decoded bytes are not a text in UTF-8")?)
}

fn charset(name: &str) -> Outcome<Charset> {
    Charset::named(name).ok_or_else(|| {
        FunctionError::argument(1, format!("there is no character set with the name {name:?}"))
    })
}
