"""Marking schemes and congestion controls for NICs and switches, simulated."""

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, TypedDict, final

from typing_extensions import TypeAlias

__version__: str
__all__ = [
    "Aqm",
    "Cc",
    "Control",
    "Outcome",
    "Scenario",
    "Scheme",
    "Table",
    "__version__",
    "aqm",
    "catalog",
    "cc",
    "defaults",
    "digest",
    "sweep",
]

_Value: TypeAlias = bool | int | float | str | Sequence[_Value]
_Progress: TypeAlias = bool | Callable[[float], object]
_Verdict: TypeAlias = Literal["forward", "signal", "drop"]
_Ecn: TypeAlias = Literal["not-ect", "ect0", "ect1", "ce"]
_Hop: TypeAlias = tuple[int, int, int, int]

class _Trigger(TypedDict):
    fired: int
    highest: int
    needed: int

@final
class Table:
    """A table of columns with units in their names; has the Arrow C stream interface."""

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
    def to_arrow(self) -> Any:
        """The table as a ``pyarrow.Table``, without a copy."""
    def to_pandas(self) -> Any:
        """The table as a ``pandas.DataFrame``: columns of numbers without a copy, unless values are absent."""
    def to_polars(self) -> Any:
        """The table as a ``polars.DataFrame``, without a copy."""
    def __len__(self) -> int: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> Any: ...
    def __arrow_c_schema__(self) -> Any: ...
    def _repr_html_(self) -> str: ...

@final
class Scheme:
    """A scheme of a scenario: what switches run and what hosts run."""

    @property
    def name(self) -> str:
        """Name in tables."""
    @property
    def aqm(self) -> str:
        """Marking scheme, as ``name/variant``."""
    @property
    def cc(self) -> str:
        """Congestion control, as ``name/variant``."""
    @property
    def underlay(self) -> str | None:
        """Underlay; ``None`` without one."""
    @property
    def settings(self) -> dict[str, str]:
        """Settings as they take effect, with their units: ``aqm.NAME``, ``cc.NAME`` and ``underlay.NAME``."""

@final
class Outcome:
    """The outcome of a run: one scheme, one seed."""

    @property
    def scheme(self) -> str:
        """Name of the scheme."""
    @property
    def seed(self) -> int:
        """Seed of the traffic."""
    @property
    def digest(self) -> str:
        """Digest of the run, 8 hexadecimal digits, as ``freeboard run --json`` prints it for each run."""
    @property
    def end_us(self) -> float:
        """Simulated time at the end [us]."""
    @property
    def flows(self) -> Table:
        """Flows: flow, workload, bytes, arrived_bytes, start_us, fct_us, incast, timeouts, resent_segments."""
    @property
    def queue(self) -> Table:
        """Samples of the queue to the first receiver: at_us, bytes, packets. Empty without ``run.sample``."""
    def queue_of(self, receiver: int) -> Table:
        """Samples of the queue to a receiver, which counts from 0: at_us, bytes, packets."""
    @property
    def queues(self) -> Table:
        """Queues by their index in a port, over the ports of all switches: queue and nine counts."""
    @property
    def counters(self) -> Table:
        """Counters of switches, schemes, hosts and the simulator: counter, value, unit."""
    @property
    def exchanges(self) -> Table:
        """Requests of closed loops that were answered: workload, start_us, time_us."""
    @property
    def summary(self) -> dict[str, Any]:
        """Numbers of the run by name, as ``freeboard run --json`` names them; ``None`` where there is none."""
    def _repr_html_(self) -> str: ...

@final
class Scenario:
    """A scenario: network, schemes to compare, hosts, traffic and run."""

    @staticmethod
    def read(path_or_text: str | PathLike[str]) -> Scenario:
        """Reads a scenario from a file, or from TOML text: a ``str`` with a line break is text."""
    def check(self) -> list[str]:
        """Warnings: parts that nothing uses, settings that contradict the network. Empty without any."""
    def set(self, key: str, value: _Value) -> Scenario:
        """Returns a copy with another value of a key, e.g. ``set("scheme[1].k", "90 KB")``."""
    def set_all(self, values: Mapping[str, _Value]) -> Scenario:
        """Returns a copy with other values of several keys, which are checked together."""
    def run(self, scheme: int | str = 0, seed: int = 1, threads: int = 1, progress: _Progress = False) -> Outcome:
        """Runs one scheme on the traffic of a seed; Ctrl-C stops the run."""
    @property
    def name(self) -> str:
        """Name of the scenario."""
    @property
    def text(self) -> str:
        """The scenario as TOML text."""
    @property
    def schemes(self) -> list[Scheme]:
        """Schemes that the scenario compares, in order."""
    @property
    def seeds(self) -> list[int]:
        """Seeds that the scenario lists."""
    @property
    def configuration(self) -> dict[str, str]:
        """Keys that the schemes share and that have an effect, with their effective values."""

@final
class Aqm:
    """A queue under a marking scheme. Times in ns, depths in the unit of :func:`aqm`."""

    def on_enqueue(
        self,
        now: int,
        size: int,
        depth: int,
        *,
        port_depth: int | None = None,
        pool_depth: int | None = None,
        ecn: _Ecn = "ect0",
        random: int = 0,
    ) -> _Verdict:
        """A packet arrives at its queue at ``now`` [ns] with ``size`` [B]."""
    def on_dequeue(
        self,
        now: int,
        sojourn: int,
        size: int,
        depth: int,
        *,
        port_depth: int | None = None,
        pool_depth: int | None = None,
        ecn: _Ecn = "ect0",
        random: int = 0,
    ) -> _Verdict:
        """A packet leaves its queue at ``now`` [ns] after ``sojourn`` [ns] in it."""
    def on_idle(self, now: int) -> None:
        """The queue is silent for 0.27 s or longer at ``now`` [ns]."""
    def on_control(self, now: int, queues: Sequence[tuple[int, int, int]], pool_depth: int = 0) -> None:
        """The control plane ticks at ``now`` [ns]; queues are (depth, sojourn [ns], weight)."""
    @property
    def name(self) -> str:
        """Name of the scheme, as ``name/variant``."""
    @property
    def settings(self) -> dict[str, str]:
        """Settings as they take effect, with their units."""
    @property
    def state(self) -> list[int]:
        """Canonical words of the state: pipe, port, queue; fields that are inactive are 0."""
    @property
    def calls(self) -> int:
        """Calls so far."""
    @property
    def signals(self) -> int:
        """Signals and drops so far."""
    @property
    def triggers(self) -> dict[str, _Trigger]:
        """Triggers by name: how often each fired, the highest value of what it watches, the value at which it arms."""
    def __copy__(self) -> Aqm: ...

@final
class Control:
    """A window and a rate."""

    @property
    def window(self) -> int | None:
        """Most bytes in flight; ``None`` for a control that steers by a rate alone."""
    @property
    def rate(self) -> float:
        """Sending rate as a share of the line rate, 1.0 for a control that steers by a window alone."""
    def __eq__(self, value: object, /) -> bool: ...

@final
class Cc:
    """A flow under a congestion control: parameters and state. Times in ns, sequence numbers mod 2^32."""

    def on_sent(self, now: int, bytes: int) -> Control:
        """Bytes left the NIC at ``now`` [ns]."""
    def on_ack(
        self,
        now: int,
        acked: int,
        *,
        una: int,
        nxt: int,
        marked: int = 0,
        in_flight: int | None = None,
        rtt: int = 0,
        delivery_rate: float = 0.0,
        window_limited: bool = True,
    ) -> Control:
        """New data was acknowledged at ``now`` [ns]."""
    def on_int(
        self,
        now: int,
        acked: int,
        hops: Sequence[_Hop],
        *,
        una: int,
        nxt: int,
        marked: int = 0,
        in_flight: int | None = None,
        rtt: int = 0,
        delivery_rate: float = 0.0,
        window_limited: bool = True,
    ) -> Control:
        """New data was acknowledged at ``now`` [ns], and telemetry of the path came back."""
    def on_dup_ack(self, now: int) -> Control:
        """An ACK came at ``now`` [ns] that acknowledges nothing new."""
    def on_loss(self, now: int, *, in_flight: int, una: int, nxt: int) -> Control:
        """A loss episode starts at ``now`` [ns]."""
    def on_timeout(self, now: int, *, in_flight: int, una: int, nxt: int) -> Control:
        """The retransmission timer expired at ``now`` [ns]."""
    def on_cnp(self, now: int) -> Control:
        """A congestion notification packet came at ``now`` [ns]."""
    def on_rtt(self, now: int, rtt: int) -> Control:
        """A round-trip time was measured outside an ACK [ns]."""
    def on_tick(self, now: int) -> Control:
        """The control's timer rang at ``now`` [ns]."""
    def on_paused(self, now: int, held: bool) -> Control:
        """An underlay began a pause (``held``) or ended it at ``now`` [ns]."""
    def on_app_limited(self, now: int) -> Control:
        """The application has nothing more to send at ``now`` [ns]."""
    def on_idle(self, now: int, silence: int) -> Control:
        """The flow is about to send at ``now`` [ns], after a silence [ns]."""
    def on_undo(self, now: int, *, window: int, threshold: int) -> Control:
        """The last loss episode or timeout was none: window [B] and slow start threshold [B] before it."""
    @property
    def control(self) -> Control:
        """The window and rate that hold now."""
    @property
    def slow_start_threshold(self) -> int | None:
        """The window below which it doubles in a round trip [B]; 0 without slow start, ``None`` for no bound."""
    @property
    def name(self) -> str:
        """Name of the control, as ``name/variant``."""
    @property
    def settings(self) -> dict[str, str]:
        """Settings as they take effect, with their units."""
    @property
    def state(self) -> list[int]:
        """Canonical words of the state; fields that are inactive are 0."""
    def __copy__(self) -> Cc: ...

def aqm(name: str, preset: str | None = None, *, cell: int = 1, **settings: _Value) -> Aqm:
    """Returns a fresh queue under a marking scheme, e.g. ``aqm("ecn-sharp/compact", ins_target="200 us")``."""

def cc(name: str, preset: str | None = None, *, mss: int = 1460, **settings: _Value) -> Cc:
    """Returns a fresh flow under a congestion control, e.g. ``cc("dctcp/tcp")``."""

def defaults(name: str) -> dict[str, str]:
    """Returns the settings of an algorithm that hold without a name, as text with units."""

def catalog() -> Table:
    """Returns all algorithms: kind, name, summary, source, form, needs, settings."""

def digest(outcomes: Sequence[Outcome]) -> str:
    """Returns one digest over several outcomes, as the last line of ``freeboard run``."""

def sweep(
    scenario: Scenario,
    axes: Mapping[str, Sequence[_Value]],
    seeds: Sequence[int] | None = None,
    threads: int | None = None,
    progress: _Progress = False,
    journal: str | PathLike[str] | None = None,
) -> Table:
    """Runs every combination of values with every scheme and seed; returns one table with a row per run.

    A journal keeps each finished run: the same call goes on where an earlier one was stopped.
    """
