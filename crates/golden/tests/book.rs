//! The worked examples of the book: decisions, states and digests are what the code gives.

use freeboard_golden::{digest, read, run_trace, write};

const PAGE: &str = include_str!("../../../docs/src/golden-trace.md");
const HEAD: &str = "#freeboard-trace v2";

#[test]
fn the_examples_of_the_book_decide_as_they_say() {
    let mut examples = 0;
    // The block that explains the format has no family yet.
    let is_example =
        |block: &&str| ["aqm ", "cc "].iter().any(|family| block.starts_with(&format!("{HEAD} {family}")));
    for rest in PAGE.split("```text\n").skip(1).filter(is_example) {
        let (text, after) = rest.split_once("```").unwrap();
        let fresh = run_trace(&read(text).unwrap()).unwrap();
        assert_eq!(text, write(&fresh), "the book's example of {}", fresh.header.id);
        let value = digest(&fresh.rows, &fresh.answers.unwrap());
        let told = after.split("digest").nth(1).and_then(|sentence| sentence.split('`').nth(1)).unwrap();
        assert_eq!(told, format!("{value:08x}"), "the book's digest of {}", fresh.header.id);
        examples += 1;
    }
    assert_eq!(examples, 2);
}
