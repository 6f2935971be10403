//! Clients and a server of the standard library over a switch that marks.
//!
//! `cargo run -p freeboard-live --example std_net`, as root.

#[cfg(target_os = "linux")]
fn main() -> anyhow::Result<()> {
    use freeboard_live::Live;
    use std::io::{Read, Write};

    const BYTES: usize = 4_000_000;
    let live = Live::n_to_1(2).rate("50 Mbps").scheme("aqm = \"step\"\nk = \"15 KB\"").start()?;
    let server = live.receiver().listen(8080)?;
    let to = (live.receiver().address(), 8080).into();
    let clients = [live.host(0).connect(to)?, live.host(1).connect(to)?];
    let received = std::thread::scope(|scope| -> std::io::Result<usize> {
        for mut client in clients {
            scope.spawn(move || client.write_all(&vec![0; BYTES]));
        }
        let mut received = 0;
        for _ in 0..2 {
            let mut stream = server.accept()?.0;
            received += stream.read_to_end(&mut Vec::new())?;
        }
        Ok(received)
    })?;
    let queues = live.stop()?;
    println!("{received} bytes arrived; of {} packets {} were marked", queues.arrived, queues.marked);
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("network namespaces are Linux's");
}
