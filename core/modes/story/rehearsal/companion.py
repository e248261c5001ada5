"""The people of a story in a talk: each answers what was said to them, out of what they know and in their own words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parley.core.modes.story.promising import is_promise
from parley.core.modes.story.rehearsal.grammar import capital, forms
from parley.core.modes.story.rehearsal.hearing import OF_OTHERS, PLAIN, POINTS, REASONS, TO_YOU, heard, wanted
from parley.core.modes.story.rehearsal.interview import called
from parley.core.modes.story.rehearsal.phrases import fitting, kind_of_talk, words_in
from parley.core.modes.story.rehearsal.recall import ENOUGH, SURE, WHOLE
from parley.core.modes.story.rehearsal.topics import ASKING, TELLING, Topics
from parley.core.modes.story.rules.intents import words_of
from parley.core.modes.story.rules.sayings import Saying
from parley.core.modes.story.rules.spoken import spoken_words

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
ASKED_BACK = frozenset(
    ("owns", "likes", "ever", "did_you", "can_you", "do_you", "can_i", "are_you", "will_you", "want", "would", "think")
)
"""Forms of a question about whom it is put to, before whose answer its matter may be asked back."""
FORMED = frozenset(("who", "where", "when", "how_many", "how", "why", "third"))
"""Forms of a question that not everything one says who does not know is an answer to."""
WORDED = frozenset(("apology", "thanks", "praise", "offer", "insult", "threat", "greeting"))
"""What is said by words that are surer than the form of a line."""
REFUSED = frozenset(("can_you", "will_you", "want", "can_i", "owns", "like_me"))
"""Forms of a question that a no answers."""
REASONED = frozenset(("here", "stay", "sorrow", "work", "fear"))
"""Matters in which their words say why."""
BACK = {
    "me_tired": "sleep", "me_sad": "sorrow", "me_happy": "feeling", "me_afraid": "fear", "me_from": "home",
    "name_me": "who", "me_new": "long", "me_cold": "feeling", "me_hurt": "feeling", "me_angry": "feeling",
}  # fmt: skip
"""What is asked by "and you?" behind what somebody said of themselves."""
_BIDS = re.compile(
    r"(?i)^\W*(?:please |bitte )?(?:ask|tell|say|show|talk|frag\w*|erzähl\w*|sag\w*|zeig\w*|nach|red\w*|sprich)\b"
)
"""How the choices put a question."""
_WORK = re.compile(
    r"(?i)\b(?:(?:any|some|a bit of) (?:work|job|errand|task)s?\b.*\b(?:for|me)\b|(?:do|did) you (?:have|need|want) "
    r"(?:any |some |a )?(?:work|job|help|hand|task|errand)|anything (?:that )?i (?:can|could) (?:do|help)"
    r"|(?:can|could|may|shall|should) i (?:help|be of (?:any )?(?:help|use))|looking for work|suche arbeit"
    r"|brauchst du (?:\w+ )?(?:hilfe|hand)|hast du (?:\w+ )*(?:arbeit|auftrag|aufgabe|zu tun für mich)"
    r"|(?:kann|könnte|darf|soll) ich (?:dir |euch )?(?:\w+ )*(?:helfen|behilflich|zur hand gehen)"
    r"|(?:kann|könnte) ich (?:etwas )?(?:für dich )?(?:etwas )?tun"
    r"|was kann ich für dich tun)"
)
"""How work or help is offered or asked for."""
_HERE_IS = re.compile(r"(?i)\b(?:here(?: is|'s|’s)|i (?:have|found|brought|got)|hier ist|ich hab\w*|da ist)\b")


class Companion(Topics):
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
        # Who has to go says so in any case.
        leave = [*map(capital, filter(None, self.told("parts")))] if self.fact("bidden") else []
        room = LONGEST - words_in(" ".join(leave))
        said = [*fitting(map(capital, filter(None, self.told("answer"))), room), *leave]
        return " ".join(said) or self.say("say.statement")

    # ---------------------------------------------------------------- what they answer

    def meet(self) -> Iterator[str]:
        """A greeting; and whoever has a task to give, or gave one, speaks of it."""
        if self.fact("follows"):
            yield self.new("say.beside")
            return
        task = self.of_task()
        asked = self.setting.innkeeper == self.me and bool(self.pieces("answer")) and not self.before
        if asked and not task:
            yield self.say("say.again")
        elif answer := self._to_opening():
            yield answer
        elif self.heard.asks and not asked and not self.cold:
            # Behind a question nobody says a greeting alone.
            yield self.own("again" if self.before else "greeting") or self.say(
                f"say.meet.{self.fact('tone')}", "say.meet"
            )
            kind = kind_of_talk(self.heard.said, self.language)
            yield from self._matter(kind) or self._open(kind)
        elif not asked and not (self.before and task):
            yield self.own("again" if self.before else "greeting") or self.say(
                *(("say.again",) if self.before else (f"say.meet.{self.fact('tone')}", "say.meet"))
            )
        yield task

    def _to_opening(self) -> str:
        """What they say to a question with which the player turned to them; empty: nothing that they surely mean."""
        return self.asked_for(least=SURE) or self.described() if self.heard.asks and not self.cold else ""

    def gift(self) -> Iterator[str]:
        """Something was given to them: a word on it, and what they have to say about such a thing."""
        item = self.item_in(next((text for what, text in reversed(self.did) if what == "give"), ""))
        thing = self.setting.item(item)
        name = self.setting.item_name(item, self.language) if item else ""
        self.slots |= {"item": forms(name, self.language, thing.gender if thing else "").akk, "item_name": name}
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

    def has_task(self) -> bool:
        """Whether the player has a task from them that is not done."""
        mine = (quest.id for quest in self.setting.quests if quest.giver == self.me)
        return any(one in self.quests and not self.quests[one][2] for one in mine)

    def _about_task(self) -> str:
        """To an offer of help, a question for work, or a task that is taken on, what they gave a task for; else
        empty."""
        if self.cold or not self.has_task():
            return ""
        if spoken_words().parts["sentences"]["takes_on"].search(self._plain):
            return self.own("agree") or self.say("say.task.taken")
        if _WORK.search(self._plain):
            return self.of_task() or self.say("say.task.asked")
        return ""

    @property
    def _plain(self) -> str:
        return self.act.casefold().replace("’", "'").strip(" .!?…")

    def on_task(self) -> Iterator[str]:
        """What they say to the task that they have given, behind something else."""
        yield self.of_task()

    def reply(self) -> Iterator[str]:
        """What they say to the player's words: a word on what was said first, then what the words want."""
        said = self.heard
        if work := self._about_task():
            yield work
            return
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
        # What the player cannot do in the middle of a talk was said to whom they talk with.
        told_to = self.denied == "deed" and not (said.asks or said.about_self(self.language) or self.act[:1] == "*")
        bid = said.bid or ("order" if told_to else "")
        if bid and kind not in WORDED and not is_promise(self.act, self.language):
            yield self.bidden(bid)
            return
        if spoke and not said.asks and self.said_last.rstrip("”“\"»«' ").endswith("?") and (found := self._to_own()):
            yield found
            return
        yield from self._matter(kind) or self._open(kind)

    def _matter(self, kind: str) -> list[str]:
        """What they say to what the words are surely or likely about; empty: it is not known what that is."""
        said, asked = self.heard, self.heard.asks or kind in {"rumour", "secret", "way"}
        if found := self.general() or self.here_is():
            return [found]
        if said.topic == "sympathy" and kind == "apology" and self.figure_me and "angry" in self.figure_me.statuses:
            return [self._acted(kind)]
        if said.topic and (found := self.on_topic(said.topic)):
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
            return [self.new(*(("know.withheld_no",) if said.form in REFUSED else ()), "know.withheld")]
        # Whether they could or would is not answered by a word in passing.
        least = SURE if said.form in {"can_you", "will_you"} else ENOUGH
        if said.form == "where" and (found := self.placed()):
            return [found]
        if found := self.asked_for(least=least):
            # Whether they think so is answered by what they know of it behind a yes or a no.
            return [self.say("unsure.may_be") if said.form == "think" else "", found]
        if kind in {"place", "danger"} and (found := self.described()):
            return [found]
        if kind in CALLING and called_for:
            return [self.own(kind) or self.of_themselves(kind)]
        if kind in SPOKEN and not said.asks:
            return [self._acted(kind)]
        if hint and not self.told_before() and (found := self.on_topic(hint)):
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
        elif said.form not in PLAIN and self.told_before():
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
            unsure = self.new("unsure.later") if before and said.form not in FORMED else ""
            if not unsure and said.form not in FORMED:
                unsure = self.own("unknown")
            mine = ("unsure.mine",) if said.form in ASKS_OF and said.of_you(self.language) else ()
            yield unsure or self.new(*mine, f"unsure.{said.form}", "unsure", "unsure.third")
            if before or (mine and not unsure):
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
        if found := self.behind(how):
            return found
        if how == "you":
            topic = BACK.get(heard(self.asked_last, self.language).topic, "")
            return (self.own(topic) or self.of_themselves(topic)) if topic else self.say("follow.you")
        if how in {"who", "where"} and (found := self.described(self.said_last, self.asked_last)):
            return found
        if how != "really" and (found := self.continued()):
            return found
        if how == "more" and self.in_last and (found := self.next_untold()):
            return found
        pools = (f"follow.unknown.{how}",) if self.unknown_last else ()
        return self.new(*pools, f"follow.{how}", "know.told", before=self.repeated)

    def _pointed(self) -> str:
        """To a question that names what it is about only by pointing back."""
        if self.heard.of_somebody(self.language) and self.heard.form in OF_OTHERS and (found := self.of_named()):
            return found
        if self.heard.form in TO_YOU and not self.heard.form.startswith("why"):
            return ""
        form, more = self.heard.form, [one.more for one in self.in_last if one.more]
        # What belongs to their last line answers a question of a form only where it has that form.
        fits = form not in FORMED or any(wanted(form, one.text(self.language), self.language) for one in more)
        found = self.added() if fits and form != "third" else ""
        back = (self.asked_for(words_of(f"{self.act} {text}")) for text in self.asked_before)
        found = found or next(filter(None, back), "") or self.said_already(form)
        return found or (self.described(self.act, *self.asked_before) if form in POINTS else "")

    def _to_own(self) -> str:
        """To the player's answer to what they were asked."""
        if reply := self.heard.reply:
            return self.own("agree" if reply == "yes" else "deny") or self.say(f"answered.{reply}")
        return ""

    def _taken_up(self) -> Iterator[str]:
        """To something that was told them."""
        said = self.heard
        if not self.sayings and self.someone:
            lines = self.unheard(one.text(self.language) for one in self.someone.lines)
            if lines and not self.cold:
                yield self.spoken(lines[0])
                return
        whose = "you" if said.about_you(self.language) else "self" if said.about_self(self.language) else "world"
        pools = () if self.cold else (f"say.statement.{whose}",)
        slots = {"matter": self.matter_said()}
        yield self.new(*pools, f"say.statement.{self.fact('tone')}", "say.statement", **slots)
        if not (self.cold or self.sayings) and self.random.random() < TELLING and (text := self.next_untold()):
            # Those who have sayings have them as answers: behind no question they say nothing.
            yield self.say("know.besides")
            yield text

    def _looks_at(self, item: str) -> Iterator[str]:
        """To a thing that the player has with them."""
        own = self.unheard(one.text.text(self.language) for one in self.sayings if one.seen == item and not one.on)
        thing = self.setting.item(item)
        name = forms(self.setting.item_name(item, self.language), self.language, thing.gender if thing else "")
        yield self.spoken(own[-1]) if own else self.say("talk.shown", item=name.akk)
        yield self.of_task()
