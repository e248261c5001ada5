#!/usr/bin/env bash
# Runs the core's tests in an environment that has what `pip install parley-studio` brings and nothing more: no Qt, no
# SDK, no numpy. What needs one of these is skipped, and each skip says which. Says how much room it takes first.
# Usage: scripts/test_core.sh [ARGUMENTS OF PYTEST]
set -euo pipefail
cd "$(dirname "$0")/.."

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python=$place/venv/bin/python
"${PYTHON:-python3}" -m venv "$place/venv"
"$python" -m pip install --quiet --disable-pip-version-check build
"$python" -m build --wheel --outdir "$place" . >/dev/null
"$python" -m venv --clear "$place/venv"
"$python" -m pip install --quiet --disable-pip-version-check "$place"/*.whl
echo "Parley without extras takes $(du -sm "$place/venv" | cut -f1) MB, pip among them."
"$python" -m pip install --quiet --disable-pip-version-check \
  hatchling hypothesis jsonschema packaging pytest pytest-timeout
printf '[pytest]\nmarkers = slow\ntimeout = 300\n' >"$place/pytest.ini"
"$python" -m pytest -c "$place/pytest.ini" --rootdir . -p no:cacheprovider -q --without-extras \
  "${@:-tests/unit}" -m "not slow"
