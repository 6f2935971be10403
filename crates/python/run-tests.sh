#!/bin/sh
# Builds the wheel, installs it in a virtual environment in FOLDER, and tests it: stubs, tests, notebooks.
# Usage: FREEBOARD=PROGRAM run-tests.sh FOLDER, with the program `freeboard` of the same sources.
set -eu

if [ $# -ne 1 ] || [ -z "${FREEBOARD:-}" ]; then
    echo "usage: FREEBOARD=PROGRAM $0 FOLDER" >&2
    exit 2
fi
crate=$(cd "$(dirname "$0")" && pwd)
python=$1/bin/python
"${PYTHON:-python3}" -m venv "$1"
"$python" -m pip install --quiet --disable-pip-version-check -r "$crate/tests/requirements.txt"
"$python" -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps "$crate"
exec "$python" "$crate/tests/all.py"
