"""The director's hand in an office: scenes that are asked for, skipped or ended, and the autopilot."""

from __future__ import annotations

from parley.core.base.errors import RunError, UnknownName, UsageError
from parley.core.engine.director import Director, words_of
from parley.core.log.events.run import AutopilotSet
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.events import DayClosed, SceneRequested, SceneSkipped
from parley.core.modes.office.request import EXCHANGES, KINDS, MOST_DAYS, TYPES
from parley.core.modes.office.state import OfficeState


class OfficeDirector(Director):
    """Who calls scenes."""

    elsewhere = ("This run is not in an office.", "Begin a scene or a day.")

    def request_scene(
        self,
        scene_type: str,
        kind: str = "",
        members: tuple[str, ...] = (),
        room: str = "",
        topic: str = "",
        exchange: str = "",
    ) -> None:
        """Have this scene next; what is left empty is for the game master. Raises `UsageError` and its kin."""
        office, config = self._require_writable_office(), self.state.setup
        if config[OfficeConfig].scene is not None:
            raise RunError("This run is of one scene.", hint="Begin a day to call others.")
        if office.day >= office.days and (office.closed or not office.running):
            raise RunError("The last day is over.", hint="Add days with the autopilot first.")
        for what, name, names in (
            ("scene type", scene_type, TYPES), ("kind", kind, KINDS), ("exchange", exchange, EXCHANGES)
        ):  # fmt: skip
            if name and name not in names:
                raise UnknownName(what, name, names)
        for member in members:
            self.name_of(member)
        if len(members) == 1 or len(config.members) < 2:
            raise UsageError("A scene needs at least two members.", hint="Name another one.")
        if scene_type == "encounter" and len(members) > 3:
            raise UsageError("An encounter is of two or three.", hint="Call a meeting for more.")
        if room and room not in config[OfficeConfig].floor.by_id:
            raise UnknownName("room", room, config[OfficeConfig].floor.by_id)
        topic = words_of(topic, "topic") if topic.strip() else ""
        order = tuple(each.id for each in config.members if each.id in members)
        self.stage.append(
            SceneRequested(
                at=self.stage.clock.now(),
                scene_type=scene_type,  # type: ignore[arg-type]
                kind=kind,  # type: ignore[arg-type]
                members=order,
                room=room,
                topic=topic,
                exchange=exchange,  # type: ignore[arg-type]
            )
        )

    def skip_scene(self) -> None:
        """Cut the scene under way short; between two scenes, leave the next one out."""
        office = self._require_running_day()
        if office.scene is not None and office.scene.skipped:
            return
        self.run.cut_short()
        self.stage.append(SceneSkipped(at=self.stage.clock.now(), scene=office.next_scene))

    def end_day(self) -> None:
        """Send everybody home: the scene under way ends, and no other begins today."""
        office = self._require_running_day()
        if not office.closed:
            self.run.cut_short()
            self.stage.append(DayClosed(at=self.stage.clock.now(), day=office.day))

    def autopilot(self, on: bool, days: int = 0) -> None:
        """Whether scenes follow each other without asking; with `days`, for so many more, today included."""
        office = self._require_writable_office()
        if days and not 1 <= days <= MOST_DAYS:
            raise UsageError("{days} days are not possible; ask for 1 to {longest:,}.", days=days, longest=MOST_DAYS)
        until = max(1, office.day + days - (1 if office.running else 0)) if days else 0
        self.stage.append(AutopilotSet(at=self.stage.clock.now(), on=on, days=until))

    def _require_running_day(self) -> OfficeState:
        office = self._require_writable_office()
        if not office.running:
            raise RunError("No day is under way.", hint="Play begins the next one.")
        return office

    def _require_writable_office(self) -> OfficeState:
        self.run.ensure_writable()
        return self.state[OfficeState]
