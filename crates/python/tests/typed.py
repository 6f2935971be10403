"""Types as callers see them; checked, not run. An expected error that mypy does not find is one itself."""

from __future__ import annotations

import freeboard

scenario: freeboard.Scenario = freeboard.Scenario.read("scenario.toml")
digest: str = scenario.set("scheme[1].k", "90 KB").run(scheme="step", seed=1, progress=print).digest
rows: int = len(freeboard.sweep(scenario, {"scheme[1].k": ["30 KB", "90 KB"]}, seeds=range(3)))
window: int | None = freeboard.cc("dctcp/tcp").on_cnp(now=0).window
freeboard.aqm("step").on_enqueue(0, 1500, 0, ecn="ect2")  # type: ignore[arg-type]
scenario.run(scheme=1.5)  # type: ignore[arg-type]
scenario.name = "another"  # type: ignore[misc]
