//! The traits and methods that `Attribute`, `Block` and `Body` share.

/// The type is written as text, and compared and shown by its structure. A part with a mistake equals no other.
macro_rules! owner {
    ($owner:ident: $(#[$text:meta])*) => {
        $(#[$text])*
        impl std::fmt::Display for $owner {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $crate::document::serialize::write_or_comment(self.source.document(), f)
            }
        }

        impl PartialEq for $owner {
            fn eq(&self, other: &Self) -> bool {
                let are_sound = self.check().is_ok() && other.check().is_ok();
                are_sound && self.source.current().is_like(other.source.current())
            }
        }

        impl std::fmt::Debug for $owner {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self.check() {
                    Ok(()) => self.view().fmt(f),
                    Err(mistake) => mistake.fmt(f),
                }
            }
        }

        impl $owner {
            pub(crate) fn check(&self) -> $crate::diagnostic::error::Result<()> {
                self.source.check()
            }

            /// The part after a change. A mistake in the change is kept.
            pub(super) fn with(
                mut self,
                change: impl FnOnce(&mut Self) -> $crate::diagnostic::error::Result<()>,
            ) -> Self {
                if let Err(mistake) = change(&mut self) {
                    self.source.refuse(mistake);
                }
                self
            }

            /// The part, if everything in it was valid.
            ///
            /// # Errors
            ///
            /// The first mistake in it, with its path: a repeated attribute, a name that is not an identifier, a
            /// value that can't be written, or blocks that are nested too deeply.
            ///
            /// ```
            /// use serde_hcl::{Block, Body};
            ///
            /// let body = Body::new().with_attribute("port", 80).with_attribute("port", 81);
            /// assert_eq!(body.build().unwrap_err().code(), "duplicate-argument");
            ///
            /// let check = Block::new("check").with_attribute("every second", true);
            /// let error = Block::new("service").with_block(check).build().unwrap_err();
            /// assert_eq!(error.code(), "no-identifier");
            /// assert_eq!(error.path().as_deref(), Some(r#"check["every second"]"#));
            /// ```
            pub fn build(self) -> $crate::diagnostic::error::Result<Self> {
                self.check().map(|()| self)
            }
        }
    };
}

/// The type has the methods of another one, which it contains.
macro_rules! deref {
    ($owner:ty, $field:ident: $target:ty) => {
        impl std::ops::Deref for $owner {
            type Target = $target;

            fn deref(&self) -> &Self::Target {
                &self.$field
            }
        }

        impl std::ops::DerefMut for $owner {
            fn deref_mut(&mut self) -> &mut Self::Target {
                &mut self.$field
            }
        }
    };
}

pub(super) use {deref, owner};
