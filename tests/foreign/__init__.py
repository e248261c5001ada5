"""Files of other programs; see `README.md`."""

from pathlib import Path

FOLDER = Path(__file__).parent
