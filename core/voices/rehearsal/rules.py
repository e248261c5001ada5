"""What is said by rules, which lie as data beside the phrases: a condition, a chance, and what is said then."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from functools import cache
from itertools import islice
from random import Random
from typing import Any, ClassVar

from parley.core.voices.rehearsal.phrases import SLOT, read


class Ruled:
    """Somebody who speaks by the rules of a file; how they are written stands in `resources/phrases/story_rules.toml`.

    `facts` are what rules ask for and what stands in names of pools: functions of the speaker, beside its attributes.
    """

    rules: ClassVar[str]
    facts: ClassVar[Mapping[str, Callable[[Any], Any]]]
    random: Random

    def say(self, *pools: str, **slots: Any) -> str:
        """A phrase of the first of the pools that has one."""
        raise NotImplementedError

    def fact(self, name: str) -> Any:
        """What is so."""
        return self.facts[name](self) if name in self.facts else getattr(self, name)

    def told(self, name: str) -> Iterator[str]:
        """What the rules of that name say; without such rules what the method says, else the pool of that name."""
        rules = _rules_of(self.rules).get(name)
        if rules is None:
            yield from getattr(self, name)() if hasattr(self, name) else [self.say(name)]
            return
        holding = filter(self._holds, rules.get("all") or rules["first"])
        for rule in holding if "all" in rules else islice(holding, 1):
            if "say" in rule:
                yield self.say(*map(self.named, rule["say"]))
            for each in rule.get("do", ()):
                yield from self.told(self.named(each))

    def _holds(self, rule: Mapping[str, Any]) -> bool:
        for name, values, negated in rule["if"]:
            found = self.fact(name)
            if values:
                found = not values.isdisjoint(found if isinstance(found, set) else (str(found),))
            if bool(found) == negated:
                return False
        return True

    def named(self, pool: str) -> str:
        """The name with the facts in it filled in."""
        return SLOT.sub(lambda found: str(self.fact(found.group(1))), pool) if "{" in pool else pool


@cache
def _rules_of(file: str) -> Mapping[str, Any]:
    tables = deepcopy(read(file))
    for rule in [rule for table in tables.values() for rule in table.get("all") or table["first"]]:
        conditions = [(each.removeprefix("not ").split(), each.startswith("not ")) for each in rule.get("if", ())]
        rule["if"] = [(name, frozenset(values), negated) for (name, *values), negated in conditions]
    return tables
