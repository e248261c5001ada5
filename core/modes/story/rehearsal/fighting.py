"""The Narrator in a fight: how it begins, each blow of a round, and how it ends."""

from __future__ import annotations

from collections.abc import Iterator

from parley.core.cast.member import PLAYER
from parley.core.formats import listed
from parley.core.modes.story.rehearsal.context import StoryContext
from parley.core.modes.story.rehearsal.grammar import Forms, capital, forms
from parley.core.modes.story.rehearsal.phrases import sentences
from parley.core.modes.story.rules.setting import kind_of


class Fighting(StoryContext):
    """Who tells of blows."""

    @property
    def beaten(self) -> bool:
        """Whether the player fell and did not get up again."""
        return self.health[0] <= 0

    @property
    def in_fight(self) -> bool:
        """Whether blows are struck, or were in this turn."""
        return self.phase == "combat" or bool(self.blows)

    def foe_forms(self, one: str, name: str) -> tuple[Forms, str]:
        """Somebody in a fight as they stand in a sentence, and their nature."""
        kind = self.setting.foe(kind_of(self.setting, one))
        if kind is None:
            return Forms(name, name, name, name), "person"
        return forms(name, self.language, kind.gender), kind.nature or "person"

    def fighting(self) -> Iterator[str]:
        """What happened in a fight in this turn."""
        if self.fact("over"):
            yield from self._round()
            yield self.say("combat.fallen" if self.beaten else f"combat.{self.fact('ending')}")
            return
        standing = [
            (piece.member, foe) for piece, foe in zip(self.pieces("foe"), self.foes, strict=False) if foe[1] > 0
        ]
        first, nature = self.foe_forms(standing[0][0], standing[0][1][0]) if standing else (Forms("", "", "", ""), "")
        if not self.blows and (self.answers or self.denied):
            yield self.say("combat.pause", foe=capital(first.nom))
            return
        if not self.blows:
            mine = self.intent.kind == "attack" or any(what == "attack" for what, _text in self.did)
            if not mine and standing and not kind_of(self.setting, standing[0][0]):
                # The story's people attack nobody who did not begin it.
                nature = "provoked"
            if any(what == "go" for what, _text in self.did):
                yield from self._come_to()
            kind = self.setting.foe(kind_of(self.setting, standing[0][0])) if standing else None
            told = [kind.description.text(self.language)] if kind else []
            met = bool(told) and f"{first.akk}. {told[0]}" in self._heard
            yield self._struck("begin", first, "mine" if mine else "again" if met else nature)
            yield from map(self.spoken, self.unheard(told))
            if others := [self.foe_forms(one, foe[0])[0].nom for one, foe in standing[1:]]:
                pool = "combat.with." + ("one" if len(others) == 1 else "more")
                yield self.say(pool, names=listed(others, self.language))
            return
        yield from self._round()
        if self.fact("hurt") and self.fact("low"):
            yield self.say("combat.low")
        elif standing and all(now * 3 <= most for _one, (_name, now, most) in standing):
            yield self.say("combat.nearly", foe=capital(first.nom))

    def _come_to(self) -> Iterator[str]:
        """Where the player was going when they were stopped."""
        yield self.say("combat.come", to=forms(self.place_name, self.language).to)
        if self.place is not None:
            way = [self.place.way.text(self.language)] if self.place.way else []
            told = sentences(self.place.description.text(self.language))[: 1 if way else 2]
            yield from map(self.spoken, self.unheard([*way, *told]))

    def _round(self) -> Iterator[str]:
        """The round's blows, one after the other."""
        for blow in self.blows:
            bleeds = blow.action == "wait" and blow.damage > 0
            if bleeds:
                foe, _nature = self.foe_forms(blow.who, blow.name)
                what = "bleeds" if blow.health > 0 or blow.who == PLAYER else "drops"
                yield self.say(f"combat.{'mine' if blow.who == PLAYER else 'theirs'}.{what}", foe=capital(foe.nom))
            elif blow.action == "flee" and blow.worked and self.fact("over"):
                # That they got away is told by how it ended.
                continue
            elif blow.who == PLAYER and blow.whom in {"", PLAYER}:
                yield self.say(
                    f"combat.mine.{blow.action}_{'won' if blow.worked else 'lost'}", f"combat.mine.{blow.action}"
                )
            elif blow.who == PLAYER:
                foe, nature = self.foe_forms(blow.whom, blow.other)
                if blow.action not in {"attack", ""}:
                    yield self.say(f"combat.mine.{blow.action}_{'won' if blow.worked else 'lost'}", foe_akk=foe.akk)
                    nature = "" if not blow.damage else nature
                if blow.damage or blow.action == "attack":
                    what = "miss" if not blow.damage else "hit" if blow.health > 0 else "fell"
                    yield self._struck(what, foe, nature)
            elif blow.whom == PLAYER:
                foe, nature = self.foe_forms(blow.who, blow.name)
                yield self._struck("hurt" if blow.damage else "spared", foe, nature)
            elif blow.action == "attack" and blow.whom:
                ally = self.figure(blow.who) is not None
                foe, _nature = self.foe_forms(blow.whom if ally else blow.who, blow.other if ally else blow.name)
                what = "miss" if not blow.damage else "hit" if blow.health > 0 else "fell"
                pool = f"combat.{'ally' if ally else 'other'}_{what}"
                yield self.say(
                    pool, name=blow.name if ally else blow.other, foe=capital(foe.nom),
                    foe_nom=foe.nom, foe_akk=foe.akk, foe_dat=foe.dat,
                )  # fmt: skip
            else:
                foe, _nature = self.foe_forms(blow.who, blow.name)
                yield self.say(f"combat.theirs.{blow.action}", foe=capital(foe.nom))

    def _struck(self, what: str, foe: Forms, nature: str) -> str:
        cases = {"foe_nom": foe.nom, "foe_akk": foe.akk, "foe_dat": foe.dat}
        return self.say(f"combat.{what}.{nature}", f"combat.{what}", foe=capital(foe.nom), **cases)
