//! Captures that tests write: packets with headers in network byte order, in files of either format.

/// An IPv4 packet of TCP, all of whose fields a test may set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tcp {
    pub(super) from: [u8; 4],
    pub(super) to: [u8; 4],
    pub(super) ports: (u16, u16),
    pub(super) id: u16,
    pub(super) ecn: u8,
    pub(super) sequence: u32,
    pub(super) flags: u8,
    pub(super) payload: u16,
}

pub(super) const SYN: u8 = 0x02;
pub(super) const ACK: u8 = 0x10;

impl Tcp {
    pub(super) fn of(sequence: u32, payload: u16) -> Self {
        let (from, to) = ([10, 0, 0, 1], [10, 0, 0, 2]);
        Self { from, to, ports: (4000, 80), id: sequence as u16, ecn: 2, sequence, flags: ACK, payload }
    }

    /// The frame up to the end of the TCP header, and its length on the wire.
    pub(super) fn frame(self) -> (Vec<u8>, u32) {
        let mut transport = Vec::new();
        transport.extend(self.ports.0.to_be_bytes());
        transport.extend(self.ports.1.to_be_bytes());
        transport.extend(self.sequence.to_be_bytes());
        transport.extend([0; 4]);
        transport.extend([0x50, self.flags, 0xFF, 0xFF, 0, 0, 0, 0]);
        let ip = ipv4(self.from, self.to, 6, self.id, self.ecn, 20 + self.payload);
        ethernet(&[], 0x0800, &[ip, transport].concat(), self.payload)
    }
}

/// An IPv4 header before `length` bytes.
pub(super) fn ipv4(from: [u8; 4], to: [u8; 4], protocol: u8, id: u16, ecn: u8, length: u16) -> Vec<u8> {
    let [total, id] = [20 + length, id].map(u16::to_be_bytes);
    let head = [0x45, ecn, total[0], total[1], id[0], id[1], 0x40, 0, 64, protocol, 0, 0];
    [head.as_slice(), &from, &to].concat()
}

/// A UDP header before `payload` bytes.
pub(super) fn udp(ports: (u16, u16), payload: u16) -> Vec<u8> {
    [ports.0, ports.1, 8 + payload, 0].iter().flat_map(|half| half.to_be_bytes()).collect()
}

/// An Ethernet frame, of which the last `left_out` bytes are not captured.
pub(super) fn ethernet(tags: &[u16], kind: u16, packet: &[u8], left_out: u16) -> (Vec<u8>, u32) {
    let mut bytes = vec![2; 12];
    for tag in tags {
        bytes.extend(tag.to_be_bytes());
        bytes.extend([0, 100]);
    }
    bytes.extend(kind.to_be_bytes());
    bytes.extend(packet);
    let length = bytes.len() as u32 + u32::from(left_out);
    (bytes, length)
}

/// A packet with its stamp \[ns\].
pub(super) type Stamped = (u64, (Vec<u8>, u32));

/// How a file is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    /// Big end first, stamps in nanoseconds.
    Classic(bool, bool),
    /// Big end first, the unit of stamps as its option says.
    Next(bool, u8),
}

impl Form {
    pub(super) const ALL: [Self; 9] = [
        Self::Classic(false, false),
        Self::Classic(true, false),
        Self::Classic(false, true),
        Self::Classic(true, true),
        Self::Next(false, 6),
        Self::Next(true, 6),
        Self::Next(false, 9),
        Self::Next(true, 12),
        Self::Next(false, 0x80 | 32),
    ];

    const fn is_big(self) -> bool {
        match self {
            Self::Classic(is_big, _) | Self::Next(is_big, _) => is_big,
        }
    }

    fn words(self, words: &[u32]) -> Vec<u8> {
        words
            .iter()
            .flat_map(|word| if self.is_big() { word.to_be_bytes() } else { word.to_le_bytes() })
            .collect()
    }

    fn halves(self, halves: &[u16]) -> Vec<u8> {
        halves
            .iter()
            .flat_map(|half| if self.is_big() { half.to_be_bytes() } else { half.to_le_bytes() })
            .collect()
    }

    pub(super) fn block(self, kind: u32, body: &[u8]) -> Vec<u8> {
        let padded = [body, &vec![0; body.len().next_multiple_of(4) - body.len()]].concat();
        let length = padded.len() as u32 + 12;
        [self.words(&[kind, length]), padded, self.words(&[length])].concat()
    }

    /// The bytes of a file with these packets.
    pub(super) fn file(self, packets: &[Stamped]) -> Vec<u8> {
        match self {
            Self::Classic(_, is_nanos) => {
                let magic = if is_nanos { 0xA1B2_3C4D } else { 0xA1B2_C3D4 };
                let mut bytes = self.words(&[magic]);
                bytes.extend(self.halves(&[2, 4]));
                bytes.extend(self.words(&[0, 0, 65_535, 1]));
                for (at, (data, length)) in packets {
                    let part = (at % 1_000_000_000) as u32;
                    let part = if is_nanos { part } else { part / 1000 };
                    bytes.extend(self.words(&[
                        (at / 1_000_000_000) as u32,
                        part,
                        data.len() as u32,
                        *length,
                    ]));
                    bytes.extend(data);
                }
                bytes
            }
            Self::Next(_, resolution) => {
                let section = [self.words(&[0x1A2B_3C4D]), self.halves(&[1, 0]), self.words(&[u32::MAX; 2])];
                let mut bytes = self.block(0x0A0D_0D0A, &section.concat());
                // Picoseconds since 1970 do not fit: an option has the seconds, which stamps then leave out.
                let offset = if resolution == 12 {
                    packets.first().map_or(0, |first| first.0 / 1_000_000_000)
                } else {
                    0
                };
                let seconds = if self.is_big() { offset.to_be_bytes() } else { offset.to_le_bytes() };
                let unit = [self.halves(&[9, 1]), vec![resolution, 0, 0, 0]].concat();
                let option = [unit, self.halves(&[14, 8]), seconds.to_vec(), self.halves(&[0, 0])].concat();
                let interface = [self.halves(&[1, 0]), self.words(&[0]), option].concat();
                bytes.extend(self.block(1, &interface));
                // A block of another kind, which readers skip: name resolution.
                bytes.extend(self.block(4, &[0; 4]));
                for (at, (data, length)) in packets {
                    let stamp = match resolution {
                        0x80.. => ((u128::from(*at) << (resolution & 0x7F)) / 1_000_000_000) as u64 + 1,
                        6 => at / 1000,
                        9 => *at,
                        _ => (at - 1_000_000_000 * offset) * 1000,
                    };
                    let (high, low) = ((stamp >> 32) as u32, stamp as u32);
                    let head = self.words(&[0, high, low, data.len() as u32, *length]);
                    bytes.extend(self.block(6, &[head, data.clone()].concat()));
                }
                bytes
            }
        }
    }
}
