"""An importer: logs of a chat with lines such as "[12:30] <ada> Hello"."""

import re
from datetime import UTC, datetime, timedelta

from parley.core.formats import Localised
from parley.core.importing.base import FORMAT, Draft, fingerprint, members_named
from parley.core.importing.reading import Importer, Source
from parley.core.log.config import RunConfig

_LINE = re.compile(r"^\[(\d\d):(\d\d)\] <([^>]+)> (.+)$", re.MULTILINE)


def _text(source: Source) -> str:
    return source.data.decode("utf-8", "replace")


def _recognises(source: Source) -> bool:
    return _LINE.match(_text(source)) is not None


def _drafts(source: Source) -> list[Draft]:
    lines = _LINE.findall(_text(source))
    members = members_named(list(dict.fromkeys(name for _hour, _minute, name, _said in lines)))
    ids = {each.name: each.id for each in members}
    config = RunConfig(
        id=fingerprint(source.data),
        cast_id="imported",
        members=members,
        format=FORMAT,
        topic=source.name,
        title="IRC",
        seed=0,
        turns=len(lines),
        imported=f"IRC: {source.name}",
    )
    draft, day = Draft(config), datetime(2026, 1, 1, tzinfo=UTC)
    for hour, minute, name, said in lines:
        draft.say(day + timedelta(hours=int(hour), minutes=int(minute)), ids[name], said, by_person=True)
    draft.begin(draft.events[0].at)
    draft.end(draft.events[-1].at, "The log ends here.")
    return [draft]


IRC = Importer("irc", Localised(en="IRC", de="IRC"), _recognises, _drafts, endings=(".log",), lines=False)
