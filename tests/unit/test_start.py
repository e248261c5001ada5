"""The script's entry."""

from __future__ import annotations

import signal
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import ModuleType
from typing import Any

import pytest

from parley.desktop import start


def test_while_it_is_being_loaded_an_interruption_ends_it_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    handlers: list[Any] = []

    class Slow(Loader):
        def exec_module(self, module: ModuleType) -> None:
            handlers.append(signal.getsignal(signal.SIGINT))
            module.parley = lambda: handlers.append(signal.getsignal(signal.SIGINT))  # type: ignore[attr-defined]

    class Finder(MetaPathFinder):
        def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
            return spec_from_loader(name, Slow()) if name == "parley.desktop.__main__" else None

    monkeypatch.setattr(desktop, "__main__", None, raising=False)
    monkeypatch.delitem(sys.modules, "parley.desktop.__main__", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
    before = signal.getsignal(signal.SIGINT)
    start.parley()
    assert handlers == [signal.SIG_DFL, before]
    assert signal.getsignal(signal.SIGINT) == before
    sys.modules.pop("parley.desktop.__main__")
