"""Topics that follow from earlier runs: what somebody remembers, and what a run left to do."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from parley.core.base.errors import ParleyError
from parley.core.base.line import capped
from parley.core.log.config import CarriedMemory
from parley.core.log.events.distilled import ActionItem, RunDistilled
from parley.core.log.log import read
from parley.core.schedule.drawn import DrawnSlot
from parley.core.schedule.draws import short
from parley.core.schedule.events import SlotFired, Source
from parley.core.studio.studio import Studio

LOOKED_BACK = 8
"""So many runs back the one is looked for that left something to do."""
SAID = 110
"""Characters that are quoted of a memory or of an action item."""

_MEMORY = {"en": "Does {name} still see it so? {text}", "de": "Sieht {name} das noch so? {text}"}
_OPEN = {"en": "Still open for {name}: {text}", "de": "Noch offen bei {name}: {text}"}


class EarlierTopics:
    """Topics for the run of a slot out of what the runs before it left."""

    def __init__(self, studio: Studio, slot: DrawnSlot, names: Mapping[str, str], language: str) -> None:
        """`names` are those of the cast's members, by their ids."""
        self._studio = studio
        self._slot = slot
        self._names = names
        self._language = language

    def remembered(self, present: Collection[str], known: Sequence[CarriedMemory], used: Collection[str]) -> str:
        """A question about one of the memories of those present that was not asked of late; empty for none."""
        asked = (self._told(_MEMORY, memory.member, memory.text) for memory in known if memory.member in present)
        return self._slot.one_of([each for each in dict.fromkeys(asked) if each not in used], "question")

    def left_open(self, fired: Sequence[SlotFired]) -> str:
        """What the last run that left something to do has left, and no later slot has taken up; empty for none."""
        taken = {each.topic for each in fired if each.source == "actions"}
        for one in reversed(fired[-LOOKED_BACK:]):
            for action in self._actions(one.run):
                if (topic := self._told(_OPEN, action.owner, action.text)) not in taken:
                    return topic
        return ""

    def source(self, topic: str) -> Source:
        """Where a run's topic is from."""
        if topic in self._slot.topics:
            return "pool"
        for source, template in (("actions", _OPEN), ("memory", _MEMORY)):
            if source in self._slot.wants and any(
                topic.startswith(template[self._language].format(name=name, text="")) for name in self._names.values()
            ):
                return source
        return "usual"

    def _told(self, template: Mapping[str, str], member: str, text: str) -> str:
        name = self._names.get(member, member)
        return short(template[self._language].format(name=name, text=capped(text, SAID)))

    def _actions(self, run: str) -> tuple[ActionItem, ...]:
        try:
            events = read(self._studio.find(run)).events
        except ParleyError:
            # The run was deleted, or is damaged: it left nothing.
            return ()
        return next((each.actions for each in reversed(events) if isinstance(each, RunDistilled)), ())
