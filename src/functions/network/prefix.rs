//! IP addresses and networks as numbers. The crate `ipnet` refuses `010.1.0.0/16`, and it has neither a network
//! for a negative number nor the reference's results for IPv4 in the form of IPv6.

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

/// An IP network: its first address, and the number of bits that its addresses have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Prefix {
    first: Address,
    length: u8,
}

/// The text has another form than expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Malformed;

impl FromStr for Address {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        if text.contains(':') {
            let address: Ipv6Addr = text.parse().map_err(|_| Malformed)?;
            return Ok(Address { number: address.into(), width: 128 });
        }
        // `Ipv4Addr` is not used because it rejects leading zeros.
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

impl Address {
    /// Whether this is an IPv4 address in the form of an IPv6 address (`::ffff:0:0/96`). The reference
    /// writes it as an IPv4 address.
    fn is_mapped(self) -> bool {
        self.width == 128 && self.number >> 32 == 0xffff
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.width == 32 || self.is_mapped() {
            true => Ipv4Addr::from(self.number as u32).fmt(f),
            false => Ipv6Addr::from(self.number).fmt(f),
        }
    }
}

impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Prefix { first, length } = self.unmapped();
        write!(f, "{first}/{length}")
    }
}

impl Prefix {
    /// The network with this prefix length that contains an address.
    fn around(address: Address, length: u8) -> Prefix {
        let last_bits = ones(address.width - length);
        Prefix { first: Address { number: address.number & !last_bits, ..address }, length }
    }

    /// The network of a single address.
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

    /// The IPv4 network, if it is written in the form of an IPv6 network.
    fn unmapped(self) -> Prefix {
        match self.first.is_mapped() {
            true => Prefix {
                first: Address { number: self.first.number & ones(32), width: 32 },
                length: self.length.saturating_sub(96),
            },
            false => self,
        }
    }

    /// Whether all addresses of another network are in this one; `None` if their IP versions
    /// differ.
    pub(super) fn contains(self, other: Prefix) -> Option<bool> {
        let (outer, inner) = (self.unmapped(), other.unmapped());
        let is_within = outer.first.number <= inner.first.number && inner.last() <= outer.last();
        (outer.width() == inner.width()).then_some(is_within)
    }

    /// The address with this number; a negative number counts from the end.
    ///
    /// As in the reference, the number goes into the first 32 of the 128 bits if an IPv4 network is
    /// written in IPv6 form.
    pub(super) fn host(self, number: i128) -> Option<Address> {
        let last = self.last_host();
        let number = match u128::try_from(number) {
            Ok(number) => number,
            Err(_) => last.checked_sub(number.unsigned_abs() - 1)?,
        };
        let shift = if self.first.is_mapped() { 96 } else { 0 };
        let address = Address { number: self.first.number | number << shift, ..self.first };
        (number <= last).then_some(address)
    }

    /// The mask of an IPv4 network.
    pub(super) fn netmask(self) -> Option<Address> {
        let number = ones(self.width()) & !self.last_host();
        let is_version_4 = self.width() == 32 || self.first.is_mapped();
        is_version_4.then_some(Address { number, ..self.first })
    }

    /// The network with this prefix length and this number, counted from the start of this network.
    ///
    /// The prefix must be long enough for the number. The bits of the number are added to those of
    /// the address. If the prefix is shorter or the number is negative, the result may be outside
    /// the network, as in the reference, which takes the absolute value of a negative result.
    pub(super) fn subnet(self, length: u8, number: i128) -> Option<Prefix> {
        let added_bits = length.checked_sub(self.length).filter(|bits| *bits < 64);
        if added_bits.is_some_and(|bits| number.unsigned_abs() > ones(bits)) {
            return None;
        }
        let shift = u32::from(self.width().checked_sub(length)?);
        let shifted = number.unsigned_abs();
        let shifted = match shifted.leading_zeros() < shift {
            true => return None,
            false => shifted.checked_shl(shift).unwrap_or_default(),
        };
        let number = match number < 0 {
            // -(address | -shifted) in two's complement
            true => ((shifted - 1) & !self.first.number).checked_add(1)?,
            false => self.first.number | shifted,
        };
        let first = Address { number, ..self.first };
        (number <= ones(self.width())).then_some(Prefix { first, length })
    }

    /// The first network with this prefix length after another one, in this network.
    ///
    /// As in the reference, there is none in a network that starts at the first address of all, and
    /// none in an IPv4 network in IPv6 form.
    pub(super) fn next_subnet(self, previous: Option<Prefix>, length: u8) -> Option<Prefix> {
        if self.first.number == 0 || self.first.is_mapped() {
            return None;
        }
        let Some(previous) = previous else { return self.subnet(length, 0) };
        let size = ones(self.width() - length);
        let number = previous.last().checked_add(1)?.checked_add(size)? & !size;
        let next = Prefix { first: Address { number, ..self.first }, length };
        self.contains(next)?.then_some(next)
    }
}

/// A number with this many bits set.
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
    fn the_ends_of_address_spaces_do_not_overflow() {
        assert_eq!(prefix("::/0").host(-1).unwrap().to_string(), "ffff:".repeat(8)[..39]);
        assert_eq!(prefix("0.0.0.0/0").host(i128::from(u32::MAX) + 1), None);
        assert_eq!(prefix("::/0").subnet(128, i128::MAX).unwrap().first.number, u128::MAX >> 1);
        assert_eq!(prefix("::/0").subnet(0, 0), Some(prefix("::/0")));
        let last = prefix("8000::/1").subnet(128, i128::MAX);
        assert_eq!(prefix("8000::/1").next_subnet(last, 128), None);
    }
}
