#!/usr/bin/env bash
# Pins everything that `make run` and `make test` install, with hashes, in requirements/dev.txt: one file for every
# system and every Python that pyproject.toml allows. What is pinned and still allowed stays as it is; with --upgrade,
# as `make lock` says, everything becomes the newest.
# Usage: scripts/lock.sh [--upgrade | --upgrade-package NAME]
set -euo pipefail
cd "$(dirname "$0")/.."

tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
"${PYTHON:-python3}" -m venv "$tools"
"$tools/bin/python" -m pip install --quiet --disable-pip-version-check 'uv>=0.9'
# Where the packages come from is the matter of the machine that installs them.
"$tools/bin/uv" pip compile pyproject.toml --extra dev --output-file requirements/dev.txt --quiet \
  --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
  --custom-compile-command "make lock" "$@"
