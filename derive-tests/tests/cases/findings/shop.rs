//! The configuration of a made-up shop, with the less usual forms of serde: the types that the records with
//! the schema `shop` are decoded into.

#![allow(dead_code, reason = "the types are what is tried, nobody reads the fields")]

use serde::Deserialize;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::num::NonZeroU8;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Shop {
    title: String,
    currency: Option<Currency>,
    opened: Option<u16>,
    discount: Option<i8>,
    address: Option<IpAddr>,
    seats: Option<NonZeroU8>,
    corner: Option<[f64; 2]>,
    open: Option<bool>,
    initial: Option<char>,
    #[serde(default)]
    shelf: BTreeMap<u16, String>,
    #[serde(default)]
    stock: BTreeMap<String, u32>,
    #[serde(default)]
    price: BTreeMap<Currency, f64>,
    matrix: Option<Vec<Vec<u8>>>,
    counter: Option<Counter>,
    #[serde(default)]
    product: Vec<Product>,
    #[serde(default)]
    staff: BTreeMap<String, Person>,
    delivery: Option<Delivery>,
    payment: Option<Payment>,
    alarm: Option<Alarm>,
    theme: Option<Theme>,
    #[serde(default)]
    category: Vec<Category>,
    #[serde(default)]
    route: Vec<Route>,
    sku: Option<Sku>,
    owner: Option<Person>,
    #[serde(default)]
    step: Vec<Step>,
}

#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "UPPERCASE")]
enum Currency {
    Eur,
    Usd,
    Gbp,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Counter {
    drawer: u8,
    printer: Printer,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Printer {
    model: String,
    #[serde(default)]
    paper: Option<f32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Product {
    #[serde(rename = "$label")]
    sku: String,
    price: f64,
    #[serde(alias = "qty")]
    quantity: Option<u32>,
    #[serde(default)]
    sizes: Vec<Size>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    meta: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Size {
    Small,
    Medium,
    Large,
    ExtraLarge,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Person {
    name: String,
    email: String,
    age: Option<u8>,
}

#[derive(Deserialize)]
#[serde(tag = "by", rename_all = "lowercase", deny_unknown_fields)]
enum Delivery {
    Bike { range_km: u8 },
    Van { plate: String, driver: Person },
    Pickup,
}

#[derive(Deserialize)]
#[serde(tag = "kind", content = "details", rename_all = "lowercase")]
enum Payment {
    Cash,
    Card { terminal: String, fee: f64 },
    Voucher(Vec<String>),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Alarm {
    On(bool),
    Phone(String),
    Full(FullAlarm),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FullAlarm {
    phone: String,
    code: u16,
}

#[derive(Deserialize)]
struct Theme {
    color: String,
    #[serde(flatten)]
    sizes: BTreeMap<String, u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Category {
    #[serde(rename = "$label")]
    name: String,
    #[serde(default)]
    category: Vec<Category>,
    rank: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Route {
    #[serde(rename = "$labels")]
    labels: Vec<String>,
    to: String,
}

#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Sku(String);
impl TryFrom<String> for Sku {
    type Error = String;
    fn try_from(s: String) -> Result<Self, String> {
        if s.len() == 6 {
            Ok(Sku(s))
        } else {
            Err(format!("a sku has 6 characters, {s:?} has {}", s.len()))
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Step {
    Wait(u32),
    Say { text: String, loud: Option<bool> },
    Stop,
}
