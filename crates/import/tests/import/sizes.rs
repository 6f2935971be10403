//! Flow-size tables in percent and as fractions.

use freeboard_import::sizes::table;

#[test]
fn percent_and_fractions_are_told_apart_by_the_last_point() {
    let percent = table("a.txt", "0 0\n10000 15\n30000000 100\n").unwrap();
    assert_eq!(percent.text, "bytes,cdf\n0,0\n10000,0.15\n30000000,1\n");
    assert!(percent.notes[0].to_string().contains("percent"));
    // Byte order mark, CRLF, a header, an index between.
    let fractions =
        table("a.txt", "\u{feff}bytes,index,cdf\r\n0 1 0\r\n1e4\t1\t0.15\r\n30000000.0,1,1\r\n").unwrap();
    assert_eq!(fractions.text, percent.text);
}

#[test]
fn a_line_that_is_no_point_is_refused_with_its_number() {
    for (text, words) in [
        ("", "has no points"),
        ("0 0\n5\n", "line 2: `point = 5` has not two or three columns"),
        ("-1 0\n", "is not a size"),
        ("1.5 0\n", "is not a size"),
        ("1e30 1\n", "is not a size"),
        ("0 0\nnan 1\n", "is not a size"),
        ("1 101\n", "is not a share"),
        ("1 nan\n", "is not a share"),
        ("10 0.1\n5 1\n", "is not above the one before it"),
        ("10 0.5\n20 0.1\n30 1\n", "has a share below the one before it"),
        ("0 0\n10 0.9\n", "line 2: `point = 0.9` is the last share"),
    ] {
        let fault = table("a.txt", text).unwrap_err().to_string();
        assert!(fault.contains(words), "{text:?}: {fault}");
    }
}
