"""Tests of the wheel against the command: `FREEBOARD` is the path of its program."""

from __future__ import annotations

import copy
import csv
import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from typing import Any

import pandas
import pyarrow
from scenarios import MILLION, SHORT, long

import freeboard

COMMAND = os.environ.get("FREEBOARD", "freeboard")
ROOT = pathlib.Path(__file__).resolve().parents[3]


def command(*words: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
    """Runs the command in a folder of its own, over a scenario of this text if there is one."""
    with tempfile.TemporaryDirectory() as folder:
        if text is not None:
            pathlib.Path(folder, "scenario.toml").write_text(text)
        return subprocess.run([COMMAND, *words], cwd=folder, capture_output=True, text=True, check=False)


def json_lines(*words: str, text: str | None = None) -> list[dict[str, Any]]:
    done = command(*words, "--json", text=text)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


class Runs(unittest.TestCase):
    def test_digests_and_numbers_of_runs_are_those_of_the_command(self) -> None:
        scenario = freeboard.Scenario.read(SHORT)
        lines = [line for line in json_lines("run", "scenario.toml", text=SHORT) if "digest" in line]
        outcomes = [scenario.run(scheme, seed) for scheme in ("step", "ECN#") for seed in scenario.seeds]
        self.assertEqual([line["digest"] for line in lines], [outcome.digest for outcome in outcomes])
        for line, outcome in zip(lines, outcomes):
            self.assertEqual((line["scheme"], line["seed"]), (outcome.scheme, outcome.seed))
            for name, value in outcome.summary.items():
                self.assertEqual(line.get(name), value, name)
        last = command("run", "scenario.toml", text=SHORT).stdout.splitlines()[-1]
        self.assertEqual(last, f"digest: {freeboard.digest(outcomes)}")

    def test_an_outcome_does_not_depend_on_threads_or_progress(self) -> None:
        text = (ROOT / "examples/scenarios/large.toml").read_text()
        scenario = freeboard.Scenario.read(text).set_all({"run.time": "200 us", "run.drain": "1 ms"})
        told: list[float] = []
        outcomes = [scenario.run(), scenario.run(threads=2, progress=told.append)]
        self.assertEqual(outcomes[0].digest, outcomes[1].digest)
        self.assertGreater(outcomes[0].summary["flows"], 0)
        self.assertEqual(told[-1], 1.0)
        self.assertEqual(told, sorted(told))

    def test_a_scheme_is_named_or_counted_from_either_end(self) -> None:
        scenario = freeboard.Scenario.read(SHORT).set("run.time", "6 ms")
        self.assertEqual(scenario.run(-1).digest, scenario.run("ECN#").digest)
        self.assertRaises(IndexError, scenario.run, 2)
        self.assertRaisesRegex(ValueError, 'did you mean "step"', scenario.run, "stepp")

    def test_a_run_costs_about_as_much_as_that_of_the_command(self) -> None:
        text, ratios = long("1 s"), []
        scenario = freeboard.Scenario.read(text)
        for _ in range(3):
            start = time.process_time()
            scenario.run()
            own = time.process_time() - start
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.assertEqual(command("run", "scenario.toml", "--threads", "1", text=text).returncode, 0)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            ratios.append(own / (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))
        print(f"processor time of a run in Python over that of the command: {sorted(ratios)[1]:.3f}", file=sys.stderr)
        self.assertLess(min(ratios), 1.3)


class Refusals(unittest.TestCase):
    def refused(self, text: str) -> str:
        """The command's message."""
        done = command("run", "scenario.toml", text=text)
        self.assertEqual(done.returncode, 2)
        return done.stderr.strip().removeprefix("error: ")

    def test_a_refusal_is_a_value_error_with_the_text_of_the_command(self) -> None:
        changes = [
            ("k = ", "kk = "),
            ("97500 B", "97500 parsecs"),
            ('"dctcp"', '"dtcp"'),
            ("senders = 8", "senders = 0"),
        ]
        changes += [('time = "20 ms"', 'time = "20"\nnothing = 1'), ("[run]", "[runs]"), ('"step"\nk', '"step\nk')]
        for old, new in changes:
            text = SHORT.replace(old, new)
            self.assertNotEqual(text, SHORT)
            with self.assertRaises(ValueError, msg=new) as raised:
                freeboard.Scenario.read(text)
            self.assertEqual(str(raised.exception), self.refused(text))

    def test_a_set_key_is_checked_like_one_of_the_file(self) -> None:
        scenario = freeboard.Scenario.read(SHORT)
        same = scenario.set("scheme[1].k", "30 KB")
        self.assertEqual(same.schemes[0].settings["aqm.k"], "30 KB")
        self.assertEqual(scenario.schemes[0].settings["aqm.k"], "97.5 KB")
        self.assertEqual(same.run().digest, freeboard.Scenario.read(SHORT.replace("97500 B", "30 KB")).run().digest)
        wrong: list[tuple[str, str | int]] = [
            ("scheme[1].k", "30 parsecs"),
            ("scheme.step.kk", 1),
            ("run.seed", "one"),
        ]
        for key, value in wrong:
            with self.assertRaises(ValueError) as raised:
                scenario.set(key, value)
            name = key.rsplit(".", 1)[1]
            # A key that is not there stands beside the others, as in the table that is set.
            beside = "" if name == "k" else 'k = "97500 B"\n'
            text = SHORT.replace('k = "97500 B"', f"{beside}{name} = {json.dumps(value)}")
            if key.startswith("run"):
                text = SHORT.replace("seed = [1, 2]", 'seed = "one"')
            where, what = self.refused(text).split(": ", 1)
            self.assertEqual(str(raised.exception), f"{where.split(',')[0]}: {what}")
        with self.assertRaisesRegex(ValueError, "did you mean `scheme.step`"):
            scenario.set("scheme.stepp.k", "30 KB")

    def test_warnings_are_those_of_the_command(self) -> None:
        idle = SHORT + '[[fault]]\nkind = "start-jitter"\nmost = "0 ns"\n'
        warnings = freeboard.Scenario.read(idle).check()
        lines = command("lint", "scenario.toml", "--json", text=idle).stdout.splitlines()
        findings = [json.loads(line)["effect"] for line in lines]
        self.assertTrue(findings)
        self.assertEqual(warnings, findings)

    def test_a_missing_file_is_an_os_error(self) -> None:
        self.assertRaises(FileNotFoundError, freeboard.Scenario.read, "no-such-file.toml")
        self.assertRaises(FileNotFoundError, freeboard.Scenario.read, pathlib.Path("no-such-file.toml"))


class Tables(unittest.TestCase):
    outcome: freeboard.Outcome

    @classmethod
    def setUpClass(cls) -> None:
        cls.outcome = freeboard.Scenario.read(MILLION).run()

    def test_a_million_rows_arrive_without_a_copy(self) -> None:
        table = self.outcome.queue
        self.assertEqual(len(table), 1_000_001)
        arrow = pyarrow.table(table)
        addresses = {name: arrow[name].chunk(0).buffers()[1].address for name in table.columns}
        again = pyarrow.table(self.outcome.queue)
        frame, own = table.to_pandas(), table.to_polars()
        for name, address in addresses.items():
            self.assertEqual(again[name].chunk(0).buffers()[1].address, address, "a second time")
            self.assertEqual(frame[name].to_numpy().__array_interface__["data"][0], address, "pandas")
            self.assertEqual(own[name].to_arrow().buffers()[1].address, address, "polars")
        self.assertEqual(frame["at_us"].iloc[-1], 100_000.0)
        self.assertEqual(frame["packets"].max(), own["packets"].max())

    def test_columns_have_units_and_values(self) -> None:
        outcome = freeboard.Scenario.read(SHORT).run()
        flows = outcome.flows.to_pandas()
        self.assertEqual(len(flows), outcome.summary["flows"])
        done = flows[~flows.incast & flows.fct_us.notna()]
        self.assertAlmostEqual(done.fct_us.mean(), outcome.summary["overall_us"], places=6)
        self.assertEqual(int(flows.incast.sum()), 32)
        self.assertEqual(set(flows.workload), {1, 2})
        counters = dict(outcome.counters.to_polars().select("counter", "value").iter_rows())
        self.assertEqual(counters["marked"], outcome.summary["marks"])
        self.assertEqual(outcome.queues.to_pandas().marked_packets.sum(), outcome.summary["marks"])
        self.assertEqual(len(outcome.queue_of(0)), len(outcome.queue))
        self.assertRaises(IndexError, outcome.queue_of, 1)
        self.assertEqual(len(self.outcome.exchanges), 0)

    def test_an_absent_time_is_null(self) -> None:
        flows = pyarrow.table(self.outcome.flows)
        self.assertEqual(flows["fct_us"].null_count, len(flows))

    def test_pandas_takes_the_interface_itself(self) -> None:
        frame = pandas.DataFrame.from_arrow(self.outcome.queues)
        self.assertEqual(list(frame.columns), self.outcome.queues.columns)

    def test_a_notebook_shows_a_table_and_a_plot(self) -> None:
        shown = self.outcome._repr_html_()
        self.assertIn("<table>", shown)
        self.assertIn("<svg", shown)
        self.assertLess(len(shown), 50_000)
        self.assertNotIn("NaN", shown)


# A job in the background of a shell ignores the signal, and so do the programs that it starts.
INTERRUPTED = """
import signal, sys, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.path.insert(0, {tests!r})
import freeboard
from scenarios import long
scenario = freeboard.Scenario.read(long("200 s"))
turns = 0
def count():
    global turns
    while True:
        turns += 1
        time.sleep(0.001)
threading.Thread(target=count, daemon=True).start()
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", turns, flush=True)
"""


class Interrupts(unittest.TestCase):
    def interrupted(self, call: str) -> tuple[float, int]:
        """Seconds from the signal to the end, and turns of another thread before it."""
        program = INTERRUPTED.format(tests=str(pathlib.Path(__file__).parent), call=call)
        with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            self.assertEqual(child.stdout.readline(), "ready\n")
            time.sleep(1.5)
            self.assertIsNone(child.poll())
            child.send_signal(signal.SIGINT)
            start = time.monotonic()
            try:
                out, _ = child.communicate(timeout=20)
            finally:
                child.kill()
        word, turns = out.split()
        self.assertEqual(word, "interrupted")
        return time.monotonic() - start, int(turns)

    def test_ctrl_c_stops_a_run_beside_which_other_threads_go_on(self) -> None:
        seconds, turns = self.interrupted("scenario.run()")
        self.assertLess(seconds, 5.0)
        self.assertGreater(turns, 50)

    def test_ctrl_c_stops_all_runs_of_a_sweep(self) -> None:
        seconds, _ = self.interrupted('freeboard.sweep(scenario, {"switch.k": ["30 KB", "90 KB"]}, seeds=range(8))')
        self.assertLess(seconds, 5.0)

    def test_an_exception_of_the_listener_stops_the_run(self) -> None:
        def listen(share: float) -> None:
            raise RuntimeError(f"at {share}")

        start = time.monotonic()
        self.assertRaises(RuntimeError, freeboard.Scenario.read(long("200 s")).run, progress=listen)
        self.assertLess(time.monotonic() - start, 10.0)


class Sweeps(unittest.TestCase):
    def test_a_sweep_goes_on_from_its_journal(self) -> None:
        axes = {"scheme.step.k": ["30 KB", "60 KB"]}
        scenario = freeboard.Scenario.read(SHORT)
        whole = pyarrow.table(freeboard.sweep(scenario, axes, seeds=[1, 2])).to_pylist()
        with tempfile.TemporaryDirectory() as folder:
            journal = pathlib.Path(folder, "runs.txt")
            freeboard.sweep(scenario, axes, seeds=[1], journal=journal)
            text = journal.read_text()
            # The last line is cut off, as a killed process leaves it: this run runs again.
            journal.write_text(text[:-9])
            self.assertEqual(pyarrow.table(freeboard.sweep(scenario, axes, seeds=[1, 2], journal=journal)).to_pylist(), whole)
            lines = journal.read_text().splitlines()
            self.assertEqual(lines[: len(text.splitlines()) - 1], text.splitlines()[:-1])
            # What is there is taken, not run: a digest that is changed comes back.
            key, digest, *numbers = lines[1].split(" ")
            changed = f"{int(digest, 16) ^ 1:08x}"
            journal.write_text("\n".join([lines[0], " ".join([key, changed, *numbers]), *lines[2:], ""]))
            again = pyarrow.table(freeboard.sweep(scenario, axes, seeds=[1, 2], journal=journal)).to_pylist()
            self.assertIn(changed, [row["digest"] for row in again])
            journal.write_text("something else\n")
            with self.assertRaisesRegex(ValueError, "no journal of this version"):
                freeboard.sweep(scenario, axes, journal=journal)
            self.assertEqual(journal.read_text(), "something else\n")

    def test_a_sweep_has_the_rows_of_the_command(self) -> None:
        axis = '[[axis]]\nname = "k"\nkey = "scheme.step.k"\nvalues = ["30 KB", "60 KB"]\n'
        axis += '[[axis]]\nname = "senders"\nkey = "topology.senders"\nvalues = [4, 8]\n'
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "sweep.toml")
            path.write_text(SHORT + axis)
            subprocess.run([COMMAND, "sweep", str(path), "--out", folder + "/out"], check=True, capture_output=True)
            with open(folder + "/out/results.csv", newline="") as file:
                rows = list(csv.DictReader(file))
        axes: dict[str, list[str | int]] = {"scheme.step.k": ["30 KB", "60 KB"], "topology.senders": [4, 8]}
        table = freeboard.sweep(freeboard.Scenario.read(SHORT), axes)
        own = pyarrow.table(table).to_pylist()
        self.assertEqual(len(own), 16)
        self.assertIsInstance(own[0]["topology.senders"], int)
        names = {"scheme.step.k": "k", "topology.senders": "senders"}
        for row, line in zip(own, rows):
            for name in filter(lambda name: name != "completed", table.columns):
                value = line[names.get(name, name)]
                same: object = value
                if isinstance(row[name], (int, float)):
                    same = float(value)
                self.assertEqual(same, "" if row[name] is None else row[name], name)

    def test_seeds_replace_those_of_the_scenario(self) -> None:
        scenario = freeboard.Scenario.read(SHORT).set("run.time", "6 ms")
        table = freeboard.sweep(scenario, {}, seeds=[5, 6, 7], threads=1).to_polars()
        self.assertEqual(table["seed"].to_list(), [5, 6, 7] * 2)
        self.assertEqual(table["digest"][4], scenario.run("ECN#", 6).digest)

    def test_a_value_that_is_not_legal_is_named(self) -> None:
        scenario = freeboard.Scenario.read(SHORT)
        self.assertRaisesRegex(
            ValueError, r"scheme\[1\]\.k", freeboard.sweep, scenario, {"scheme[1].k": ["30 parsecs"]}
        )
        self.assertRaisesRegex(ValueError, "no values", freeboard.sweep, scenario, {"scheme[1].k": []})


# Names by number; what the tables below hold is checked when it is passed on.
ECN: list[Any] = ["not-ect", "ect1", "ect0", "ce"]
VERDICTS = ["forward", "signal", "drop"]


def rows_of(text: str) -> list[dict[str, int]]:
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return [{name: int(value or 0) for name, value in row.items()} for row in csv.DictReader(lines)]


def state_of(row: dict[str, int]) -> list[int]:
    return [row[f"s{at}"] for at in range(64) if f"s{at}" in row]


def decided(queue: freeboard.Aqm, row: dict[str, int]) -> str:
    now, ecn = row["now_ns"] + (row["now_high"] << 32), ECN[row["ecn"]]
    depths = {name: row[name] for name in ("port_depth", "pool_depth", "random")}
    if row["hook"] == 0:
        return queue.on_enqueue(now, row["size"], row["depth"], ecn=ecn, **depths)
    return queue.on_dequeue(now, row["sojourn_ns"], row["size"], row["depth"], ecn=ecn, **depths)


def answered(flow: freeboard.Cc, row: dict[str, int]) -> freeboard.Control:
    now, event = row["now_ns"], row["event"]
    place = {name: row[name] for name in ("una", "nxt", "in_flight")}
    ack: dict[str, Any] = {
        "marked": row["marked"],
        "rtt": row["rtt_ns"],
        "delivery_rate": row["delivery_rate"] / 2**20,
        **place,
    }
    ack["window_limited"] = bool(row["window_limited"])
    parts = ("stamp_ns", "depth", "sent", "rate_mbps")
    hops: list[Any] = [tuple(row[f"h{at}_{part}"] for part in parts) for at in range(row.get("hops", 0))]
    calls = [
        lambda: flow.on_sent(now, row["bytes"]),
        lambda: flow.on_ack(now, row["acked"], **ack),
        lambda: flow.on_dup_ack(now),
        lambda: flow.on_loss(now, **place),
        lambda: flow.on_timeout(now, **place),
        lambda: flow.on_cnp(now),
        lambda: flow.on_rtt(now, row["rtt_ns"]),
        lambda: flow.on_tick(now),
        lambda: flow.on_paused(now, bool(row["held"])),
        lambda: flow.on_app_limited(now),
        lambda: flow.on_idle(now, row["silence_ns"]),
        lambda: flow.on_int(now, row["acked"], hops, **ack),
    ]
    return calls[event]()


class Decisions(unittest.TestCase):
    def golden(self, family: str) -> list[tuple[str, str]]:
        """Names of variants, and the golden traces of their events."""
        texts = [path.read_text() for path in sorted(ROOT.glob("crates/*/golden/*.csv"))]
        heads = [text.split("\n", 1)[0].split() for text in texts]
        return [
            (head[3], text)
            for head, text in zip(heads, texts)
            if head[:1] == ["#freeboard-trace"] and head[2] == family
        ]

    def traced(self, name: str, rows: list[dict[str, int]]) -> list[dict[str, int]]:
        """Decisions and states of the command over these events, under the first preset."""
        with tempfile.TemporaryDirectory() as folder:
            with open(folder + "/events.csv", "w", newline="") as file:
                events = [
                    name
                    for name in rows[0]
                    if name not in ("verdict", "window", "rate", "hold_ns") and not name[1:].isdigit()
                ]
                writer = csv.DictWriter(file, events, extrasaction="ignore")
                writer.writeheader()
                writer.writerows(rows)
            words = [COMMAND, "trace", name, folder + "/events.csv", "--out", folder + "/out.csv"]
            done = subprocess.run(words, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, f"{name}: {done.stderr}")
            return rows_of(pathlib.Path(folder, "out.csv").read_text())

    def test_every_marking_scheme_decides_as_the_command_does(self) -> None:
        signals, names = 0, self.golden("aqm")
        for name, text in names:
            rows = rows_of(text)
            first = [rows[0][scope] for scope in ("pipe", "port", "queue")]
            rows = [row for row in rows if [row[scope] for scope in ("pipe", "port", "queue")] == first]
            queue = freeboard.aqm(name)
            for row in self.traced(name, rows):
                verdict = decided(queue, row)
                self.assertEqual((verdict, queue.state), (VERDICTS[row["verdict"]], state_of(row)), name)
                signals += verdict != "forward"
        self.assertGreater(len(names), 15)
        self.assertGreater(signals, 100)

    def test_every_congestion_control_answers_as_the_command_does(self) -> None:
        names = self.golden("cc")
        for name, text in names:
            rows = [row for row in rows_of(text) if row["event"] <= 11]
            flow = freeboard.cc(name)
            for row in self.traced(name, rows):
                control = answered(flow, row)
                window = 2**32 - 1 if control.window is None else control.window
                self.assertEqual(
                    (window, control.rate * 2**20, flow.state), (row["window"], row["rate"], state_of(row)), name
                )
        self.assertGreater(len(names), 10)

    def test_settings_are_refused_with_their_range(self) -> None:
        for call, pattern in [
            (lambda: freeboard.aqm("ecn-sharp/compcat"), "did you mean ecn-sharp/compact"),
            (
                lambda: freeboard.aqm("ecn-sharp/compact", ins_tagret="200 us"),
                "is not a setting of this algorithm; legal: ins_target",
            ),
            (lambda: freeboard.aqm("ecn-sharp/compact", ins_target="200 parsecs"), "ins_target = 200 parsecs.*legal"),
            (lambda: freeboard.aqm("ecn-sharp/compact", "nothing"), "preset = nothing"),
            (lambda: freeboard.aqm("step", cell=0), "cell"),
            (lambda: freeboard.cc("step"), "did you mean|not a known"),
            (lambda: freeboard.defaults("nothing"), "is not a known algorithm"),
            (lambda: freeboard.aqm("step").on_enqueue(0, 1500, 0, ecn="ect2"), "ecn = ect2"),  # type: ignore[arg-type]
        ]:
            self.assertRaisesRegex(ValueError, pattern, call)

    def test_a_queue_keeps_settings_counters_and_state(self) -> None:
        queue = freeboard.aqm("step/enqueue", k="90 KB")
        self.assertEqual(queue.settings["k"], "90 KB")
        self.assertEqual(
            [queue.on_enqueue(0, 1500, depth) for depth in (0, 90_000, 90_001, 200_000)],
            ["forward", "forward", "signal", "signal"],
        )
        self.assertEqual((queue.calls, queue.signals), (4, 2))
        (trigger,) = queue.triggers.values()
        self.assertEqual(trigger, {"fired": 2, "highest": 200_000, "needed": 90_001})
        self.assertEqual(copy.copy(queue).calls, 4)

    def test_a_flow_halves_its_window_when_every_byte_is_marked(self) -> None:
        flow = freeboard.cc("dctcp/tcp", mss=1000)
        before = flow.control
        self.assertIsNone(flow.slow_start_threshold)
        acked = flow.on_ack(100_000, 10_000, una=10_000, nxt=20_000, marked=10_000, rtt=100_000)
        assert acked.window is not None and before.window is not None
        self.assertLess(acked.window, before.window)
        self.assertEqual(flow.control, acked)
        self.assertEqual(acked.rate, 1.0)

    def test_the_catalogue_is_that_of_the_command(self) -> None:
        lines = [line for line in json_lines("list") if "algorithm" in line]
        names = {"/".join(filter(None, (line["algorithm"], line["variant"]))) for line in lines}
        own = freeboard.catalog().to_pandas()
        self.assertEqual(set(own.name), names)
        self.assertEqual(set(own.kind), {"aqm", "cc", "underlay"})
        self.assertEqual(
            list(freeboard.defaults("dctcp/tcp")), own[own.name == "dctcp/tcp"].settings.item().split(", ")
        )


if __name__ == "__main__":
    unittest.main()
