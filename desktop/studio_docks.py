"""The docks of the studio: of what every run has, and of the modes that are no rooms."""

from __future__ import annotations

from parley.desktop.docks import DockSpec

LIBRARY = DockSpec(
    name="library",
    title="Library",
    view="parley.desktop.library.view.view:LibraryView",
    key="Alt+1",
    area="left",
    size=(260, 420),
)
SPEAKER_FLOW = DockSpec(
    name="speaker_flow",
    title="Speaker flow",
    view="parley.desktop.speaker_flow.view.view:SpeakerFlowView",
    key="Alt+4",
    area="bottom",
    made="painted",
    figure=lambda run: run.flow(),  # not `RunModel.flow`: the model is imported after the first paint
    panel="parley.desktop.speaker_flow.commands:SpeakerFlowPanel",
    size=(760, 240),
)
AFFINITY = DockSpec(
    name="affinity",
    title="Affinity",
    view="parley.desktop.affinity.view.view:AffinityView",
    key="Alt+5",
    area="bottom",
    made="painted",
    needs=("networkx", "pyqtgraph"),  # slow to import
    figure=lambda run: run.network(),
    size=(420, 330),
)
TRANSCRIPT = DockSpec(
    name="transcript",
    title="Transcript",
    view="parley.desktop.transcript.view.view:TranscriptView",
    key="Alt+6",
    made="start",
    panel="parley.desktop.transcript.panel:TranscriptPanel",
    size=(420, 480),
)
INSPECTOR = DockSpec(
    name="inspector",
    title="Inspector",
    view="parley.desktop.inspector.view.view:InspectorView",
    key="Alt+7",
    made="start",
    panel="parley.desktop.inspector.panel:InspectorPanel",
    size=(420, 420),
)
CONVERGENCE = DockSpec(
    name="convergence",
    title="Convergence",
    view="parley.desktop.convergence.view.view:ConvergenceView",
    key="Alt+C",
    tip="How alike two speakers sound, turn by turn.",
    behind="inspector",
    made="painted",
    needs=("pyqtgraph",),
    panel="parley.desktop.convergence.panel:ConvergencePanel",
    size=(460, 340),
)
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
FACING = DockSpec(
    name="facing",
    title="Side by side",
    view="parley.desktop.modes.duologue.columns:FacingView",
    area="top",
    panel="parley.desktop.modes.duologue.panel:FacingPanel",
    streams=True,
    modes=frozenset({"duologue"}),
    bare=True,
    size=(860, 560),
)
