"""The script's entry: Ctrl+C ends it without a word, also while it is being loaded, which takes a moment."""

from __future__ import annotations

import signal


def parley() -> None:
    """Load everything, then do what the command line asks for."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)  # Python's handler would print a traceback of the imports
    from parley.desktop.__main__ import parley as begin

    signal.signal(signal.SIGINT, before)
    begin()
