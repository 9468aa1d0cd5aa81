//! Functions on IP addresses and networks.
//!
//! - No address is resolved: all functions compute with numbers of 32 or 128 bits.
//! - No comparison of an address with a network of another IP version: that is an error, not
//!   `false`.
//! - No result outside the original network, unless the arguments are negative.

mod prefix;

use std::sync::Arc;

use self::prefix::{Address, Prefix};
use super::argument::Outcome;
use super::library::library;
use crate::eval::FunctionError;
use crate::value::Number;

library! {
    /// Functions on IP networks, which are written as an address and the length of its prefix in
    /// bits.
    pub(super) network;

    /// Whether a network contains an address, or all of another network.
    ///
    /// ```hcl
    /// cidrcontains("192.168.2.0/20", "192.168.2.1")
    /// !cidrcontains("fe80::/48", "fe80:1::/40")
    /// ```
    fn cidrcontains(
        /// The network.
        containing_prefix: Arc<str>,
        /// The address, or the other network.
        contained_ip_or_prefix: Arc<str>
    ) -> Outcome<Option<bool>> {
        let network = prefix(&containing_prefix)?;
        let text = &*contained_ip_or_prefix;
        let contained = match text.parse::<Address>() {
            Ok(address) => Prefix::single(address),
            Err(_) => text
                .parse::<Prefix>()
                .map_err(|_| format!("{text:?} is neither an address nor a network"))?,
        };
        let contains = network.contains(contained);
        let mismatch = || format!("{network} and {text} are of different versions of IP");
        Ok(Some(contains.ok_or_else(mismatch)?))
    }

    /// The address with this number in a network; negative numbers count from its end.
    ///
    /// ```hcl
    /// cidrhost("10.12.112.0/20", 16) == "10.12.112.16"
    /// cidrhost("10.12.112.0/20", -1) == "10.12.127.255"
    /// cidrhost("fd00:fd12:3456:7890::/72", 34) == "fd00:fd12:3456:7890::22"
    /// ```
    fn cidrhost(
        /// The network.
        prefix: Arc<str>,
        /// The number of the address, from the end if it is negative.
        hostnum: Number
    ) -> Outcome<String> {
        let network = self::prefix(&prefix)?;
        let host = whole(&hostnum)?.and_then(|number| network.host(number));
        let host = host.ok_or_else(|| format!("{network} has no address number {hostnum}"))?;
        Ok(host.to_string())
    }

    /// The mask of an IPv4 network.
    ///
    /// ```hcl
    /// cidrnetmask("172.16.0.0/12") == "255.240.0.0"
    /// ```
    fn cidrnetmask(
        /// The network.
        prefix: Arc<str>
    ) -> Outcome<String> {
        let network = self::prefix(&prefix)?;
        let mask = network.netmask();
        let mask = mask.ok_or_else(|| format!("{network} is of IPv6, which has no netmasks"))?;
        Ok(mask.to_string())
    }

    /// The subnet with this number in a network, whose prefix gets additional bits.
    ///
    /// Negative bits shorten the prefix. Then, or with a negative number, the result can be outside
    /// the network.
    ///
    /// ```hcl
    /// cidrsubnet("172.16.0.0/12", 4, 2) == "172.18.0.0/16"
    /// cidrsubnet("fd00:fd12:3456:7890::/56", 16, 162) == "fd00:fd12:3456:7800:a200::/72"
    /// cidrsubnet("10.0.0.0/8", -1, 0) == "10.0.0.0/7"
    /// ```
    fn cidrsubnet(
        /// The network.
        prefix: Arc<str>,
        /// The number of bits to add to the length of its prefix.
        newbits: Number,
        /// The number of the subnet.
        netnum: Number
    ) -> Outcome<String> {
        let network = self::prefix(&prefix)?;
        let length = extended(network, &newbits)?;
        let subnet = whole(&netnum)?.and_then(|number| network.subnet(length, number));
        let subnet =
            subnet.ok_or_else(|| format!("{network} has no network of /{length} number {netnum}"))?;
        Ok(subnet.to_string())
    }

    /// Consecutive subnets of a network, each with its number of additional bits. Terraform allows at
    /// most 32 of them.
    ///
    /// ```hcl
    /// cidrsubnets("10.1.0.0/16", 4, 8, 4) == tolist(["10.1.0.0/20", "10.1.16.0/24", "10.1.32.0/20"])
    /// ```
    fn cidrsubnets(
        /// The network.
        prefix: Arc<str>;
        /// For each part, the number of bits to add to the length of the prefix.
        newbits: Number
    ) -> Outcome<Vec<String>> {
        subnets(&prefix, &newbits, Some(32))
    }
}

/// Consecutive subnets of a network. Each may have at most `max_bits` additional bits.
pub(super) fn subnets(
    prefix: &str,
    newbits: &[Number],
    max_bits: Option<u8>,
) -> Outcome<Vec<String>> {
    let network = self::prefix(prefix).map_err(|reason| FunctionError::argument(0, reason))?;
    let mut last = None;
    let mut subnets = Vec::with_capacity(newbits.len());
    for (index, bits) in newbits.iter().enumerate() {
        let subnet = next_subnet(network, last, bits, max_bits)
            .map_err(|error| error.or_argument(index + 1))?;
        subnets.push(subnet.to_string());
        last = Some(subnet);
    }
    Ok(subnets)
}

fn prefix(text: &str) -> Result<Prefix, String> {
    text.parse().map_err(|_| format!("{text:?} is not an IP network such as \"10.0.0.0/8\""))
}

/// The number as an integer; `None` if it is larger than all addresses.
fn whole(number: &Number) -> Result<Option<i128>, String> {
    match number.is_integer() {
        true => Ok(number.as_i128()),
        false => Err(format!("an integer is required, but this is {number}")),
    }
}

/// The length of the prefix of a network with this many additional bits.
fn extended(network: Prefix, bits: &Number) -> Outcome<u8> {
    let length = whole(bits)?
        .and_then(|bits| u8::try_from(bits.checked_add(network.length().into())?).ok())
        .filter(|length| *length <= network.width());
    length.ok_or_else(|| {
        let free = network.width() - network.length();
        FunctionError::from(format!("the prefix of {network} can't be extended by {bits} bits"))
            .with_help(format!(
                "a network of /{} has {free} bits for subnets: write a number from 0 to {free}",
                network.length()
            ))
    })
}

/// The subnet after the last one.
fn next_subnet(
    network: Prefix,
    last: Option<Prefix>,
    bits: &Number,
    max_bits: Option<u8>,
) -> Outcome<Prefix> {
    let length = extended(network, bits)?;
    if length <= network.length() {
        return Err("the prefix must be extended by one bit at least".into());
    }
    if let Some(max_bits) = max_bits.filter(|max| length - network.length() > *max) {
        return Err(format!("the prefix must not be extended by more than {max_bits} bits").into());
    }
    network.next_subnet(last, length).ok_or_else(|| {
        let after = last.map_or(String::new(), |last| format!(" after {last}"));
        format!("{network} has no room for a network of /{length}{after}").into()
    })
}
