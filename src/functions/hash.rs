//! Hash functions.

use std::fmt::LowerHex;
use std::sync::Arc;

use base64::prelude::{BASE64_STANDARD, Engine};
use md5::Md5;
use sha1::Sha1;
use sha2::digest::Output;
use sha2::{Digest, Sha256, Sha512};
use uuid::{Builder, Uuid};

use super::argument::Outcome;
use super::library::library;

library! {
    /// Hashes of texts as UTF-8 bytes. (Feature `hash`.)
    pub(super) hash;

    /// The SHA-256 hash of a text in Base64.
    ///
    /// ```hcl
    /// base64sha256("hello world") == "uU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek="
    /// ```
    fn base64sha256(
        /// The text.
        str: Arc<str>
    ) -> String {
        base64::<Sha256>(str.as_bytes())
    }

    /// The SHA-512 hash of a text in Base64.
    ///
    /// ```hcl
    /// substr(base64sha512("hello world"), 0, 8) == "MJ7MSJwS"
    /// ```
    fn base64sha512(
        /// The text.
        str: Arc<str>
    ) -> String {
        base64::<Sha512>(str.as_bytes())
    }

    /// The MD5 hash of a text in hexadecimal digits.
    ///
    /// ```hcl
    /// md5("hello world") == "5eb63bbbe01eeed093cb22bb8f5acdc3"
    /// ```
    fn md5(
        /// The text.
        str: Arc<str>
    ) -> String {
        hexadecimal::<Md5>(str.as_bytes())
    }

    /// The SHA-1 hash of a text in hexadecimal digits.
    ///
    /// ```hcl
    /// sha1("hello world") == "2aae6c35c94fcfb415dbe95f408b9ce91ee846ed"
    /// ```
    fn sha1(
        /// The text.
        str: Arc<str>
    ) -> String {
        hexadecimal::<Sha1>(str.as_bytes())
    }

    /// The SHA-256 hash of a text in hexadecimal digits.
    ///
    /// ```hcl
    /// sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    /// ```
    fn sha256(
        /// The text.
        str: Arc<str>
    ) -> String {
        hexadecimal::<Sha256>(str.as_bytes())
    }

    /// The SHA-512 hash of a text in hexadecimal digits.
    ///
    /// ```hcl
    /// substr(sha512("hello world"), 0, 12) == "309ecc489c12"
    /// ```
    fn sha512(
        /// The text.
        str: Arc<str>
    ) -> String {
        hexadecimal::<Sha512>(str.as_bytes())
    }

    /// The UUID of version 5 for a name. The same name has always the same UUID. The namespace is
    /// `"dns"`, `"url"`, `"oid"`, `"x500"` or a UUID itself.
    ///
    /// ```hcl
    /// uuidv5("dns", "www.terraform.io") == "a5008fae-b28c-5ba5-96cd-82b4c53552d6"
    /// ```
    fn uuidv5(
        /// A UUID, or `dns`, `url`, `oid` or `x500`.
        namespace: Arc<str>,
        /// The name in the namespace.
        name: Arc<str>
    ) -> Outcome<String> {
        let namespace = match &*namespace {
            "dns" => Uuid::NAMESPACE_DNS,
            "url" => Uuid::NAMESPACE_URL,
            "oid" => Uuid::NAMESPACE_OID,
            "x500" => Uuid::NAMESPACE_X500,
            other => Uuid::try_parse(other).map_err(|_| {
                format!("the namespace {other:?} is not dns, url, oid, x500 or a UUID")
            })?,
        };
        let hash = Sha1::new().chain_update(namespace).chain_update(name.as_bytes()).finalize();
        let (&first, _) = hash.split_first_chunk().ok_or("a hash of SHA-1 is too short")?;
        Ok(Builder::from_sha1_bytes(first).into_uuid().to_string())
    }
}

pub(super) fn base64<D: Digest>(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(D::digest(bytes))
}

pub(super) fn hexadecimal<D: Digest>(bytes: &[u8]) -> String
where
    Output<D>: LowerHex,
{
    format!("{:x}", D::digest(bytes))
}
