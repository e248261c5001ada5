"""The people of a story in a talk: each answers what was said to them, out of what they know and in their own words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.modes.story.promising import is_promise
from core.modes.story.rehearsal.grammar import capital, forms
from core.modes.story.rehearsal.hearing import OF_OTHERS, PLAIN, POINTS, REASONS, TO_YOU, heard
from core.modes.story.rehearsal.lore import Lore
from core.modes.story.rehearsal.phrases import fitting, kind_of_talk
from core.modes.story.rehearsal.recall import ENOUGH, SURE, WHOLE
from core.modes.story.rules.intents import words_of
from core.modes.story.rules.parts import Saying

__all__ = ["LONGEST", "Companion", "called"]

LONGEST = 55
"""Words of a line."""

MOST_GOODS = 4
"""Things that somebody names of what they have."""

SPOKEN = ("apology", "thanks", "praise", "offer")
"""What the player does by words, and asks nothing."""
CALLING = ("who", "wants", "trade", "tale", "long", "danger", "next", "trust", "feeling", "place")
"""What one can ask of anybody."""
ASKS_OF = frozenset(("who", "where", "when", "how_many", "how", "what"))
"""Forms of a question to which those who are asked about themselves do know the answer."""
ASKED_BACK = frozenset(("owns", "likes", "ever", "did_you", "can_you", "do_you", "can_i"))
"""Forms of a question about whom it is put to, before whose answer its matter may be asked back."""
FORMED = frozenset(("who", "where", "when", "how_many", "how", "why", "third"))
"""Forms of a question that not everything one says who does not know is an answer to."""
ASKING = 40
"""Characters at the beginning of a line in which somebody asks back."""
TELLING = 0.4
"""Chance that somebody who was told something tells something too."""
REASONED = frozenset(("here", "stay", "sorrow", "work", "fear"))
"""Matters in which their words say why."""
SETTLED = frozenset(("age", "married", "children", "home", "family", "long"))
"""Matters to which there is one answer."""
BACK = {
    "me_tired": "sleep", "me_sad": "sorrow", "me_happy": "feeling", "me_afraid": "fear", "me_from": "home",
    "name_me": "who", "me_new": "long", "me_cold": "feeling", "me_hurt": "feeling", "me_angry": "feeling",
}  # fmt: skip
"""What is asked by "and you?" behind what somebody said of themselves."""
_BIDS = re.compile(
    r"(?i)^\W*(?:please |bitte )?(?:ask|tell|say|show|talk|frag\w*|erzähl\w*|sag\w*|zeig\w*|nach|red\w*|sprich)\b"
)
"""How the choices put a question."""
_HERE_IS = re.compile(r"(?i)\b(?:here(?: is|'s|’s)|i (?:have|found|brought|got)|hier ist|ich hab\w*|da ist)\b")
_NAME = re.compile(
    r"(?i:^.*?\b(?:my name is|the name is|name's|they call me|call me|people call me|i am called|i am|i'm|"
    r"ich heiße|mein name ist|man nennt mich|nenn mich|nennt mich|ich bin)\s+)"
)
_CAPITAL = re.compile(r"[A-ZÄÖÜ][\w’'-]*")
_TITLES = frozenset(("Der", "Die", "Das", "The", "Of", "Von"))


class Companion(Lore):
    """One of the people in a moment."""

    def answered(self) -> str:
        """The line of a character whose talk it is."""
        things = [(self.setting.item(item), name) for item, (name, _count) in self.carried(self.me).items()]
        # What they could part with; not their coins.
        goods = [name for thing, name in things if thing is None or thing.kind != "coin"][:MOST_GOODS]
        item = self.intent.item
        named = self.known.items.get(item) or self.setting.item_name(item, self.language) if item else ""
        me = self.someone.name if self.someone else self.fact("my_name")
        self.slots |= {"name": self.player, "me": me, "goods": ", ".join(goods), "item": named}
        said = fitting(map(capital, filter(None, self.told("answer"))), LONGEST)
        return " ".join(said) or self.say("say.statement")

    # ---------------------------------------------------------------- what they answer

    def meet(self) -> Iterator[str]:
        """A greeting; and whoever has a task to give, or gave one, speaks of it."""
        if self.fact("follows"):
            yield self.new("say.beside")
            return
        task = self.of_task()
        if not (self.before and task):
            yield self.own("again" if self.before else "greeting") or self.say(
                *(("say.again",) if self.before else (f"say.meet.{self.fact('tone')}", "say.meet"))
            )
        yield task

    def gift(self) -> Iterator[str]:
        """Something was given to them: a word on it, and what they have to say about such a thing."""
        item = self.item_in(next((text for what, text in reversed(self.did) if what == "give"), ""))
        thing = self.setting.item(item)
        name = self.setting.item_name(item, self.language) if item else ""
        self.slots |= {"item": forms(name, self.language, thing.gender if thing else "").akk, "item_name": name}
        meant = (one for one in self.sayings if item and one.given == item and not (one.about or one.on))
        meant = (one for one in self.sayings if item and one.given == item and not (one.about or one.on))
        own = self.unheard(one.text.text(self.language) for one in meant)
        pools = ("say.received.coin",) if thing is not None and thing.kind == "coin" else ()
        yield self.spoken(own[0]) if own else self.new(f"say.received.{self.fact('tone')}", *pools, "say.received")

    def stays_here(self) -> Iterator[str]:
        """They do not come along."""
        yield self.own("remains") or self.say(f"say.remains.{self.fact('tone')}", "say.remains")

    def joins(self) -> Iterator[str]:
        """They come along."""
        yield self.own("follows") or self.say("say.follows")

    def parts(self) -> Iterator[str]:
        """A farewell."""
        yield self.own("part") or self.say(f"say.part.{self.fact('tone')}", "say.part")

    @property
    def before(self) -> bool:
        """Whether they have talked with the player before this talk."""
        return any(piece.member == self.me for piece in self.pieces("met"))

    def of_task(self) -> str:
        """What they say to how it stands with the task that they have given; each once."""
        if self.fact("tone") == "cold":
            return ""
        for quest in self.setting.quests:
            if quest.giver == self.me and quest.id in self.quests:
                stage, _of, done = self.quests[quest.id]
                if text := self.own("done" if done else "progress" if stage > 1 else "task"):
                    return text
        return ""

    def reply(self) -> Iterator[str]:
        """What they say to the player's words: a word on what was said first, then what the words want."""
        said = self.heard
        if said.first and not self.cold:
            yield self._acted(said.first)
        kind = kind_of_talk(said.said, self.language)
        if kind in {"statement", "offer"} and is_promise(self.act, self.language):
            kind = "offer"
        if _HERE_IS.search(self.act) and (item := self.shown()):
            yield from self._looks_at(item)
            return
        if kind in {"insult", "threat"}:
            yield self._acted(kind)
            return
        if kind == "offer" and said.topic != "warn":
            yield self._acted(kind)
            return
        yield from self._answer(kind)
        # Where the talk began without a greeting.
        yield self.of_task()

    def _acted(self, kind: str) -> str:
        return self.own(kind) or self.say(f"say.{kind}.{self.fact('tone')}", f"say.{kind}")

    def _answer(self, kind: str) -> Iterator[str]:
        said, spoke = self.heard, bool(self.said_last)
        if said.follows and spoke:
            yield self._followed(said.follows)
            return
        if spoke and not said.asks and self.said_last.rstrip("”“\"»«' ").endswith("?") and (found := self._to_own()):
            yield found
            return
        yield from self._matter(kind) or self._open(kind)

    def _matter(self, kind: str) -> list[str]:
        """What they say to what the words are surely or likely about; empty: it is not known what that is."""
        said, asked = self.heard, self.heard.asks or kind in {"rumour", "secret", "way"}
        if said.topic == "sympathy" and kind == "apology" and self.figure_me and "angry" in self.figure_me.statuses:
            return [self._acted(kind)]
        if said.topic and (found := self._topic(said.topic)):
            return [found]
        about_me = said.form in {"claim", ""} and said.about_you(self.language)
        if (said.form == "are_you" or (about_me and self.named_me())) and (found := self.identity()):
            return [found]
        if kind == "way" and not self.cold:
            least = SURE if said.of_going else ENOUGH
            return [self.asked_for(least=least) or self.described() or self.say("say.way", ways=self.ways)]
        if kind in {"thanks", "apology"}:
            return [self._acted(kind)]
        called_for = said.asks or _BIDS.search(said.said) is not None
        first = {"who", "wants", "trade", *(("place",) if said.form == "what" else ())}
        direct = [kind] if kind in first and called_for else []
        reasons = said.form in REASONS and said.hint not in REASONED and not self.cold
        if reasons and (found := self.asked_for()):
            return [found]
        if said.asks and self.several() and not self.cold and (found := self.asked_for(least=WHOLE)):
            return [found]
        hint = "" if self.of_another() else said.hint
        if found := self.own(*direct, hint):
            return [found]
        if self.cold and said.asks:
            return [self.say("know.withheld")]
        # Whether they could or would is not answered by a word in passing.
        least = SURE if said.form in {"can_you", "will_you"} else ENOUGH
        if said.form == "where" and (found := self.placed()):
            return [found]
        if found := self.asked_for(least=least):
            return [found]
        if kind in {"place", "danger"} and (found := self.described()):
            return [found]
        if kind in CALLING and called_for:
            return [self.own(kind) or self._of_themselves(kind)]
        if kind in SPOKEN and not said.asks:
            return [self._acted(kind)]
        if hint and not self.told_before() and (found := self._topic(hint)):
            return [found]
        if kind in {"greeting", "agree", "deny"} and not said.asks:
            return [self._acted(kind)]
        if (
            asked
            and (said.form in {"know", "likes"} or said.form not in TO_YOU | PLAIN)
            and (found := self.described() or self.in_sight())
        ):
            return [found]
        return []

    def _open(self, kind: str) -> Iterator[str]:
        """To a question that they have no answer to, or to something that they were told."""
        said = self.heard
        if not said.asks and kind not in {"rumour", "secret", "question"}:
            yield from self._taken_up()
        elif (said.refers(self.language) or self.echoed()) and self.said_last and (found := self._pointed()):
            yield found
        elif said.form not in TO_YOU | PLAIN and self.told_before():
            yield self.say("know.told")
        elif self.echoed():
            yield self.say("follow.really")
        elif (
            kind in {"rumour", "secret"}
            and said.form in {"", "claim", "what", "what_you"}
            and (text := self.next_untold())
        ):
            yield text
        elif said.form == "owns" and self.fact("archetype") == "merchant":
            yield self.own("trade") or self.say(f"say.trade.{self.fact('tone')}", "say.trade")
        elif said.form in TO_YOU or said.form in PLAIN:
            yield self._back() if said.form in ASKED_BACK else ""
            yield self.new(f"unsure.{said.form}", "unsure", second=said.second())
        else:
            # What was spoken of before they do know.
            before = self.said_last and said.refers(self.language)
            yield "" if before else self._back()
            unsure = self.new("unsure.later") if before and said.form != "third" else ""
            if not unsure and said.form not in FORMED:
                unsure = self.own("unknown")
            mine = ("unsure.mine",) if said.form in ASKS_OF and said.of_you(self.language) else ()
            yield unsure or self.new(*mine, f"unsure.{said.form}", "unsure", "unsure.third")
            if before:
                return
            yield from self._instead()

    def _back(self) -> str:
        """What it is about, asked back; not twice running."""
        return "" if "?" in self.said_last[:ASKING] else self.taken_up()

    def _instead(self) -> Iterator[str]:
        """Behind what they do not know: who may know it, else what they do know, unless they said so just before."""
        if self.heard.form not in {"third", "claim"} and (somebody := self.who_knows()):
            yield somebody
        elif related := self.unheard(one.text.text(self.language) for one in self._running()):
            yield self.say("know.but")
            yield self.spoken(related[0])

    def _running(self) -> list[Saying]:
        """What they could say to what the talk has been about."""
        before = words_of(f"{self.asked_last} {self.said_last}") if self.said_last else ()
        return [] if self._bridged() else self.matching((one for one in self.sayings if one.more), before)

    def _bridged(self) -> bool:
        return any(one.text in self.said_last for one in self.bank.pools["know.but"])

    def _followed(self, how: str) -> str:
        """To a word that only goes on from their last line."""
        if self.cold:
            return self.say("know.withheld")
        if self.heard.said != self.act.strip() and (found := self.asked_for(words_of(self.act))):
            return found
        if how == "you":
            topic = BACK.get(heard(self.asked_last, self.language).topic, "")
            return (self.own(topic) or self._of_themselves(topic)) if topic else self.say("follow.you")
        if how in {"who", "where"} and (found := self.described(self.said_last, self.asked_last)):
            return found
        if found := self.continued():
            return found
        if how == "more" and self.in_last and (found := self.next_untold()):
            return found
        return self.new(f"follow.{how}", "know.told", before=self.repeated)

    def _pointed(self) -> str:
        """To a question that names what it is about only by pointing back."""
        if self.heard.of_somebody(self.language) and self.heard.form in OF_OTHERS and (found := self.of_named()):
            return found
        if self.heard.form in TO_YOU and not self.heard.form.startswith("why"):
            return ""
        found = (self.added() if self.heard.form != "third" else "") or self.asked_for(
            words_of(f"{self.act} {self.asked_last}")
        )
        return found or (self.described(self.act, self.asked_last) if self.heard.form in POINTS else "")

    def _to_own(self) -> str:
        """To the player's answer to what they were asked."""
        if reply := self.heard.reply:
            return self.own("agree" if reply == "yes" else "deny") or self.say(f"answered.{reply}")
        return ""

    def _topic(self, topic: str) -> str:
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
                return self.next_untold() or self.say("topic.story")
            case "name_me":
                return self.say("topic.name_me", called=called(self.act))
            case "intro":
                name = called(self.act)
                return self.say("topic.name_me", called=name) if name else ""
            case "seek":
                return self.identity() or self.described() or self.say("topic.seek")
            case "advice":
                return self.own("next") or self._of_themselves("next")
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

    def _of_themselves(self, kind: str) -> str:
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

    def _taken_up(self) -> Iterator[str]:
        """To something that was told them."""
        said = self.heard
        if not self.cold and (found := self.own("statement")):
            yield found
            return
        if not self.sayings and self.someone:
            lines = self.unheard(one.text(self.language) for one in self.someone.lines)
            if lines and not self.cold:
                yield self.spoken(lines[0])
                return
        whose = "you" if said.about_you(self.language) else "self" if said.about_self(self.language) else "world"
        pools = () if self.cold else (f"say.statement.{whose}",)
        yield self.new(*pools, f"say.statement.{self.fact('tone')}", "say.statement")
        if not self.cold and self.random.random() < TELLING and (text := self.next_untold()):
            yield self.say("know.besides")
            yield text

    def _looks_at(self, item: str) -> Iterator[str]:
        """To a thing that the player has with them."""
        thing = self.setting.item(item)
        name = forms(self.setting.item_name(item, self.language), self.language, thing.gender if thing else "")
        yield self.say("talk.shown", item=name.akk)
        yield self.of_task()

    # ---------------------------------------------------------------- the interview

    def asked(self) -> str:
        """The innkeeper's next question, behind a word on the answer to the one before."""
        questions, answers = self.setting.questions, [piece.text for piece in self.pieces("answer")]
        number = max(1, self.number("question"))
        question = questions[min(number, len(questions)) - 1]
        if answers and number > 1:
            before = questions[min(len(answers), len(questions)) - 1].about
            pools = [f"inn.heard.{before}", "inn.heard"]
            if answers[-1].rstrip().endswith("?"):
                pools.insert(0, "inn.heard.question")
            elif len(answers[-1].split()) < 2 and before != "name":
                pools.insert(0, "inn.heard.short")
            first = self.say(*pools, name=called(answers[0]))
        else:
            first = self.say("inn.welcome")
        return " ".join(filter(None, (first, self.spoken(question.text.text(self.language)))))


def called(answer: str) -> str:
    """The name in an answer to "what are you called?"; empty where it cannot be told."""
    rest = _NAME.sub("", answer.strip(), count=1)
    found = (word for word in _CAPITAL.findall(re.split(r"[,.;:!?]", rest)[0]) if word not in _TITLES)
    return next(found, "")
