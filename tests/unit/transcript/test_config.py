from __future__ import annotations

from parley.core.cast.member import Character
from tests.standup_events import sample_config


def test_a_copy_looks_up_anew_who_its_members_are() -> None:
    config = sample_config()
    first = config.members[0]
    before = dict(config.names), dict(config.called), dict(config.letters)
    renamed = first.model_copy(update={"name": "Somebody Else", "letter": ""})
    for copy in (config.add_member(renamed), config.model_copy(update={"members": (renamed, *config.members[1:])})):
        assert copy.names == {**config.names, first.id: "Somebody Else"}
        assert copy.member(first.id).name == "Somebody Else"
        assert all("Somebody Else" in (*names.own, *names.others) for names in copy.called.values())
        assert not any(first.name in (*names.own, *names.others) for names in copy.called.values())
    assert (config.names, config.called, config.letters) == before


def test_what_a_voice_may_put_before_its_line_begins_with_its_own_names() -> None:
    config = sample_config()
    first = config.members[0].model_copy(update={"character": Character(name="Gandrel")})
    config = config.add_member(first)
    others = [member.name for member in config.members[1:]]
    assert config.called[first.id] == ((first.name, "Gandrel"), (*others, "Director"))
    second = config.members[1]
    assert config.called[second.id].own == (second.name,)
    # By whichever name others go, and as the director: none of their lines is hers.
    assert set(config.called[second.id].others) == {*config.names.values(), "Gandrel", "Director"} - {second.name}
