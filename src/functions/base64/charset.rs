//! Character sets by their names in the IANA registry.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, IBM866, ISO_2022_JP, ISO_8859_2, ISO_8859_3,
    ISO_8859_4, ISO_8859_5, ISO_8859_6, ISO_8859_7, ISO_8859_8, ISO_8859_10, ISO_8859_13,
    ISO_8859_14, ISO_8859_15, ISO_8859_16, KOI8_R, KOI8_U, MACINTOSH, SHIFT_JIS, WINDOWS_874,
    WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255,
    WINDOWS_1256, WINDOWS_1257, WINDOWS_1258,
};

/// A way to write characters as bytes.
#[derive(Clone, Copy)]
pub(super) enum Charset {
    Ascii,
    /// One byte for each of the first 256 characters.
    Latin1,
    /// Like Windows-1254, except that the bytes 0x80 to 0x9f are control characters.
    Latin5,
    Utf8,
    Utf16(ByteOrder),
    /// As the WHATWG Encoding Standard defines it, without the bytes that it adds.
    Web(&'static Encoding),
}

use Charset::{Ascii, Latin1, Latin5, Utf8, Utf16, Web};

/// The order of the bytes of a unit of 16 bits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ByteOrder {
    Big,
    Little,
    /// Determined by a mark at the beginning.
    Marked,
}

const BYTE_ORDER_MARK: char = '\u{feff}';

/// All names of each character set. Case doesn't matter.
#[rustfmt::skip]
static NAMES: &[(Charset, &[&str])] = &[
    (Ascii, &["us-ascii", "iso-ir-6", "ansi_x3.4-1968", "ansi_x3.4-1986", "iso_646.irv:1991", "iso646-us", "us", "ibm367", "cp367", "csascii"]),
    (Latin1, &["iso-8859-1", "iso_8859-1:1987", "iso_8859-1", "iso-ir-100", "latin1", "l1", "ibm819", "cp819", "csisolatin1"]),
    (Web(ISO_8859_2), &["iso-8859-2", "iso_8859-2:1987", "iso_8859-2", "iso-ir-101", "latin2", "l2", "csisolatin2"]),
    (Web(ISO_8859_3), &["iso-8859-3", "iso_8859-3:1988", "iso_8859-3", "iso-ir-109", "latin3", "l3", "csisolatin3"]),
    (Web(ISO_8859_4), &["iso-8859-4", "iso_8859-4:1988", "iso_8859-4", "iso-ir-110", "latin4", "l4", "csisolatin4"]),
    (Web(ISO_8859_5), &["iso-8859-5", "iso_8859-5:1988", "iso_8859-5", "iso-ir-144", "cyrillic", "csisolatincyrillic"]),
    (Web(ISO_8859_6), &["iso-8859-6", "iso_8859-6:1987", "iso_8859-6", "iso-ir-127", "ecma-114", "asmo-708", "arabic", "csisolatinarabic", "iso-8859-6-e", "iso_8859-6-e", "csiso88596e", "iso-8859-6-i", "iso_8859-6-i", "csiso88596i"]),
    (Web(ISO_8859_7), &["iso-8859-7", "iso_8859-7:1987", "iso_8859-7", "iso-ir-126", "elot_928", "ecma-118", "greek", "greek8", "csisolatingreek"]),
    (Web(ISO_8859_8), &["iso-8859-8", "iso_8859-8:1988", "iso_8859-8", "iso-ir-138", "hebrew", "csisolatinhebrew", "iso-8859-8-e", "iso_8859-8-e", "csiso88598e", "iso-8859-8-i", "iso_8859-8-i", "csiso88598i"]),
    (Latin5, &["iso-8859-9", "iso_8859-9:1989", "iso_8859-9", "iso-ir-148", "latin5", "l5", "csisolatin5"]),
    (Web(ISO_8859_10), &["iso-8859-10", "iso_8859-10:1992", "iso-ir-157", "l6", "csisolatin6", "latin6"]),
    (Web(ISO_8859_13), &["iso-8859-13", "csiso885913"]),
    (Web(ISO_8859_14), &["iso-8859-14", "iso_8859-14:1998", "iso_8859-14", "iso-ir-199", "latin8", "iso-celtic", "l8", "csiso885914"]),
    (Web(ISO_8859_15), &["iso-8859-15", "iso_8859-15", "latin-9", "csiso885915"]),
    (Web(ISO_8859_16), &["iso-8859-16", "iso_8859-16:2001", "iso_8859-16", "iso-ir-226", "latin10", "l10", "csiso885916"]),
    (Web(KOI8_R), &["koi8-r", "cskoi8r"]),
    (Web(KOI8_U), &["koi8-u", "cskoi8u"]),
    (Web(IBM866), &["ibm866", "cp866", "866", "csibm866"]),
    (Web(MACINTOSH), &["macintosh", "mac", "csmacintosh"]),
    (Web(WINDOWS_874), &["windows-874", "cswindows874"]),
    (Web(WINDOWS_1250), &["windows-1250", "cswindows1250"]),
    (Web(WINDOWS_1251), &["windows-1251", "cswindows1251"]),
    (Web(WINDOWS_1252), &["windows-1252", "cswindows1252"]),
    (Web(WINDOWS_1253), &["windows-1253", "cswindows1253"]),
    (Web(WINDOWS_1254), &["windows-1254", "cswindows1254"]),
    (Web(WINDOWS_1255), &["windows-1255", "cswindows1255"]),
    (Web(WINDOWS_1256), &["windows-1256", "cswindows1256"]),
    (Web(WINDOWS_1257), &["windows-1257", "cswindows1257"]),
    (Web(WINDOWS_1258), &["windows-1258", "cswindows1258"]),
    (Web(EUC_JP), &["euc-jp", "extended_unix_code_packed_format_for_japanese", "cseucpkdfmtjapanese"]),
    (Web(ISO_2022_JP), &["iso-2022-jp", "csiso2022jp"]),
    (Web(SHIFT_JIS), &["shift_jis", "ms_kanji", "csshiftjis"]),
    (Web(EUC_KR), &["euc-kr", "cseuckr"]),
    (Web(GBK), &["gbk", "cp936", "ms936", "windows-936", "csgbk"]),
    (Web(GB18030), &["gb18030", "csgb18030"]),
    (Web(BIG5), &["big5", "csbig5"]),
    (Utf8, &["utf-8", "csutf8"]),
    (Utf16(ByteOrder::Big), &["utf-16be", "csutf16be"]),
    (Utf16(ByteOrder::Little), &["utf-16le", "csutf16le"]),
    (Utf16(ByteOrder::Marked), &["utf-16", "csutf16"]),
];

impl Charset {
    pub(super) fn named(name: &str) -> Option<Charset> {
        let is_named = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
        NAMES.iter().find(|(_, names)| is_named(names)).map(|(charset, _)| *charset)
    }

    /// The bytes of a text; `None` if it contains characters that the character set lacks.
    pub(super) fn encode(self, text: &str) -> Option<Vec<u8>> {
        match self {
            Ascii => text.is_ascii().then(|| text.as_bytes().to_vec()),
            Latin1 => text.chars().map(|char| u8::try_from(char).ok()).collect(),
            Latin5 => {
                let of_char = |char| match char {
                    '\u{80}'..='\u{9f}' => u8::try_from(char).ok(),
                    _ => {
                        let bytes = Web(WINDOWS_1254).encode(char.encode_utf8(&mut [0; 4]))?;
                        bytes.first().copied().filter(|byte| !is_control(*byte))
                    }
                };
                text.chars().map(of_char).collect()
            }
            Utf8 => Some(text.as_bytes().to_vec()),
            Utf16(order) => {
                let mark = (order == ByteOrder::Marked).then_some(BYTE_ORDER_MARK);
                let units: String = mark.into_iter().chain(text.chars()).collect();
                let bytes = |unit: u16| match order {
                    ByteOrder::Little => unit.to_le_bytes(),
                    ByteOrder::Big | ByteOrder::Marked => unit.to_be_bytes(),
                };
                Some(units.encode_utf16().flat_map(bytes).collect())
            }
            Web(encoding) if lacks_controls(encoding) && text.contains(is_control_character) => {
                None
            }
            Web(encoding) => {
                let (bytes, _, is_lossy) = encoding.encode(text);
                (!is_lossy).then(|| bytes.into_owned())
            }
        }
    }

    /// The text of the bytes; `None` if they are not valid.
    pub(super) fn decode(self, bytes: &[u8]) -> Option<String> {
        let text = match self {
            Ascii => bytes.is_ascii().then(|| bytes.iter().map(|byte| char::from(*byte)).collect()),
            Latin1 => Some(bytes.iter().map(|byte| char::from(*byte)).collect()),
            Latin5 => {
                let to_char = |byte: &u8| match *byte {
                    byte if is_control(byte) => Some(char::from(byte)),
                    byte => Web(WINDOWS_1254).decode(&[byte])?.chars().next(),
                };
                bytes.iter().map(to_char).collect()
            }
            Utf8 => String::from_utf8(bytes.to_vec()).ok(),
            Utf16(order) => decode_utf16(bytes, order),
            Web(encoding) => encoding
                .decode_without_bom_handling_and_without_replacement(bytes)
                .map(|text| text.into_owned())
                .filter(|text| !(lacks_controls(encoding) && text.contains(is_control_character))),
        };
        text.filter(|text| !text.contains(char::REPLACEMENT_CHARACTER))
    }
}

/// Whether the byte is a control character in the character sets of ISO 8859.
fn is_control(byte: u8) -> bool {
    (0x80..0xa0).contains(&byte)
}

/// Whether the character set has none of the control characters after the first 128 characters. The
/// Encoding Standard gives them to the bytes that the registered character sets don't define.
fn lacks_controls(encoding: &'static Encoding) -> bool {
    encoding.is_single_byte()
}

/// Whether the character is a control character after the first 128 characters.
fn is_control_character(char: char) -> bool {
    ('\u{80}'..'\u{a0}').contains(&char)
}

fn decode_utf16(bytes: &[u8], order: ByteOrder) -> Option<String> {
    let (bytes, order) = match (order, bytes) {
        (ByteOrder::Marked, [0xfe, 0xff, rest @ ..]) => (rest, ByteOrder::Big),
        (ByteOrder::Marked, [0xff, 0xfe, rest @ ..]) => (rest, ByteOrder::Little),
        (ByteOrder::Marked, _) => (bytes, ByteOrder::Big),
        _ => (bytes, order),
    };
    let units = bytes.chunks(2).map(|unit| match (unit, order) {
        ([first, second], ByteOrder::Little) => Some(u16::from_le_bytes([*first, *second])),
        ([first, second], _) => Some(u16::from_be_bytes([*first, *second])),
        _ => None,
    });
    String::from_utf16(&units.collect::<Option<Vec<u16>>>()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_survive_the_round_trip() {
        let cases: [(&str, &str, &[u8]); 10] = [
            ("US-ASCII", "a~", b"a~"),
            ("latin1", "é\u{80}", b"\xe9\x80"),
            ("ISO-8859-9", "ğ\u{80}é", b"\xf0\x80\xe9"),
            ("windows-1252", "€", b"\x80"),
            ("UTF-16", "é", b"\xfe\xff\0\xe9"),
            ("utf-16be", "😀", b"\xd8\x3d\xde\0"),
            ("UTF-16LE", "é", b"\xe9\0"),
            ("Shift_JIS", "日本", b"\x93\xfa\x96\x7b"),
            ("GB18030", "€", b"\xa2\xe3"),
            ("cp936", "中", b"\xd6\xd0"),
        ];
        for (name, text, bytes) in cases {
            let charset = Charset::named(name).unwrap();
            assert_eq!(charset.encode(text).as_deref(), Some(bytes), "{name}");
            assert_eq!(charset.decode(bytes).as_deref(), Some(text), "{name}");
        }
    }

    #[test]
    fn characters_missing_in_a_set_are_refused() {
        let encoded = |name, text| Charset::named(name).unwrap().encode(text);
        let decoded = |name, bytes| Charset::named(name).unwrap().decode(bytes);
        assert_eq!(encoded("US-ASCII", "é"), None);
        assert_eq!(encoded("latin1", "€"), None);
        assert_eq!(encoded("latin5", "€"), None);
        assert_eq!(encoded("latin5", "ð"), None);
        assert_eq!(encoded("ISO-8859-2", "日"), None);
        assert_eq!(decoded("US-ASCII", b"\x80"), None);
        assert_eq!(decoded("UTF-8", b"\xff"), None);
        assert_eq!(decoded("UTF-16LE", b"a"), None);
        assert_eq!(decoded("UTF-16LE", b"\0\xd8"), None);
        assert_eq!(decoded("Shift_JIS", b"\x81"), None);
    }

    #[test]
    fn bytes_without_a_character_are_refused() {
        let undefined = |name| {
            let charset = Charset::named(name).unwrap();
            (0..=255).filter(|byte| charset.decode(&[*byte]).is_none()).collect::<Vec<u8>>()
        };
        assert_eq!(undefined("windows-1250"), [0x81, 0x83, 0x88, 0x90, 0x98]);
        assert_eq!(undefined("windows-1251"), [0x98]);
        assert_eq!(undefined("windows-1252"), [0x81, 0x8d, 0x8f, 0x90, 0x9d]);
        assert_eq!(undefined("windows-1254"), [0x81, 0x8d, 0x8e, 0x8f, 0x90, 0x9d, 0x9e]);
        assert_eq!(undefined("ISO-8859-15"), (0x80..0xa0).collect::<Vec<_>>());
        for name in ["IBM866", "KOI8-R", "macintosh", "windows-1256", "latin1", "latin5"] {
            assert_eq!(undefined(name), [0; 0], "{name}");
        }
    }

    #[test]
    fn every_byte_that_has_a_character_is_its_encoding() {
        let has_pairs = |charset| matches!(charset, Web(encoding) if !encoding.is_single_byte());
        for (charset, names) in NAMES.iter().filter(|(charset, _)| !has_pairs(*charset)) {
            for byte in 0..=255 {
                if let Some(text) = charset.decode(&[byte]) {
                    let is_same = charset.encode(&text).as_deref() == Some(&[byte]);
                    assert!(is_same, "{names:?}: {byte:#x} is {text:?}");
                }
            }
        }
    }

    #[test]
    fn names_are_those_of_the_registry() {
        assert!(Charset::named("ANSI_X3.4-1968").is_some());
        for name in ["", "nope", "utf8", "cp1252", "sjis", "x-sjis"] {
            assert!(Charset::named(name).is_none(), "{name}");
        }
    }
}
