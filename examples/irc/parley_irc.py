"""An importer: logs of a chat with lines such as "[12:30] <ada> Hello"."""

import re
from datetime import UTC, datetime, timedelta

from parley.core.formats import Localised
from parley.core.importing.reading import Importer, Source
from parley.core.importing.talk import Said, Speaker, Talk

_LINE = re.compile(r"^\[(\d\d):(\d\d)\] <([^>]+)> (.+)$", re.MULTILINE)
DAY = datetime(2026, 1, 1, tzinfo=UTC)


def _recognises(source: Source) -> bool:
    return _LINE.match(source.text) is not None


def _talks(source: Source) -> list[Talk]:
    lines = [
        Said(name, said, DAY + timedelta(hours=int(hour), minutes=int(minute)))
        for hour, minute, name, said in _LINE.findall(source.text)
    ]
    people = [Speaker(name, name, "person") for name in dict.fromkeys(each.speaker for each in lines)]
    return [Talk("", "IRC", "irc", source.name, "IRC", people, lines)]


IRC = Importer("irc", Localised(en="IRC", de="IRC"), _recognises, endings=(".log",), lines=False, talks=_talks)
