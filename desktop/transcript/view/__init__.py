"""The transcript view."""

from __future__ import annotations

from desktop.transcript.view.view import TranscriptView

__all__ = ["TranscriptView"]
