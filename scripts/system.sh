#!/usr/bin/env bash
# Installs the system libraries that Qt needs (and, with "test", what the tests need), where apt can do it.
# Usage: scripts/system.sh [test]
set -euo pipefail

if [ "$(uname -s)" != Linux ]; then
  exit 0
fi

# An offscreen Qt needs the first line, a real window on X11 the second as well; llama.cpp needs libgomp.
packages="libglib2.0-0 libgl1 libegl1 libxkbcommon0 libfontconfig1 libdbus-1-3
  libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0
  libgomp1 python3-venv"
if [ "${1:-}" = test ]; then
  packages="$packages xvfb xdotool chromium chromium-driver"
fi

if ! command -v dpkg-query >/dev/null; then
  echo "This is not a Debian or Ubuntu: if the window does not open, install the libraries that Qt 6 needs with your" \
    "package manager (glib, libGL, libEGL, libxkbcommon and libxkbcommon-x11, fontconfig, dbus, xcb-util-cursor," \
    "xcb-util-wm, xcb-util-keysyms)." >&2
  exit 0
fi

missing=""
for package in $packages; do
  # Newer releases call some of them …t64.
  case "$(dpkg-query -W -f='${Status}\n' "$package" "${package}t64" 2>/dev/null || true)" in
    *"ok installed"*) ;;
    *) missing="$missing $package" ;;
  esac
done
# A Python that can make virtual environments by itself needs no package for it.
if python3 -c 'import ensurepip, venv' 2>/dev/null; then
  missing="${missing/ python3-venv/}"
fi
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
  sudo=""
elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
  sudo="sudo"
else
  echo "Some system libraries are missing, and installing them takes root. Run this once, then again what you ran:" >&2
  echo "    sudo apt-get install --no-install-recommends$missing" >&2
  exit 1
fi

echo "Installing system libraries:$missing"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
if ! { $sudo apt-get update && $sudo apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1; then
  tail -n 5 "$log" >&2
  echo "The system libraries could not be installed. Run: sudo apt-get install --no-install-recommends$missing" >&2
  exit 1
fi
rm -f "$log"
