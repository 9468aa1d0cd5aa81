//! The gzip format (RFC 1952).

use std::io::{self, Read, Write};

use flate2::bufread::MultiGzDecoder;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

/// A deflated stream with neither name nor time, from an unknown system.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

/// An empty stored block, the last one of its stream.
const LAST_BLOCK: [u8; 5] = [1, 0, 0, 0xff, 0xff];

/// Compresses as the reference does, who ends all blocks before an empty last one.
pub(super) fn pack(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut deflate = DeflateEncoder::new(HEADER.to_vec(), Compression::default());
    deflate.write_all(bytes)?;
    deflate.flush()?;
    let mut packed = deflate.get_ref().clone();
    packed.extend(LAST_BLOCK);
    let mut checksum = Crc::new();
    checksum.update(bytes);
    packed.extend(checksum.sum().to_le_bytes());
    packed.extend(checksum.amount().to_le_bytes());
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
    fn what_is_packed_unpacks() {
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
