"""The rules of the rehearsal voice: what they ask for, say and go on with is there."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest

from parley.core.modes.story.rehearsal.phrases import story_bank
from parley.core.modes.story.rehearsal.tellers import Companion, Scribe, Teller
from parley.core.voices.rehearsal.phrases import Bank, read
from parley.core.voices.rehearsal.rules import Ruled

KEYS = {"if", "say", "do"}


@pytest.mark.parametrize(
    ("known", "speakers"),
    [(story_bank("en"), (Teller, Companion, Scribe))],
    ids=["story"],
)
def test_rules_ask_for_facts_and_go_on_with_what_there_is(known: Bank, speakers: tuple[type[Ruled], ...]) -> None:
    written: dict[str, Any] = read(speakers[0].rules)
    classes = {base for speaker in speakers for base in speaker.__mro__ if issubclass(base, Ruled)}
    held = {name for each in classes for name in re.findall(r"self\.(\w+)", inspect.getsource(each))}
    facts = {name for each in classes for name in (*vars(each), *getattr(each, "facts", ()))} | held
    rules = [rule for table in written.values() for rule in table.get("all") or table["first"]]
    asked = {each.removeprefix("not ").split()[0] for rule in rules for each in rule.get("if", ())}
    asked |= set(re.findall(r"\{(\w+)\}", str(written)))
    assert asked - facts == set()
    pools = " ".join((*known.pools, "signature", "nothing"))

    def there(name: str) -> bool:
        like = re.sub(r"\\{\w+\\}", r"[\\w.]+", re.escape(name))
        return name in written or name in facts or re.search(rf"(?<!\S){like}(?!\S)", pools) is not None

    for rule in rules:
        assert rule.keys() <= KEYS
        assert "say" not in rule or any(map(there, rule["say"])), rule
        assert all(map(there, rule.get("do", ()))), rule
