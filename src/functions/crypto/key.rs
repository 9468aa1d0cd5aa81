//! RSA private keys.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use rsa::pkcs1::DecodeRsaPrivateKey;
use rsa::pkcs8::DecodePrivateKey;
use rsa::traits::PublicKeyParts;
use rsa::{BigUint, RsaPrivateKey};

/// The maximum size in bytes. The time of decrypting grows with the cube of the size.
const MAX_MODULUS: usize = 2048;

const DAMAGED: &str = "the key is damaged";

/// The first key in a PEM text.
pub(super) fn read(text: &str) -> Result<RsaPrivateKey, &'static str> {
    let (kind, content) = block(text).ok_or("there is no private key in PEM")?;
    if content.contains("ENCRYPTED") || kind.contains("ENCRYPTED") {
        return Err("the key has a passphrase");
    }
    let content: String = content.split_ascii_whitespace().collect();
    let content = BASE64_STANDARD.decode(content).map_err(|_| DAMAGED)?;
    // Much longer than the largest key.
    if content.len() > 16 * MAX_MODULUS {
        return Err("the key is too large");
    }
    let key = match kind {
        "RSA PRIVATE KEY" => RsaPrivateKey::from_pkcs1_der(&content).map_err(|_| DAMAGED)?,
        "PRIVATE KEY" => RsaPrivateKey::from_pkcs8_der(&content).map_err(|_| DAMAGED)?,
        "OPENSSH PRIVATE KEY" => KeyReader(&content).openssh()?,
        _ => return Err("the key is not an RSA key"),
    };
    if key.size() > MAX_MODULUS { Err("the key is too large") } else { Ok(key) }
}

/// The kind of the private key between the PEM boundaries (RFC 7468), and its lines.
fn block(text: &str) -> Option<(&str, &str)> {
    let (_, text) = text.split_once("-----BEGIN ")?;
    let (kind, text) = text.split_once("-----")?;
    let (content, end) = text.split_once("-----END ")?;
    (end.starts_with(kind) && kind.ends_with("PRIVATE KEY")).then_some((kind, content))
}

/// Reads the OpenSSH format, in which the length of each field is before the field.
struct KeyReader<'k>(&'k [u8]);

impl<'k> KeyReader<'k> {
    /// Reads the first key of a file.
    fn openssh(mut self) -> Result<RsaPrivateKey, &'static str> {
        self.0 = self.0.strip_prefix(b"openssh-key-v1\0").ok_or(DAMAGED)?;
        let cipher = self.field().ok_or(DAMAGED)?;
        if cipher != b"none" {
            return Err("the key has a passphrase");
        }
        let (_, _) = (self.field(), self.field());
        let count = self.number().ok_or(DAMAGED)?;
        let _public = (count == 1).then(|| self.field()).flatten().ok_or(DAMAGED)?;
        let mut private = KeyReader(self.field().ok_or(DAMAGED)?);
        // OpenSSH keys contain a number twice to verify decryption. This key is not encrypted.
        let (_, _) = (private.number(), private.number());
        if private.field().ok_or(DAMAGED)? != b"ssh-rsa" {
            return Err("the key is not an RSA key");
        }
        private.components().ok_or(DAMAGED)
    }

    fn components(mut self) -> Option<RsaPrivateKey> {
        let [n, e, d, _inverse, p, q] = [(); 6].map(|()| self.field().map(BigUint::from_bytes_be));
        RsaPrivateKey::from_components(n?, e?, d?, vec![p?, q?]).ok()
    }

    fn number(&mut self) -> Option<u32> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_be_bytes(*number))
    }

    fn field(&mut self) -> Option<&'k [u8]> {
        let length = self.number()?;
        let (field, rest) = self.0.split_at_checked(length as usize)?;
        self.0 = rest;
        Some(field)
    }
}
