//! The settings of the variables of a root module.

use std::path::Path;

use serde_hcl::configuration::{Directory, Setting, Variables};
use serde_hcl::syntax::BodyRef;
use serde_hcl::{Document, Expression};

use super::{Problem, Problems};

/// The settings of variables in the order of precedence: the last one for a variable counts.
#[derive(Debug, Default)]
pub struct Settings(Vec<(String, Setting, Origin)>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    Environment,
    File,
    CommandLine,
}

impl Settings {
    /// The settings of the environment, then of `terraform.tfvars` and `terraform.tfvars.json`, then
    /// of all files whose names end in `.auto.tfvars` or `.auto.tfvars.json`, sorted by name.
    pub fn of_directory(
        directory: &Path,
        environment: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, Problem> {
        let mut settings = Settings::default();
        for (name, value) in environment {
            if let Some(name) = name.strip_prefix("TF_VAR_") {
                settings.0.push((name.to_owned(), value.into(), Origin::Environment));
            }
        }
        let fixed = ["terraform.tfvars", "terraform.tfvars.json"];
        for path in fixed.map(|name| directory.join(name)).iter().filter(|path| path.is_file()) {
            settings.add_file(path)?;
        }
        let automatic = Directory::new(directory, [".auto.tfvars", ".auto.tfvars.json"]);
        for path in automatic.files()? {
            settings.add_file(&path)?;
        }
        Ok(settings)
    }

    /// `--var-file`.
    pub fn add_file(&mut self, path: &Path) -> Result<(), Problem> {
        let document = Document::from_path(path)?;
        let body: BodyRef<'_> = document.body();
        for attribute in body.attributes_only()? {
            let value = Expression::from(attribute.expression());
            self.0.push((attribute.name().to_owned(), value.into(), Origin::File));
        }
        Ok(())
    }

    /// `--var`.
    pub fn add_argument(&mut self, name: &str, value: &str) {
        self.0.push((name.to_owned(), value.into(), Origin::CommandLine));
    }

    /// The settings for these variables. Settings for other variables are ignored in the
    /// environment, warnings in files, and errors on the command line.
    pub fn for_variables(
        self,
        variables: &Variables,
        problems: &mut Problems,
    ) -> Vec<(String, Setting)> {
        let mut settings = Vec::new();
        for (name, setting, origin) in self.0 {
            let message = || format!("there is no variable {name:?} that could be set");
            match (variables.get(&name), origin) {
                (Some(_), _) => settings.push((name, setting)),
                (None, Origin::Environment) => {}
                (None, Origin::File) => problems.warnings.push(message()),
                (None, Origin::CommandLine) => problems.push(Problem::Rule(message())),
            }
        }
        settings
    }
}
