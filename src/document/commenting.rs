//! The methods that read and change the comments of an item at an address.

use super::Contents;
use super::address::Address;
use super::comments::comment_lines;
use crate::diagnostic::error::Result;

/// Comments.
impl Contents {
    /// The text of the comments that belong to the item at an address: those in the lines directly above
    /// it, without their markers.
    ///
    /// ```
    /// let mut body: serde_hcl::Body = "# Of the server.\n# Public.\nport = 80 # HTTP\n".parse()?;
    /// assert_eq!(body.comment("port").as_deref(), Some("Of the server.\nPublic."));
    /// assert_eq!(body.trailing_comment("port").as_deref(), Some("HTTP"));
    /// body.set_comment("port", "Behind the proxy.")?;
    /// body.set_trailing_comment("port", "")?;
    /// assert_eq!(body.to_string(), "# Behind the proxy.\nport = 80\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn comment(&self, address: impl Into<Address>) -> Option<String> {
        let comments = self.found(address)?.leading_comments();
        let texts: Vec<&str> = comments.map(|comment| comment.text()).collect();
        (!texts.is_empty()).then(|| texts.join("\n"))
    }

    /// The text of the comment after the item at an address, on the line where the item ends.
    pub fn trailing_comment(&self, address: impl Into<Address>) -> Option<String> {
        Some(self.found(address)?.trailing_comment()?.text().to_owned())
    }

    /// Replaces the comments that belong to the item at an address: those in the lines directly above
    /// it. Each line of the text becomes a comment; the empty text removes the comments.
    ///
    /// # Errors
    ///
    /// If there is no item at the address.
    ///
    /// ```
    /// let mut body: serde_hcl::Body = "# old\nlog {\n  level = \"info\"\n}\n".parse()?;
    /// body.set_comment("log.level", "For all parts.")?;
    /// body.set_comment("log", "")?;
    /// assert_eq!(body.to_string(), "log {\n  # For all parts.\n  level = \"info\"\n}\n");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set_comment(&mut self, address: impl Into<Address>, text: &str) -> Result<()> {
        let lines = if text.is_empty() { String::new() } else { comment_lines(text) + "\n" };
        self.at(address, |source, steps| {
            source.at_item(steps, &mut |_, body, key| {
                body.set_lead(key, &lines);
                Ok(())
            })
        })
    }

    /// Replaces the comment after the item at an address, on the line where the item ends. The empty
    /// text removes the comment.
    ///
    /// # Errors
    ///
    /// If there is no item at the address, if the text has several lines, or if the item ends with a
    /// heredoc, whose last line can't have a comment.
    ///
    /// ```
    /// let mut body: serde_hcl::Body = "port = 80\n".parse()?;
    /// body.set_trailing_comment("port", "HTTP")?;
    /// assert_eq!(body.to_string(), "port = 80 # HTTP\n");
    /// assert!(body.set_trailing_comment("port", "two\nlines").is_err());
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set_trailing_comment(&mut self, address: impl Into<Address>, text: &str) -> Result<()> {
        let comment =
            if text.is_empty() { String::new() } else { format!(" {}", comment_lines(text)) };
        self.at(address, |source, steps| {
            source.at_item(steps, &mut |_, lines, key| lines.set_tail(key, &comment))
        })
    }
}
