//! Types whose values are attributes, blocks, or either.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::generate::{Choices, Generate, generated};

generated! {
    struct Server {
        port: u8,
        image: Option<String>,
    }

    struct Pool {
        #[serde(rename = "$label")]
        name: String,
        size: u8,
        hosts: Vec<String>,
    }

    struct Disk {
        #[serde(rename = "$labels")]
        labels: Vec<String>,
        size: u8,
    }

    #[serde(default)]
    #[derive(Default)]
    struct Lists {
        name: Option<String>,
        rule: Vec<Server>,
        pool: Vec<Pool>,
        ports: Vec<u8>,
    }

    #[serde(default)]
    #[derive(Default)]
    struct Labels {
        pool: Vec<Pool>,
        disk: Vec<Disk>,
        one: Option<Pool>,
    }

    #[serde(default)]
    #[derive(Default)]
    struct Nested {
        x: i64,
        inner: Option<Box<Nested>>,
        list: Vec<Nested>,
        pool: Vec<Pool>,
    }

    struct Maps {
        numbers: BTreeMap<String, i64>,
        servers: BTreeMap<String, Server>,
        lists: BTreeMap<String, Vec<Server>>,
        maps: BTreeMap<String, BTreeMap<String, Server>>,
        by_number: BTreeMap<u8, Server>,
        options: BTreeMap<String, Option<i64>>,
    }

    struct Hashes {
        numbers: HashMap<String, i64>,
        servers: HashMap<String, Server>,
        lists: HashMap<String, Vec<Pool>>,
        texts: HashSet<String>,
        sorted: BTreeSet<String>,
    }

    struct Scalars {
        text: String,
        flag: bool,
        float: f64,
        pair: (u8, String),
        lists: Vec<Vec<i64>>,
        texts: Vec<String>,
        objects: Vec<BTreeMap<String, i64>>,
    }

    struct Options {
        number: Option<i64>,
        server: Option<Server>,
        list: Option<Vec<Server>>,
        map: Option<BTreeMap<String, Server>>,
        nested: Vec<Option<i64>>,
    }

    struct Variants {
        one: External,
        many: Vec<External>,
        tagged: Tagged,
        tags: Vec<Tagged>,
        adjacent: Adjacent,
        adjacents: BTreeMap<String, Adjacent>,
        maybe: Option<External>,
    }

    struct Untagged {
        one: Either,
        many: Vec<Either>,
        map: BTreeMap<String, Either>,
    }

    struct Typed {
        x: i64,
        #[serde(rename = "$blocks")]
        blocks: Vec<Block>,
    }

    struct Flattened {
        x: i64,
        #[serde(flatten)]
        server: Server,
        #[serde(flatten)]
        rest: HashMap<String, String>,
    }

    struct FlattenedBlocks {
        #[serde(flatten)]
        lists: Lists,
        #[serde(flatten)]
        tagged: Tagged,
    }

    struct Required {
        rule: Vec<Server>,
        pool: Vec<Pool>,
        map: BTreeMap<String, Vec<Pool>>,
        inner: Option<Box<Required>>,
    }
}

generated! {
    enum External {
        Nothing,
        Number(i64),
        Pair(i64, String),
        Server(Server),
        Struct { port: u8, servers: Vec<Server> },
        List(Vec<Server>),
    }

    #[serde(tag = "kind")]
    enum Tagged {
        Nothing,
        Server(Server),
        Struct { size: u8, servers: Vec<Server> },
    }

    #[serde(tag = "kind", content = "content")]
    enum Adjacent {
        Nothing,
        Number(i64),
        Server(Server),
        List(Vec<Server>),
    }

    #[serde(untagged)]
    enum Either {
        Number(i64),
        List(Vec<i64>),
        Struct { y: i64 },
        Text(String),
    }

    #[serde(rename_all = "snake_case")]
    enum Block {
        Server(Server),
        Pool(Pool),
        Net(Server),
    }
}
