"""What the provider keeps of a prompt, and what it counts of one, over loopback."""

from __future__ import annotations

from collections import defaultdict

from parley.core.log.events.turn import Usage
from tests.entries_by_hand import Talk, heard, startup, voice_at
from tests.strict_server import Say, StrictServer

LINES = (
    "Where are we, in one sentence? I need a date for the demo and an owner who is in this room.",
    "Only three of forty testers finished the tour, and two of those three were us.",
    "Put the broken one in front of ten people today, and let us see who asks for the price!",
    "They came for a story and we showed them a spinner; I can rewrite that before lunch.",
    "What if the spinner is the story? Film it, loop it, call it a countdown.",
)


def played(turns: int, minimum_cached: int = 512) -> dict[str, list[Usage]]:
    """The usages of each member's turns in a talk of five, one after the other."""
    usages: dict[str, list[Usage]] = defaultdict(list)
    talk = Talk(startup())
    requests = []
    with StrictServer(minimum_cached=minimum_cached) as server:
        for number in range(turns):
            member = talk.config.members[number % 5].id
            requests.append(talk.request(member, f"Turn {number + 1} of {turns}. Answer the last speaker in one line."))
            line = LINES[number % 5]
            server.script(Say(line))
            talk.say(member, line)
        for number, line_heard in enumerate(heard(voice_at(server), *requests)):
            usages[talk.config.members[number % 5].id].append(line_heard.reply.usage)
    return usages


def cached_share(usages: list[Usage]) -> float:
    """The part of all input that was read from the cache."""
    return sum(each.cache_read for each in usages) / sum(each.total - each.output for each in usages)


def test_most_of_the_input_is_cached_from_each_members_third_turn_on() -> None:
    usages = played(20)
    assert [len(each) for each in usages.values()] == [4] * 5
    for member, each in usages.items():
        assert cached_share(each[2:]) > 0.6, (member, each)
        assert all(cached_share([usage]) > 0.6 for usage in each[2:]), (member, each)


def test_a_caller_who_was_long_silent_still_finds_the_history() -> None:
    talk = Talk(startup())
    requests = [talk.request("boss")]
    talk.say("boss", LINES[0])
    for number in range(45):
        talk.say(talk.config.members[1 + number % 4].id, LINES[1 + number % 4])
        if number == 4:
            requests.append(talk.request("boss"))
            talk.say("boss", LINES[0])
    requests.append(talk.request("boss"))
    with StrictServer(minimum_cached=0) as server:
        first, second, third = (one.reply.usage for one in heard(voice_at(server), *requests))
    assert first.cache_read == 0
    assert second.cache_read == first.cache_write
    assert second.cache_write > 0
    assert third.cache_read == second.cache_read + second.cache_write
