"""What a dock is, as one row; the window, its menu, the palette, the help and `parley shot` are made from the rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from parley.core.base.registry import Registry, get_instance_of, late

if TYPE_CHECKING:
    from parley.desktop.run.model import RunModel


def load(place: str) -> Any:
    """Return the attribute of "module:attribute"."""
    return late(place)()


Area = Literal["left", "right", "bottom", "top"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DockSpec:
    """A dock. `name` is what its place is remembered by; `title` and `tip` are English.

    `view` is the widget as "module:Class", imported when it is made: at the `start`, or when the dock is first `seen`;
    with `painted` not before the window was painted, for it `needs` modules that are slow to import. `figure` gives
    what its `show_figure` takes, and so does for a picture, where more than the log is needed, a `picture`: a
    "module:function" of the studio and the run; what more connects it with the window is a `panel`, a "module:Class" of
    `parley.desktop.shell.panel.Panel`. One that `streams` shows the line that is being said.

    Where a workspace does not name it, it comes into sight in an `area`, as a tab `behind` another dock where it names
    one. `modes` are those in which it has something to show, empty: all. One that is `bare` is cards upon the
    window's ground, without a card of its own; what its view has for a `heading` stands in its title. `size` is that
    of its picture, in pixels. `writes` is the view's field that has the cursor when the dock is asked for.
    """

    name: str
    title: str
    view: str
    key: str = ""
    tip: str = ""
    icon: str = ""
    area: Area = "right"
    behind: str = ""
    made: Literal["start", "painted", "seen"] = "seen"
    figure: Callable[[RunModel], object] | None = None
    needs: tuple[str, ...] = ()
    picture: str = ""
    panel: str = "parley.desktop.shell.panel:Panel"
    streams: bool = False
    modes: frozenset[str] = frozenset()
    bare: bool = False
    size: tuple[int, int] = (420, 420)
    writes: str = ""


DOCKS: Registry[DockSpec] = Registry(
    "dock",
    "parley.docks",
    {
        "library": "parley.desktop.studio_docks:LIBRARY",
        "cast": "parley.desktop.cast.dock:DOCK",
        "speaker_flow": "parley.desktop.studio_docks:SPEAKER_FLOW",
        "queue": "parley.desktop.queue.dock:DOCK",
        "affinity": "parley.desktop.studio_docks:AFFINITY",
        "transcript": "parley.desktop.studio_docks:TRANSCRIPT",
        "inspector": "parley.desktop.studio_docks:INSPECTOR",
        "interview": "parley.desktop.interview.dock:DOCK",
        "judges": "parley.desktop.judges.dock:DOCK",
        "logbook": "parley.desktop.studio_docks:LOGBOOK",
        "game_master": "parley.desktop.studio_docks:GAME_MASTER",
        "story": "parley.desktop.modes.story.dock:DOCK",
        "facing": "parley.desktop.studio_docks:FACING",
        "convergence": "parley.desktop.studio_docks:CONVERGENCE",
        "schedule": "parley.desktop.schedule.dock:DOCK",
    },
    get_instance_of(DockSpec),
)
"""All docks, in the order in which the menu lists them."""
