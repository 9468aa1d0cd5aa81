//! Views of bodies, attributes and blocks.

use std::fmt;

use super::expression::ExpressionRef;
use super::json::{self, Properties};
use super::label::{LabelRef, Labels};
use super::node::{Kind, NodeId, flag};
use super::tree::Tree;
use super::view::{Chain, View};
use crate::limits::stack::nest;
use crate::text::span::Span;

/// A body: the content of a file or of a block. Attributes and blocks in source order.
///
/// In JSON syntax all properties except comments (`"//"`) are attributes, until a
/// [`Schema`](crate::configuration::Schema) or a Rust type says which of them are blocks.
///
/// ```
/// let document = serde_hcl::parse("a = 1\nb {}\nc = 2\n")?;
/// let names: Vec<_> = document.body().items().map(|item| item.name()).collect();
/// assert_eq!(names, ["a", "b", "c"]);
/// assert_eq!(document.body().attributes().count(), 2);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct BodyRef<'a>(pub(crate) View<'a>);

impl<'a> BodyRef<'a> {
    /// Attributes and blocks in source order.
    ///
    /// ```
    /// let source = r#"{"//": "a comment", "service": {"web": {"port": 80}}}"#;
    /// let document = serde_hcl::json::parse(source)?;
    /// let names: Vec<_> = document.body().items().map(|item| item.name()).collect();
    /// assert_eq!(names, ["service"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn items(self) -> Items<'a> {
        if self.is_json() {
            return Items(ItemsOf::Json(Properties::of(self.0)));
        }
        Items(ItemsOf::Native { chain: self.0.children(), left: self.0.count() })
    }

    /// Whether no two items have the same name. If not, they may have different names all the same.
    #[inline]
    pub(crate) fn has_distinct_names(self) -> bool {
        self.0.node().flags & flag::DISTINCT != 0 && !self.is_json()
    }

    /// Whether the body is written in JSON syntax.
    ///
    /// ```
    /// assert!(serde_hcl::json::parse("{}")?.body().is_json());
    /// assert!(!serde_hcl::parse("a = {}\n")?.body().is_json());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[inline]
    pub fn is_json(self) -> bool {
        self.0.kind() != Kind::Body
    }

    /// The attributes, in source order. In native syntax no two have the same name.
    pub fn attributes(self) -> impl Iterator<Item = AttributeRef<'a>> {
        self.items().filter_map(ItemRef::as_attribute)
    }

    /// The blocks, in source order.
    ///
    /// ```
    /// let native = serde_hcl::parse("port = 80\nservice \"web\" {}\n")?;
    /// assert_eq!(native.body().blocks().next().unwrap().block_type(), "service");
    /// // Only a schema knows the blocks of JSON syntax.
    /// let json = serde_hcl::json::parse(r#"{"service": {"web": {}}}"#)?;
    /// assert_eq!((json.body().blocks().count(), json.body().attributes().count()), (0, 1));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn blocks(self) -> impl Iterator<Item = BlockRef<'a>> {
        self.items().filter_map(ItemRef::as_block)
    }

    /// The blocks of one type, in source order.
    ///
    /// ```
    /// let document = serde_hcl::parse("service \"web\" {}\nvpc {}\nservice \"api\" {}\n")?;
    /// let services = document.body().blocks_named("service");
    /// let names: Vec<_> = services.filter_map(|block| block.label(0)).map(|it| it.value()).collect();
    /// assert_eq!(names, ["web", "api"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn blocks_named(self, name: &str) -> impl Iterator<Item = BlockRef<'a>> {
        self.blocks().filter(move |block| block.block_type() == name)
    }

    /// The attribute of this name. Linear in the number of items.
    ///
    /// ```
    /// let document = serde_hcl::parse("port = 80\nservice {}\n")?;
    /// assert_eq!(document.body().attribute("port").unwrap().expression().text(), "80");
    /// assert!(document.body().attribute("service").is_none());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn attribute(self, name: &str) -> Option<AttributeRef<'a>> {
        self.attributes().find(|attribute| attribute.name() == name)
    }

    /// The bytes of the body, with the braces of a block's body.
    pub fn span(self) -> Span {
        self.0.span()
    }

    /// The source text of the body, with the braces of a block's body.
    pub fn text(self) -> &'a str {
        self.0.text()
    }

    /// The whole source around the body.
    ///
    /// ```
    /// let source = "service {\n  port = 80\n}\n";
    /// let document = serde_hcl::parse(source)?;
    /// let body = document.body().blocks().next().unwrap().body();
    /// assert_eq!(body.source(), source);
    /// assert_eq!(body.span().text(body.source()), "{\n  port = 80\n}");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn source(self) -> &'a str {
        &self.0.tree.source
    }
}

/// The items of a body.
///
/// ```
/// let document = serde_hcl::parse("a = 1\nb {}\n")?;
/// let mut items = document.body().items();
/// assert_eq!(items.len(), 2);
/// assert_eq!(items.next().unwrap().name(), "a");
/// assert_eq!(items.len(), 1);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Items<'a>(ItemsOf<'a>);

#[derive(Clone)]
enum ItemsOf<'a> {
    Native { chain: Chain<'a>, left: usize },
    Json(Properties<'a>),
}

impl Items<'_> {
    /// Whether there are no more items.
    pub fn is_empty(&self) -> bool {
        self.clone().next().is_none()
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = ItemRef<'a>;

    #[inline]
    fn next(&mut self) -> Option<ItemRef<'a>> {
        match &mut self.0 {
            ItemsOf::Native { chain, left } => {
                *left = left.checked_sub(1)?;
                chain.next().map(ItemRef::of_node)
            }
            ItemsOf::Json(properties) => {
                properties.find(|name| name.property_name() != json::COMMENT).map(ItemRef)
            }
        }
    }

    /// Exact. In JSON syntax it is counted first.
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let length = match &self.0 {
            ItemsOf::Native { left, .. } => *left,
            ItemsOf::Json(_) => self.clone().count(),
        };
        (length, Some(length))
    }
}

impl ExactSizeIterator for Items<'_> {}

/// An attribute or a block.
///
/// ```
/// let document = serde_hcl::parse("a = 1\nb {}\n")?;
/// for item in document.body().items() {
///     match item.as_block() {
///         Some(block) => assert_eq!(block.block_type(), "b"),
///         None => assert_eq!(item.name(), "a"),
///     }
/// }
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct ItemRef<'a>(pub(crate) View<'a>);

impl<'a> ItemRef<'a> {
    /// The item of a body that this node is.
    #[inline]
    pub(super) fn of_node(view: View<'a>) -> Self {
        ItemRef(if view.kind() == Kind::JsonProperty { view.first() } else { view })
    }

    /// The name of the JSON property that is this item.
    #[inline]
    pub(crate) fn as_property(self) -> Option<View<'a>> {
        matches!(self.0.kind(), Kind::String | Kind::JsonKey).then_some(self.0)
    }

    /// The attribute, if the item is one.
    ///
    /// ```
    /// let document = serde_hcl::json::parse(r#"{"service": {"port": 80}}"#)?;
    /// let item = document.body().items().next().unwrap();
    /// // In JSON syntax, every item is an attribute until a schema says otherwise.
    /// assert!(item.as_block().is_none());
    /// assert_eq!(item.as_attribute().unwrap().expression().text(), r#"{"port": 80}"#);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[inline]
    pub fn as_attribute(self) -> Option<AttributeRef<'a>> {
        (self.0.kind() != Kind::Block).then_some(AttributeRef(self.0))
    }

    /// The block, if the item is one.
    #[inline]
    pub fn as_block(self) -> Option<BlockRef<'a>> {
        (self.0.kind() == Kind::Block).then_some(BlockRef::new(self.0))
    }

    /// The name of the attribute, or the type of the block.
    #[inline]
    pub fn name(self) -> &'a str {
        name(self.0)
    }

    /// The bytes of the name, in JSON syntax with its quotes.
    ///
    /// ```
    /// let source = r#"{"port": 80}"#;
    /// let document = serde_hcl::json::parse(source)?;
    /// let item = document.body().items().next().unwrap();
    /// assert_eq!((item.name(), item.name_span().text(source)), ("port", r#""port""#));
    /// assert_eq!(item.span().text(source), r#""port": 80"#);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[inline]
    pub fn name_span(self) -> Span {
        self.0.span()
    }

    /// The bytes of the item: from the name to the end of the expression or to the closing brace.
    pub fn span(self) -> Span {
        match self.as_block() {
            Some(block) => block.span(),
            None => AttributeRef(self.0).span(),
        }
    }

    /// The source text of the item, without its comments.
    pub fn text(self) -> &'a str {
        self.0.tree.text(self.span())
    }
}

#[inline]
fn name(view: View<'_>) -> &str {
    match view.kind() {
        Kind::Attribute | Kind::Block => view.text(),
        _ => view.property_name(),
    }
}

/// An attribute: `name = expression`.
///
/// ```
/// let document = serde_hcl::parse("port = 8000 + 80\n")?;
/// let attribute = document.body().attribute("port").unwrap();
/// assert_eq!(attribute.name(), "port");
/// assert_eq!(attribute.expression().text(), "8000 + 80");
/// assert_eq!(attribute.span().range(), 0..16);
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct AttributeRef<'a>(pub(crate) View<'a>);

impl<'a> AttributeRef<'a> {
    /// The name.
    #[inline]
    pub fn name(self) -> &'a str {
        name(self.0)
    }

    /// The bytes of the name, in JSON syntax with its quotes.
    #[inline]
    pub fn name_span(self) -> Span {
        self.0.span()
    }

    /// The name of the JSON property that is this attribute.
    #[inline]
    pub(crate) fn as_property(self) -> Option<View<'a>> {
        ItemRef(self.0).as_property()
    }

    /// The expression, unevaluated.
    ///
    /// ```
    /// let document = serde_hcl::parse("size = unknown_function(2)\n")?;
    /// let expression = document.body().attribute("size").unwrap().expression();
    /// assert_eq!(expression.text(), "unknown_function(2)");
    /// assert!(expression.evaluate(&serde_hcl::Context::new()).is_err());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    #[inline]
    pub fn expression(self) -> ExpressionRef<'a> {
        match self.0.kind() {
            Kind::Attribute => ExpressionRef(self.0.first()),
            _ => ExpressionRef(self.0.next()),
        }
    }

    /// The bytes from the name to the end of the expression.
    ///
    /// ```
    /// let source = "ports = [\n  80,\n] # HTTP\n";
    /// let document = serde_hcl::parse(source)?;
    /// let attribute = document.body().attribute("ports").unwrap();
    /// assert_eq!(attribute.span().text(source), "ports = [\n  80,\n]");
    /// assert_eq!(attribute.name_span().text(source), "ports");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn span(self) -> Span {
        self.name_span().to(self.expression().span())
    }

    /// The source text of the attribute, without its comments.
    ///
    /// ```
    /// let document = serde_hcl::parse("port  = 80 # HTTP\n")?;
    /// assert_eq!(document.body().attribute("port").unwrap().text(), "port  = 80");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn text(self) -> &'a str {
        self.0.tree.text(self.span())
    }
}

/// A block: `type "label" … { body }`.
///
/// ```
/// let document = serde_hcl::parse("service \"web\" {\n  port = 80\n}\n")?;
/// let block = document.body().blocks().next().unwrap();
/// assert_eq!(block.block_type(), "service");
/// assert_eq!(block.labels().next().unwrap().value(), "web");
/// assert_eq!(block.body().attribute("port").unwrap().expression().text(), "80");
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct BlockRef<'a>(pub(crate) View<'a>, JsonBlock);

/// The source of a block in JSON syntax, which has no node of its own.
#[derive(Clone, Copy, Debug)]
struct JsonBlock {
    /// `NONE` in native syntax.
    body: NodeId,
    labels: u32,
}

/// A block without a reference to its tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockId {
    head: NodeId,
    json: JsonBlock,
}

impl BlockId {
    pub(crate) fn within<'a>(self, tree: &'a Tree<'a>) -> BlockRef<'a> {
        BlockRef(View::new(tree, self.head), self.json)
    }

    /// The same block when its node has another id. A JSON block is several nodes.
    pub(crate) fn moved_to(self, head: NodeId) -> Self {
        BlockId { head, ..self }
    }

    /// The node of its name.
    pub(crate) fn head(self) -> NodeId {
        self.head
    }
}

impl<'a> BlockRef<'a> {
    pub(crate) fn to_id(self) -> BlockId {
        BlockId { head: self.0.id, json: self.1 }
    }

    #[inline]
    pub(crate) fn new(view: View<'a>) -> Self {
        BlockRef(view, JsonBlock { body: NodeId::NONE, labels: 0 })
    }

    /// A JSON block with this many labels; `name` is the last one.
    pub(crate) fn of_json(name: View<'a>, body: View<'a>, labels: u32) -> Self {
        BlockRef(name, JsonBlock { body: body.id, labels })
    }

    /// The body and the number of labels, for a JSON block.
    #[inline]
    pub(crate) fn json_parts(self) -> Option<(NodeId, u32)> {
        (self.1.body != NodeId::NONE).then_some((self.1.body, self.1.labels))
    }

    /// The name of the block type, as a node.
    #[inline]
    fn head(self) -> View<'a> {
        match self.json_parts() {
            None => self.0,
            Some((_, labels)) => json::block_type(self.0, labels),
        }
    }

    /// The type of the block: its first word.
    #[inline]
    pub fn block_type(self) -> &'a str {
        name(self.head())
    }

    /// The bytes of the block type, in JSON syntax with its quotes.
    #[inline]
    pub fn block_type_span(self) -> Span {
        self.head().span()
    }

    /// The labels in order.
    ///
    /// ```
    /// let document = serde_hcl::parse("resource \"disk\" main {}\nlocals {}\n")?;
    /// let labels = |block: serde_hcl::syntax::BlockRef<'_>| block.labels().len();
    /// assert_eq!(document.body().blocks().map(labels).collect::<Vec<_>>(), [2, 0]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn labels(self) -> Labels<'a> {
        match self.json_parts() {
            None => Labels::native(self.0),
            Some((_, labels)) => Labels::json(self.0, labels),
        }
    }

    /// The label at a position, from 0.
    ///
    /// ```
    /// let document = serde_hcl::parse("resource \"disk\" \"main\" {}\n")?;
    /// let block = document.body().blocks().next().unwrap();
    /// assert_eq!(block.label(1).unwrap().value(), "main");
    /// assert!(block.label(2).is_none());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn label(self, index: usize) -> Option<LabelRef<'a>> {
        self.labels().nth(index)
    }

    /// The body of the block.
    ///
    /// ```
    /// use serde_hcl::configuration::Schema;
    ///
    /// // In JSON syntax, the objects around the body are the labels.
    /// let document = serde_hcl::json::parse(r#"{"service": {"web": {"port": 80}}}"#)?;
    /// let content = document.body().content(&Schema::new().block("service", &["name"]))?;
    /// let body = content.blocks()[0].body();
    /// assert_eq!(body.items().next().unwrap().name(), "port");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn body(self) -> BodyRef<'a> {
        if let Some((body, _)) = self.json_parts() {
            return BodyRef(View::new(self.0.tree, body));
        }
        let mut child = self.0.first();
        for _ in 0..self.0.count() {
            child = child.next();
        }
        BodyRef(child)
    }

    /// The name of the argument `labels` of the `dynamic` block that generated the block.
    pub(crate) fn labels_argument(self) -> Option<Span> {
        if self.json_parts().is_some() || !self.0.has(flag::GENERATED) {
            return None;
        }
        self.0.children().nth(self.0.count() + 1).map(View::span)
    }

    /// The bytes from the block type to the last label. In JSON syntax, where other blocks can be
    /// between these, the bytes of the last label.
    ///
    /// ```
    /// let source = "service \"web\" main {\n  port = 80\n}\n";
    /// let document = serde_hcl::parse(source)?;
    /// let block = document.body().blocks().next().unwrap();
    /// assert_eq!(block.header_span().text(source), "service \"web\" main");
    /// assert_eq!(block.span().text(source), source.trim_end());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn header_span(self) -> Span {
        if self.json_parts().is_some() {
            return self.0.place();
        }
        self.labels()
            .last()
            .map_or(self.block_type_span(), |label| self.block_type_span().to(label.span()))
    }

    /// The bytes from the block type to the closing brace.
    pub fn span(self) -> Span {
        self.block_type_span().to(self.body().span())
    }

    /// The source text of the block, from its type to the closing brace.
    ///
    /// ```
    /// let document = serde_hcl::parse("# the network\nvpc \"main\" { size = 2 }\n")?;
    /// let block = document.body().blocks().next().unwrap();
    /// assert_eq!(block.text(), "vpc \"main\" { size = 2 }");
    /// assert_eq!(block.body().text(), "{ size = 2 }");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn text(self) -> &'a str {
        self.0.tree.text(self.span())
    }
}

impl fmt::Debug for BodyRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        nest(|| f.debug_list().entries(self.items()).finish())
    }
}

impl fmt::Debug for ItemRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_block() {
            Some(block) => block.fmt(f),
            None => AttributeRef(self.0).fmt(f),
        }
    }
}

impl fmt::Debug for AttributeRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {:?}", self.name(), self.expression())
    }
}

impl fmt::Debug for BlockRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?} {:?}", self.block_type(), self.labels().collect::<Vec<_>>(), self.body())
    }
}
