"""The transcript view."""

from __future__ import annotations

from desktop.views.transcript.view import TranscriptView

__all__ = ["TranscriptView"]
