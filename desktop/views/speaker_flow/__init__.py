"""The speaker flow. Import it late: it draws with pyqtgraph."""

from __future__ import annotations

from desktop.views.speaker_flow.view import SpeakerFlowView

__all__ = ["SpeakerFlowView"]
