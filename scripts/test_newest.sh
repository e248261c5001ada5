#!/usr/bin/env bash
# Runs the checks with the newest releases that pyproject.toml allows, in a virtual environment of their own: what the
# next lock would break is seen before. It is no gate: what fails here is a reason to mend or to bound, not to stop.
# Usage: scripts/test_newest.sh [TESTS=]    (with an empty TESTS, what is slow too)
set -euo pipefail
cd "$(dirname "$0")/.."

if [ ! -d .venv-newest ]; then
  "${PYTHON:-python3}" -m venv .venv-newest
fi
.venv-newest/bin/python -m pip install --quiet --disable-pip-version-check \
  --upgrade --upgrade-strategy eager --editable '.[dev]'
exec make --no-print-directory check BIN=.venv-newest/bin "$@"
