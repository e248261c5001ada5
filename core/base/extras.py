"""Optional dependencies: what only some need is installed by the name of an extra, and missed in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from parley.core.base.errors import UsageError
from parley.core.base.sentences import Sentence

EXTRAS: dict[str, dict[str, str]] = {
    "anthropic": {"anthropic": "anthropic", "keyring": "keyring"},
    "cards": {"re2": "google-re2", "PIL": "pillow"},
    "cluster": {"dask": "dask", "distributed": "distributed"},
    "desktop": {
        "PySide6": "PySide6-Essentials", "shiboken6": "shiboken6", "qasync": "qasync", "pyqtgraph": "pyqtgraph",
        "PIL": "pillow", "numpy": "numpy", "markdown_it": "markdown-it-py",
    },
    "keyring": {"keyring": "keyring"},
    "mcp": {"mcp": "mcp", "mcp_types": "mcp-types", "anyio": "anyio"},
    "meaning": {"numpy": "numpy"},
    "openai": {"openai": "openai", "keyring": "keyring"},
    "local": {"xllamacpp": "xllamacpp", "numpy": "numpy"},
    "parquet": {"pyarrow": "pyarrow"},
    "pdf": {"fpdf": "fpdf2", "fontTools": "fonttools"},
    "statistics": {"scipy": "scipy", "numpy": "numpy"},
}  # fmt: skip
"""Packages by the modules they are imported as, by the extra of `parley-studio` that brings them."""


def get_hint(extra: str) -> Sentence:
    """Return what to do where the packages of an extra are missing."""
    return Sentence("Install it with: pip install 'parley-studio[{extra}]'", extra=extra)


@contextmanager
def require_extra(extra: str) -> Iterator[None]:
    """Guard the imports of an extra's packages. Raises `UsageError` where one of them is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = EXTRAS[extra].get((error.name or "").partition(".")[0])  # it may name a submodule: PIL.Image
        if package is None:  # not a package of the extra: it would not help to install that
            raise
        raise UsageError(
            "This needs the package {package}, which is not installed.", package=package, hint=get_hint(extra)
        ) from None
