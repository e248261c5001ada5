"""The bar at the top: what runs, its controls, its speed, a topic to inject, and who speaks at what cost."""

from desktop.toolbar.view.bar import AS_FAST_AS_IT_GOES, Toolbar, position_of, speed_at
from desktop.toolbar.view.pill import VoicePill, shown_tokens

__all__ = ["AS_FAST_AS_IT_GOES", "Toolbar", "VoicePill", "position_of", "shown_tokens", "speed_at"]
