#!/usr/bin/env bash
# Opens the window; without a display it says so and plays the demo into out/.
set -euo pipefail

parley=.venv/bin/parley
if [ "$(uname -s)" = Linux ] && [ -z "${DISPLAY:-}" ] && [ -z "${WAYLAND_DISPLAY:-}" ]; then
  echo "There is no display here, so no window can open. Playing the demo without one; look into out/ afterwards."
  exec .venv/bin/python scripts/demo.py out
fi
exec "$parley"
