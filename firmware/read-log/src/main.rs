//! Turns defmt frames from standard input into text, with an image's strings.
//!
//! A program of the host in the images' workspace: what only the log needs is not built with anything else.

use defmt_decoder::{DecodeError, Table};
use std::io::Read;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let elf = std::env::args_os().nth(1).ok_or("usage: read-log ELF < FRAMES")?;
    let table = Table::parse(&std::fs::read(elf)?)?.ok_or("the image has no defmt strings")?;
    let mut frames = Vec::new();
    std::io::stdin().read_to_end(&mut frames)?;
    let mut decoder = table.new_stream_decoder();
    decoder.received(&frames);
    for number in 0.. {
        match decoder.decode() {
            Ok(frame) => println!("{}", frame.display_message()),
            Err(DecodeError::UnexpectedEof) => break,
            Err(DecodeError::Malformed) => return Err(format!("frame {number} is malformed").into()),
        }
    }
    Ok(())
}
