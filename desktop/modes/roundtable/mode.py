"""The desktop half of a roundtable."""

from __future__ import annotations

from parley.desktop.modes.registry import ModeView


class RoundtableView(ModeView):
    """A roundtable is what views show where nobody says otherwise."""

    pages = {"roundtable": "parley.desktop.modes.roundtable.form:RoundtablePage"}
