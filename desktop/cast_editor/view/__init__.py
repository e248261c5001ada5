"""The cast editor: who is in a cast, everything about each of them, and what they will be told."""

from __future__ import annotations

from parley.desktop.cast_editor.view.dialog import CastEditorDialog

__all__ = ["CastEditorDialog"]
