"""Why this scene: the game master's ranking and the choice of the exchange."""

from __future__ import annotations

from desktop.modes.office.game_master.view import GameMasterView

__all__ = ["GameMasterView"]
