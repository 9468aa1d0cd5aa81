//! IP addresses and networks as numbers.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

/// An IP address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Address {
    number: u128,
    /// The number of bits: 32 or 128.
    width: u8,
}

/// An IP network: its first address, and how many bits its addresses have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Prefix {
    first: Address,
    length: u8,
}

/// The text is not what was looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Malformed;

impl FromStr for Address {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        if text.contains(':') {
            let address: Ipv6Addr = text.parse().map_err(|_| Malformed)?;
            return Ok(Address { number: address.into(), width: 128 });
        }
        // Not left to `Ipv4Addr`, which takes no leading zeros.
        let mut number = 0;
        let mut count = 0;
        for octet in text.split('.') {
            number = number << 8 | u128::from(decimal(octet).ok_or(Malformed)?);
            count += 1;
            if count > 4 {
                return Err(Malformed);
            }
        }
        if count == 4 { Ok(Address { number, width: 32 }) } else { Err(Malformed) }
    }
}

impl FromStr for Prefix {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let (address, length) = text.split_once('/').ok_or(Malformed)?;
        let address: Address = address.parse()?;
        let length = decimal(length).ok_or(Malformed)?;
        if length > address.width {
            return Err(Malformed);
        }
        Ok(Prefix::around(address, length))
    }
}

/// A number of digits only.
fn decimal(digits: &str) -> Option<u8> {
    let is_number = digits.bytes().all(|digit| digit.is_ascii_digit());
    digits.parse().ok().filter(|_| is_number)
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.width {
            32 => Ipv4Addr::from(self.number as u32).fmt(f),
            _ => Ipv6Addr::from(self.number).fmt(f),
        }
    }
}

impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.first, self.length)
    }
}

impl Prefix {
    /// The network of that length that an address is in.
    fn around(address: Address, length: u8) -> Prefix {
        let last_bits = ones(address.width - length);
        Prefix { first: Address { number: address.number & !last_bits, ..address }, length }
    }

    /// A network of nothing but an address.
    pub(super) fn single(address: Address) -> Prefix {
        Prefix { first: address, length: address.width }
    }

    pub(super) fn length(self) -> u8 {
        self.length
    }

    /// The number of bits of an address.
    pub(super) fn width(self) -> u8 {
        self.first.width
    }

    /// The number of the last address, counted from the first.
    fn last_host(self) -> u128 {
        ones(self.width() - self.length)
    }

    fn last(self) -> u128 {
        self.first.number | self.last_host()
    }

    /// Whether all addresses of another network are in this one; `None` if they are of different
    /// versions of IP.
    pub(super) fn contains(self, other: Prefix) -> Option<bool> {
        let is_within = self.first.number <= other.first.number && other.last() <= self.last();
        (self.width() == other.width()).then_some(is_within)
    }

    /// The address with that number; from the end, if that is negative.
    pub(super) fn host(self, number: i128) -> Option<Address> {
        let last = self.last_host();
        let number = match u128::try_from(number) {
            Ok(number) => number,
            Err(_) => last.checked_sub(number.unsigned_abs() - 1)?,
        };
        let address = Address { number: self.first.number | number, ..self.first };
        (number <= last).then_some(address)
    }

    /// The mask of an IPv4 network.
    pub(super) fn netmask(self) -> Option<Address> {
        let number = ones(32) & !self.last_host();
        (self.width() == 32).then_some(Address { number, ..self.first })
    }

    /// The part of that length, which is not less than that of the network, with that number.
    pub(super) fn subnet(self, length: u8, number: u128) -> Option<Prefix> {
        let bits = self.width() - length;
        if number > ones(length - self.length) {
            return None;
        }
        let number = self.first.number | number.checked_shl(bits.into()).unwrap_or_default();
        Some(Prefix { first: Address { number, ..self.first }, length })
    }

    /// The first part of that length behind another one.
    pub(super) fn next_subnet(self, previous: Option<Prefix>, length: u8) -> Option<Prefix> {
        let Some(previous) = previous else { return self.subnet(length, 0) };
        let size = ones(self.width() - length);
        let number = previous.last().checked_add(1)?.checked_add(size)? & !size;
        let next = Prefix { first: Address { number, ..self.first }, length };
        self.contains(next)?.then_some(next)
    }
}

/// So many bits that are set.
fn ones(count: u8) -> u128 {
    1_u128.checked_shl(count.into()).map_or(u128::MAX, |bit| bit - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prefix(text: &str) -> Prefix {
        text.parse().unwrap()
    }

    #[test]
    fn networks_start_at_their_first_address() {
        let cases = [
            ("192.168.130.7/20", "192.168.128.0/20"),
            ("010.001.2.3/32", "10.1.2.3/32"),
            ("1.2.3.4/0", "0.0.0.0/0"),
            ("fe80::1/64", "fe80::/64"),
            ("::1/0", "::/0"),
        ];
        for (text, expected) in cases {
            assert_eq!(prefix(text).to_string(), expected);
        }
    }

    #[test]
    fn what_is_no_network_is_refused() {
        let malformed = ["", "/", "10.0.0.0", "10.0.0/8", "10.0.0.0.0/8", "256.0.0.0/8"];
        let malformed = malformed.into_iter().chain(["10.0.0.0/33", "10.0.0.0/+8", "10.0.0.0/"]);
        for text in malformed.chain(["::/129", "fe80::1%eth0/64", "10.0.0.0/8 ", "a.b.c.d/8"]) {
            assert_eq!(text.parse::<Prefix>(), Err(Malformed), "{text}");
        }
    }

    #[test]
    fn whole_address_spaces_have_no_end_too_far() {
        assert_eq!(prefix("::/0").host(-1).unwrap().to_string(), "ffff:".repeat(8)[..39]);
        assert_eq!(prefix("0.0.0.0/0").host(i128::from(u32::MAX) + 1), None);
        assert_eq!(prefix("::/0").subnet(128, u128::MAX).unwrap().first.number, u128::MAX);
        assert_eq!(prefix("::/0").subnet(0, 0), Some(prefix("::/0")));
        let last = prefix("::/0").subnet(128, u128::MAX);
        assert_eq!(prefix("::/0").next_subnet(last, 128), None);
    }
}
