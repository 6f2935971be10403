//! System calls that no safe interface has.
//!
//! A TUN device and its address, a real-time priority, a child that ends with its parent.
//!
//! The only module with `unsafe`.
#![expect(unsafe_code, reason = "ioctls of network devices take a raw structure")]

use std::fs::{File, OpenOptions};
use std::io;
use std::net::{Ipv4Addr, UdpSocket};
use std::os::fd::AsRawFd;
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::CommandExt;
use std::process::Command;

mod call {
    use libc::{SIOCSIFADDR, SIOCSIFFLAGS, SIOCSIFMTU, SIOCSIFNETMASK, SIOCSIFTXQLEN, TUNSETIFF, ifreq};
    nix::ioctl_write_ptr_bad!(tun_set, TUNSETIFF, ifreq);
    nix::ioctl_write_ptr_bad!(address, SIOCSIFADDR, ifreq);
    nix::ioctl_write_ptr_bad!(netmask, SIOCSIFNETMASK, ifreq);
    nix::ioctl_write_ptr_bad!(mtu, SIOCSIFMTU, ifreq);
    nix::ioctl_write_ptr_bad!(queue, SIOCSIFTXQLEN, ifreq);
    nix::ioctl_write_ptr_bad!(flags, SIOCSIFFLAGS, ifreq);
}

/// Packets that wait for the switch to read them: the queue is the host's, and nothing is to be lost in it.
const TUN_QUEUE: i32 = 10_000;

/// Name of the device, one in each namespace.
const TUN: &str = "tun0";
// Longer ones are cut off by the kernel.
const _: () = assert!(TUN.len() < libc::IFNAMSIZ);

/// A request about a device, all else zero.
fn request(device: &str) -> libc::ifreq {
    // SAFETY: `ifreq` is a C structure of integers and arrays, for which zeros are a value.
    let mut request: libc::ifreq = unsafe { core::mem::zeroed() };
    for (to, from) in request.ifr_name.iter_mut().zip(device.bytes()) {
        *to = from as libc::c_char;
    }
    request
}

fn inet(address: Ipv4Addr) -> libc::sockaddr {
    let mut it = libc::sockaddr { sa_family: libc::AF_INET as libc::sa_family_t, sa_data: [0; 14] };
    for (to, from) in it.sa_data[2..6].iter_mut().zip(address.octets()) {
        *to = from as libc::c_char;
    }
    it
}

/// Opens the TUN device of the calling thread's network namespace and gives it an address in 10.77.0.0/16. The file serves
/// threads of other namespaces too; the device ends with it.
pub(crate) fn tun(address: Ipv4Addr, mtu: u32) -> io::Result<File> {
    let file =
        OpenOptions::new().read(true).write(true).custom_flags(libc::O_NONBLOCK).open("/dev/net/tun")?;
    let mut wanted = request(TUN);
    wanted.ifr_ifru.ifru_flags = (libc::IFF_TUN | libc::IFF_NO_PI) as libc::c_short;
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    let socket = socket.as_raw_fd();
    let with = |set: fn(&mut libc::ifreq)| {
        let mut it = request(TUN);
        set(&mut it);
        it
    };
    let (mut local, mut mask, mut size) = (request(TUN), request(TUN), request(TUN));
    local.ifr_ifru.ifru_addr = inet(address);
    mask.ifr_ifru.ifru_netmask = inet(Ipv4Addr::new(255, 255, 0, 0));
    size.ifr_ifru.ifru_mtu = mtu as libc::c_int;
    let queue = with(|it| it.ifr_ifru.ifru_metric = TUN_QUEUE);
    let up =
        |it: &mut libc::ifreq| it.ifr_ifru.ifru_flags = (libc::IFF_UP | libc::IFF_RUNNING) as libc::c_short;
    let tun_up = with(up);
    // Programs of one host reach each other by it.
    let mut loopback_up = request("lo");
    up(&mut loopback_up);
    // SAFETY: every call takes an open descriptor and a complete `ifreq` that outlives it.
    unsafe {
        call::tun_set(file.as_raw_fd(), &wanted)?;
        call::address(socket, &local)?;
        call::netmask(socket, &mask)?;
        call::mtu(socket, &size)?;
        call::queue(socket, &queue)?;
        call::flags(socket, &tun_up)?;
        call::flags(socket, &loopback_up)?;
    }
    Ok(file)
}

/// Lets the calling thread wake within a microsecond and run before all threads without a real-time priority; a kernel that
/// refuses leaves it as it is.
pub(crate) fn hurry() -> bool {
    let wanted = libc::sched_param { sched_priority: 5 };
    // SAFETY: the first call takes integers only; the second one reads `wanted`, which outlives it; 0 is the calling thread.
    unsafe {
        libc::prctl(libc::PR_SET_TIMERSLACK, 1 as libc::c_ulong);
        libc::sched_setscheduler(0, libc::SCHED_FIFO, &raw const wanted) == 0
    }
}

/// Lets a command be killed when the thread that starts it ends.
pub(crate) fn end_with_thread(command: &mut Command) {
    let wish = || {
        // SAFETY: the call takes integers only and is async-signal-safe, as a child after `fork` needs.
        let done = unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL as libc::c_ulong) };
        if done == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    };
    // SAFETY: `wish` allocates nothing, takes no lock and makes one system call.
    unsafe { command.pre_exec(wish) };
}
