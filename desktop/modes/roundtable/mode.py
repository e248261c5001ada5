"""The desktop half of a roundtable."""

from __future__ import annotations

from desktop.modes.registry import ModeView


class RoundtableView(ModeView):
    """A roundtable is what views show where nobody says otherwise."""

    pages = {"roundtable": "desktop.modes.roundtable.form:RoundtablePage"}
