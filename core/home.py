"""Where Parley keeps its data: one folder."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from core.errors import FileError


class Home:
    """The data folder: `runs/`, `casts/`, `plans/`, `models/`, `parley.db`, `settings.toml`, `window.ini`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.runs = path / "runs"
        self.casts = path / "casts"
        self.plans = path / "plans"
        self.formats = path / "formats"
        self.models = path / "models"
        self.locks = path / "locks"
        self.database = path / "parley.db"
        self.settings = path / "settings.toml"
        self.window = path / "window.ini"
        self.crashes = path / "crashes"

    @classmethod
    def find(cls, given: str | Path | None = None) -> Home:
        """The folder that was named, else `PARLEY_HOME`, else the user's data folder."""
        chosen = given or os.environ.get("PARLEY_HOME")
        return cls(Path(chosen).expanduser().resolve() if chosen else platformdirs.user_data_path("Parley", False))

    def prepare(self) -> None:
        """Make the folders that every session needs. Raises `FileError`."""
        try:
            for folder in (self.runs, self.locks):
                folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(
                self.path,
                f"the data folder cannot be made ({error.strerror or error}).",
                hint="Name another with --home or PARLEY_HOME.",
            ) from None

    def lock(self, run: str) -> Path:
        """The file that is locked by whoever writes the run."""
        return self.locks / f"{run}.lock"
