//! The gzip format (RFC 1952).

use std::io::Read;

use flate2::Compression;
use flate2::bufread::{GzEncoder, MultiGzDecoder};

/// The compressed bytes.
pub(super) fn pack(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut packed = Vec::new();
    let mut encoder = GzEncoder::new(bytes, Compression::default());
    encoder.read_to_end(&mut packed).map_err(|error| error.to_string())?;
    Ok(packed)
}

/// The bytes that were compressed; `None` if there are more than the limit.
pub(super) fn unpack(packed: &[u8], limit: usize) -> Result<Option<Vec<u8>>, String> {
    let mut unpacked = Vec::new();
    MultiGzDecoder::new(packed)
        .take(limit as u64 + 1)
        .read_to_end(&mut unpacked)
        .map_err(|error| format!("the decoded bytes are not of the gzip format: {error}"))?;
    Ok((unpacked.len() <= limit).then_some(unpacked))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_bytes_are_unpacked() {
        let texts =
            [String::new(), "a".repeat(100_000), (0..30_000).map(|n| format!("{n} ")).collect()];
        for text in texts {
            let packed = pack(text.as_bytes()).unwrap();
            assert_eq!(unpack(&packed, 1 << 20).unwrap().unwrap(), text.as_bytes());
        }
    }

    #[test]
    fn members_follow_each_other_and_nothing_else_does() {
        let mut packed = pack(b"a").unwrap();
        packed.extend(pack(b"b").unwrap());
        assert_eq!(unpack(&packed, 2).unwrap().unwrap(), b"ab");
        packed.push(0);
        assert!(unpack(&packed, 9).is_err());
        assert!(unpack(&packed[..20], 9).is_err());
        assert!(unpack(b"", 9).is_err());
    }

    #[test]
    fn expansion_is_limited() {
        let packed = pack(&[0; 1 << 16]).unwrap();
        assert!(packed.len() < 1 << 8);
        assert_eq!(unpack(&packed, (1 << 16) - 1), Ok(None));
        assert!(unpack(&packed, 1 << 16).unwrap().is_some());
    }
}
