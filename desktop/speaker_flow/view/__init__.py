"""The speaker flow. Import it late: it draws with pyqtgraph."""

from __future__ import annotations

from desktop.speaker_flow.view.view import SpeakerFlowView

__all__ = ["SpeakerFlowView"]
