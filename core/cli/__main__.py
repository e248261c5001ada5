"""`python -m parley.core.cli`: the commands that need no window."""

from __future__ import annotations

import sys

from parley.core.cli import main

if __name__ == "__main__":
    sys.exit(main())
