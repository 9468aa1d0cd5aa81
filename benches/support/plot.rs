//! A bar chart of times, as SVG in the colours of the reader's scheme.

use std::fmt::Write;
use std::time::Duration;

/// What is measured, and the time of each crate. The first one is this crate.
pub(crate) struct Task {
    pub(crate) name: String,
    pub(crate) times: Vec<(&'static str, Duration)>,
}

impl Task {
    /// The crates, and how many times the time of this crate they take.
    pub(crate) fn ratios(&self) -> impl Iterator<Item = (&'static str, f64)> {
        let ours = self.times.first().map_or(f64::NAN, |(_, time)| time.as_secs_f64());
        self.times.iter().map(move |(name, time)| (*name, time.as_secs_f64() / ours))
    }
}

const WIDTH: u32 = 720;
/// The left ends of the bars, and the longest bar.
const BARS: u32 = 110;
const LONGEST: f64 = 520.0;
/// The heights of a line and of a bar in it, and the space before a task.
const LINE: u32 = 22;
const BAR: u32 = 14;
const GAP: u32 = 16;

const STYLE: &str = "\
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.task { font-weight: 600 }
.ours { fill: #0969da }
.other { fill: #afb8c1 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .ours { fill: #4493f8 }
  .other { fill: #59636e }
}";

/// A group of bars for each task: the time of each crate, relative to the first. Only the lengths and the numbers
/// depend on the times.
pub(crate) fn svg(tasks: &[Task]) -> String {
    let mut bars = String::new();
    let mut y = LINE;
    line(&mut bars, 0, y, "", "Time compared with serde_hcl; shorter is better");
    for task in tasks {
        y += LINE + GAP;
        line(&mut bars, 0, y, "task", &task.name);
        let longest = task.ratios().map(|(_, ratio)| ratio).fold(1.0, f64::max);
        for (index, (name, ratio)) in task.ratios().enumerate() {
            y += LINE;
            let class = if index == 0 { "ours" } else { "other" };
            let (top, length) = (y - BAR + 3, ratio / longest * LONGEST);
            line(&mut bars, 0, y, "", name);
            // Writing to a string can't fail.
            let _ = writeln!(
                bars,
                r#"<rect class="{class}" x="{BARS}" y="{top}" width="{length:.0}" height="{BAR}" rx="2"/>"#
            );
            line(&mut bars, BARS + length as u32 + 8, y, "", &format!("{ratio:.1}×"));
        }
    }
    let height = y + LINE;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\">\n<style>\n{STYLE}\n</style>\n{bars}</svg>\n"
    )
}

fn line(svg: &mut String, x: u32, y: u32, class: &str, text: &str) {
    let _ = match class {
        "" => writeln!(svg, r#"<text x="{x}" y="{y}">{text}</text>"#),
        _ => writeln!(svg, r#"<text class="{class}" x="{x}" y="{y}">{text}</text>"#),
    };
}
