"""`python -m parley` is `parley`."""

from __future__ import annotations

from parley.desktop.start import parley

if __name__ == "__main__":
    parley()
