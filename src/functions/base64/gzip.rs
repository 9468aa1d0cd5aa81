//! The gzip format (RFC 1952).

use std::io::Read;

use flate2::Crc;
use flate2::bufread::MultiGzDecoder;

use super::deflate::compress;

/// The header of a deflated stream without name and time, from an unknown system.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

/// Compresses with exactly the bytes of the reference.
pub(super) fn pack(bytes: &[u8]) -> Vec<u8> {
    let mut packed = compress(bytes, HEADER.to_vec());
    let mut checksum = Crc::new();
    checksum.update(bytes);
    packed.extend(checksum.sum().to_le_bytes());
    packed.extend(checksum.amount().to_le_bytes());
    packed
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
            let packed = pack(text.as_bytes());
            assert_eq!(unpack(&packed, 1 << 20).unwrap().unwrap(), text.as_bytes());
        }
    }

    #[test]
    fn members_follow_each_other_and_nothing_else_does() {
        let mut packed = pack(b"a");
        packed.extend(pack(b"b"));
        assert_eq!(unpack(&packed, 2).unwrap().unwrap(), b"ab");
        packed.push(0);
        assert!(unpack(&packed, 9).is_err());
        assert!(unpack(&packed[..20], 9).is_err());
        assert!(unpack(b"", 9).is_err());
    }

    #[test]
    fn expansion_is_limited() {
        let packed = pack(&[0; 1 << 16]);
        assert!(packed.len() < 1 << 8);
        assert_eq!(unpack(&packed, (1 << 16) - 1), Ok(None));
        assert!(unpack(&packed, 1 << 16).unwrap().is_some());
    }
}
