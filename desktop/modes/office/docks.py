"""The office's docks."""

from __future__ import annotations

from parley.desktop.docks import DockSpec

LOGBOOK = DockSpec(
    name="logbook",
    title="Logbook",
    view="parley.desktop.modes.office.logbook.view:LogbookView",
    key="Alt+8",
    behind="transcript",
    panel="parley.desktop.modes.office.panels:LogbookPanel",
    modes=frozenset({"scenes"}),
    size=(420, 720),
)
GAME_MASTER = DockSpec(
    name="game_master",
    title="Why this scene",
    view="parley.desktop.modes.office.game_master.view:GameMasterView",
    key="Alt+9",
    area="bottom",
    behind="speaker_flow",
    panel="parley.desktop.modes.office.panels:GameMasterPanel",
    modes=frozenset({"scenes"}),
    size=(470, 520),
)
