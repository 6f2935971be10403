"""All checks of the installed wheel: types, tests, notebooks. The last line counts them."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

TESTS = pathlib.Path(__file__).resolve().parent
NOTEBOOKS = TESTS.parents[2] / "examples/notebooks"


def mypy(*words: str) -> bool:
    """Runs mypy in the folder of the tests, where it finds the installed stubs and no sources."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "MYPY_CACHE_DIR": cache}
        return subprocess.run([sys.executable, "-m", *words], cwd=TESTS, env=environment, check=False).returncode == 0


def notebook(path: pathlib.Path) -> bool:
    """Executes a notebook, which is stored without outputs."""
    book = nbformat.read(path, as_version=4)
    cells = [cell for cell in book.cells if cell.cell_type == "code"]
    if any(cell.outputs or cell.execution_count for cell in cells):
        print(f"{path.name} has outputs", file=sys.stderr)
        return False
    try:
        NotebookClient(book, timeout=300, resources={"metadata": {"path": str(path.parent)}}).execute()
    except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
        print(f"{path.name}: {error}", file=sys.stderr)
        return False
    return any(cell.outputs for cell in cells)


def main() -> int:
    checks = {
        "types of the tests": mypy("mypy", "--ignore-missing-imports", "test_freeboard.py", "typed.py"),
        "stubs against the module": mypy("mypy.stubtest", "freeboard", "--allowlist", "stubtest.txt"),
    }
    sys.path.insert(0, str(TESTS))
    result = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromName("test_freeboard"))
    failed = len(result.failures) + len(result.errors)
    paths = sorted(NOTEBOOKS.glob("*.ipynb"))
    checks.update({path.name: notebook(path) for path in paths})
    for name, passed in checks.items():
        print(f"{name}: {'passed' if passed else 'failed'}")
    failed += sum(not passed for passed in checks.values()) + (len(paths) != 3)
    print(f"{result.testsRun + len(checks) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
