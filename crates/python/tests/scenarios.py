"""Scenarios of the tests: short, and written to a file for the command."""

SHORT = """\
name = "short"
[topology]
kind = "n-to-1"
senders = 8
rate = "10 Gbps"
rtt = ["80 us", "240 us"]
buffer = "600 packets"
[host]
cc = "dctcp"
[[scheme]]
name = "step"
aqm = "step"
k = "97500 B"
[[scheme]]
name = "ECN#"
aqm = "ecn-sharp/compact"
preset = "simulations"
[[workload]]
kind = "poisson"
table = "web-search"
load = "60 %"
[[workload]]
kind = "incast"
incast_degree = 32
size = ["3 KB", "60 KB"]
at = "5 ms"
[run]
time = "20 ms"
drain = "100 ms"
seed = [1, 2]
sample = "10 us"
"""

# One sample each 100 ns for 100 ms: a million rows and one.
MILLION = """\
[topology]
kind = "n-to-1"
senders = 2
rate = "1 Gbps"
rtt = "80 us"
buffer = "600 packets"
[host]
cc = "dctcp"
[switch]
aqm = "step"
k = "30 KB"
[[workload]]
kind = "long"
flows = 2
[run]
time = "100 ms"
sample = "100 ns"
"""


def long(time: str) -> str:
    """Sixteen flows without end at 10 Gbps for a time: about a second of a core for each simulated second."""
    return f"""\
[topology]
kind = "n-to-1"
senders = 16
rate = "10 Gbps"
rtt = "80 us"
buffer = "600 packets"
[host]
cc = "dctcp"
[switch]
aqm = "step"
k = "97500 B"
[[workload]]
kind = "long"
flows = 16
[run]
time = "{time}"
"""
