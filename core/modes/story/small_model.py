"""A story on a very small model: the rules tell it, and the model says after what a place smells."""

from __future__ import annotations

from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.leading import by_rules
from parley.core.voices.base import Request
from parley.core.voices.embedded.part import Gaps, SmallModelPart
from parley.core.voices.embedded.screenplay import LONGEST_TOPIC, clipped, words


class StoryPart(SmallModelPart):
    """What happened, where one is and what people answer is the rules' to say; the narrator's lines have a detail."""

    def first(self, request: Request) -> str:
        return by_rules(request)

    def adds(self, request: Request, said: str) -> bool:
        return request.perspective.me.id == "narrator"

    def gaps(self, request: Request) -> Gaps:
        language, setting = request.perspective.config.language, request.perspective.config[StoryConfig].setting
        told = words(language)["story"]
        here = next((piece.text for piece in request.material if piece.id == "place"), "")
        place = setting.place(here)
        seen = f"{place.name.text(language)}. {place.description.text(language)}" if place else ""
        seen = clipped(seen[:1].upper() + seen[1:], LONGEST_TOPIC)
        return Gaps.told(told, told["sentences"], seen)


PART = StoryPart()
