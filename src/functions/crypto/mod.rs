//! Ciphers, and hashes of passwords.
//!
//! - No randomness, except in [`passwords_from`].
//! - No key of unlimited size: the cost of a call is bounded.
//! - No secret in an error: it names the problem without the value.

mod key;
pub(super) mod password;

use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use rsa::Pkcs1v15Encrypt;

pub use self::password::passwords_from;
use super::argument::{Outcome, pay};
use super::library::library;
use crate::eval::FunctionError;

library! {
    /// Functions that decrypt texts. (Feature `crypto`.)
    pub(super) crypto;

    /// The text that was encrypted with an RSA public key (PKCS #1, version 1.5), from Base64. The
    /// private key is in PEM, in the form of PKCS #1, PKCS #8 or OpenSSH, without a passphrase.
    ///
    /// ```hcl
    /// !can(rsadecrypt("aGVsbG8=", "-----BEGIN RSA PRIVATE KEY-----"))
    /// ```
    fn rsadecrypt(
        /// The encrypted bytes in Base64.
        ciphertext: Arc<str>,
        /// The private key in PEM.
        privatekey: Arc<str>
    ) -> Outcome<String> {
        let ciphertext = BASE64_STANDARD
            .decode(&*ciphertext)
            .map_err(|_| FunctionError::argument(0, "the text is not Base64"))?;
        // The text of a key is about six times as long as its modulus.
        let modulus = privatekey.len() / 6;
        pay(modulus.saturating_pow(3) / 2048)?;
        let key = key::read(&privatekey).map_err(|reason| FunctionError::argument(1, reason))?;
        let text = key.decrypt(Pkcs1v15Encrypt, &ciphertext);
        let text = text.map_err(|_| "the text was not encrypted for this key")?;
        Ok(String::from_utf8(text).map_err(|_| "the decrypted bytes are not a text in UTF-8")?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Context, parse_expression};

    const CIPHERTEXT: &str = include_str!("tests/ciphertext.txt");

    fn decrypt(ciphertext: &str, key: &str) -> Result<String, String> {
        let context = Context::new()
            .functions(crypto())
            .variable("ciphertext", ciphertext)
            .variable("key", key);
        let call = parse_expression("rsadecrypt(ciphertext, key)").unwrap();
        let text = call.evaluate(&context).map_err(|error| error.to_string())?;
        Ok(text.as_str().unwrap().to_owned())
    }

    #[test]
    fn keys_have_several_forms() {
        let keys = [
            include_str!("tests/pkcs1.pem"),
            include_str!("tests/pkcs8.pem"),
            include_str!("tests/openssh.pem"),
        ];
        for key in keys {
            assert_eq!(decrypt(CIPHERTEXT.trim_end(), key).unwrap(), "hello, wörld");
            assert!(decrypt("", key).unwrap_err().contains("not encrypted for this key"));
            assert!(decrypt("YQ==", key).unwrap_err().contains("not encrypted for this key"));
            assert!(decrypt("bad", key).unwrap_err().contains("\"ciphertext\""));
        }
    }

    #[test]
    fn invalid_keys_are_reported() {
        let cut = include_str!("tests/pkcs1.pem").lines().enumerate();
        let cut: String =
            cut.filter(|(line, _)| *line != 3).map(|(_, text)| format!("{text}\n")).collect();
        let cases = [
            ("", "there is no private key in PEM"),
            ("-----BEGIN RSA PRIVATE KEY-----\na", "there is no private key in PEM"),
            (&cut, "the key is damaged"),
            (include_str!("tests/encrypted.pem"), "the key has a passphrase"),
            (include_str!("tests/ed25519.pem"), "the key is not an RSA key"),
        ];
        for (key, expected) in cases {
            let error = decrypt(CIPHERTEXT.trim_end(), key).unwrap_err();
            assert!(error.contains(expected) && error.contains("\"privatekey\""), "{error}");
        }
    }
}
