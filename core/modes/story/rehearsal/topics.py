"""What somebody in a story says to a matter of which the setting may say nothing, and to what is begged or ordered."""

from __future__ import annotations

import re

from parley.core.modes.story.rehearsal.interview import Interview, called
from parley.core.modes.story.rehearsal.recall import ENOUGH, WHOLE

ASKING = 40
"""Characters at the beginning of a line in which somebody asks back."""
TELLING = 0.4
"""Chance that somebody who was told something tells something too."""
BIDDEN_TO = frozenset(("help_me", "lodging", "food", "joke", "song", "story", "lie", "promise", "moment", "name_me"))
"""Matters to which a plea or an order may be answered as a question after them is."""
SETTLED = frozenset(("age", "married", "children", "home", "family", "long"))
"""Matters to which there is one answer."""
_TELLS = re.compile(
    r"(?i)\b(?:(?:tell|show) (?:me|us)|explain|say (?:who|what|where|why|how|when)"
    r"|(?:sag|erzähl|erklär|verrat|zeig)\w* (?:mir|uns))\b"
)
"""What asks to be told something."""
_OATH = re.compile(r"(?i)\b(?:sake|heaven|god|mercy|pity|himmels|gottes|erbarmen|mitleid|gnade|ein herz|ruhe|peace)\b")
"""What somebody swears or begs by, which is not what it is about."""
_CLAUSES = re.compile(r"[.!,;:]\s*")


class Topics(Interview):
    """Somebody with an answer to every matter, and to what they are bidden."""

    def on_topic(self, topic: str) -> str:
        """Their own words to a matter, else what follows from who they are, else what anybody would say."""
        if self.cold and topic not in {"real", "like_me", "flirt", "doubt", "laugh", "gesture", "ack"}:
            return self.say("know.withheld") if self.heard.asks else self.say("say.statement.cold")
        if found := self.own(topic):
            return found
        if (self.has_own(topic) and topic != self.heard.topic) or topic in SETTLED:
            ours = [one for one in self.sayings if topic in one.on]
            if ours:
                found = self.further(ours) or self.asked_for()
                return found or (self.say("know.told") if topic in SETTLED else "")
        match topic:
            case "lodging" | "food":
                return self.shelter(topic)
            case "promise":
                return self.promised()
            case "story":
                return self.news() or self.say("topic.story")
            case "name_me":
                return self.say("topic.name_me", called=called(self.act))
            case "intro":
                name = called(self.act)
                return self.say("topic.name_me", called=name) if name else ""
            case "seek":
                return self.identity() or self.described() or self.say("topic.seek")
            case "advice":
                return self.own("next") or self.of_themselves("next")
            case "me_lost":
                return self.say("topic.me_lost", ways=self.ways)
            case "flirt":
                return self.own("praise") or self.say(f"topic.flirt.{self.fact('tone')}", "topic.flirt")
            case "deal":
                return self.own("agree") or self.say("topic.deal")
            case "ack" if text := self._more_to_tell():
                return text
            case _:
                pool = f"topic.{topic}"
                return self.say(f"{pool}.{self.fact('tone')}", pool)

    def _more_to_tell(self) -> str:
        """What they tell on by themselves: what belongs to their last line, else what else they know."""
        if self.random.random() < TELLING and (text := self.continued() or self.next_untold()):
            return text
        return ""

    def of_themselves(self, kind: str) -> str:
        someone = self.someone
        if kind in {"who", "wants"} and self.has_own(kind):
            return self.say("know.told")
        if kind == "who" and someone:
            role = someone.role.text(self.language)
            return self.say("say.name", role=role)
        if kind == "wants":
            wish = self.fact("wish")
            pool = "wants.said" if wish and not self.fact("secret") else "wants.kept"
            return self.say(f"say.wants.{self.fact('tone')}" if self.fact("tone") == "cold" else pool, pool, wants=wish)
        if kind == "next" and (tasks := self.unheard(self.tasks)):
            return self.spoken(tasks[0])
        pools = ("say.next.asked",) if kind == "next" and self.tasks else ()
        return self.say(*pools, f"say.{kind}.{self.fact('tone')}", f"say.{kind}", f"topic.{kind}")

    def bidden(self, bid: str) -> str:
        """To what somebody begs for or orders, or says to say something: what is surely theirs to say to it, else an
        answer to a line of that form, which names what the line names.
        """
        said = self.heard
        if not self.cold:
            told = _TELLS.search(said.said) is not None
            if (told or said.topic in BIDDEN_TO) and said.topic and (found := self.on_topic(said.topic)):
                return found
            if found := self.asked_for(least=ENOUGH if told else WHOLE):
                return found
            if told and (found := self.described()):
                return found
        return self.own(bid) or self.new(f"say.{bid}.{self.fact('tone')}", f"say.{bid}", matter=self.matter_said())

    def matter_said(self) -> str:
        """What a line that asks nothing names, asked back; empty: nothing, or the like was asked back just before."""
        if "?" in self.said_last[:ASKING]:
            return ""
        clauses = [part for part in _CLAUSES.split(self.heard.said) if len(part.split()) > 1 and not _OATH.search(part)]
        return next(filter(None, map(self.taken_up, clauses)), "")
