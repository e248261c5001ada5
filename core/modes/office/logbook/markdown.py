"""The logbook as Markdown: what was said is text, never markup."""

from __future__ import annotations

from collections.abc import Iterator

from core.export.markdown import escape, lines
from core.modes.office.logbook.drawing import caption, data_uri
from core.modes.office.logbook.page import DayPage, Kept, Logbook, MoodChange, Person, Prose, ScenePage, Spoken
from core.modes.office.logbook.words import decimal, words
from core.office.plan import Plan


def render(book: Logbook, plan: Plan, *, thoughts: bool = True) -> Iterator[str]:
    """The pages one after the other, a piece of text for each."""
    say = words(book.language)
    yield f"# {escape(book.title)}\n\n> {escape(book.voices)}\n\n"
    for note in book.notes:
        yield f"*{escape(note)}*\n\n"
    yield f"## {say['cast']}\n\n"
    for person in book.cast:
        yield f"- {_dot(person)} **{escape(person.name)}**{', ' + escape(person.role) if person.role else ''}\n"
    yield "\n"
    if not book.days:
        yield f"{say['no_scenes']}\n"
    for day in book.days:
        yield _day(day, say)
        for page in day.scenes:
            yield "".join(_scene(page, plan, say, thoughts))


def _day(day: DayPage, say: dict[str, str]) -> str:
    told = f"## {say['day'].format(day=day.day)}: {escape(day.when)}\n\n"
    told += f"{lines(day.summary)}\n\n" if day.summary else ""
    told += f"*{say['not_over']}*\n\n" if not day.over else ""
    for page in day.scenes:
        who = ", ".join(escape(person.name) for person in page.members)
        number = say["scene"].format(scene=page.number)
        told += f"- {page.begins} {number}: {escape(page.heading)} ({who})\n"
    return told + "\n"


def _scene(page: ScenePage, plan: Plan, say: dict[str, str], thoughts: bool) -> Iterator[str]:
    yield f"---\n\n### {say['scene'].format(scene=page.number)}: {escape(page.heading)}\n\n"
    yield f"![{escape(caption(page))}]({data_uri(plan, page)})\n\n"
    for note in page.notes:
        yield f"> {escape(note)}\n\n"
    yield "| | |\n|---|---|\n"
    for label, value in facts(page, say):
        yield f"| {escape(label)} | {escape(value)} |\n"
    yield f"\n#### {say['summary']}\n\n{_prose(page.summary)}\n\n" if page.summary.text else "\n"
    yield f"#### {say['dialogue']}\n\n"
    if not page.lines:
        yield f"{say['nobody']}\n\n"
    for line in page.lines:
        yield _line(line, say, thoughts)
    yield from _behind(page, say)


def facts(page: ScenePage, say: dict[str, str]) -> list[tuple[str, str]]:
    """Label and value of what is to be known of a scene before it is read."""
    found = [
        (say["time"], page.time),
        (say["place"], page.place),
        (say["participants"], ", ".join(named(person, say) for person in page.members)),
        (say["bystanders"], ", ".join(person.name for person in page.bystanders)),
        (say["topic"], page.topic),
        (say["mood"], page.mood),
        (say["exchange"], exchange(page, say)),
    ]
    return [(label, value) for label, value in found if value]


def exchange(page: ScenePage, say: dict[str, str]) -> str:
    """How they talked, and why so."""
    told = page.exchange_name + (
        f" ({say['importance'].format(value=decimal(page.importance, 'g', say))})" if page.importance else ""
    )
    return f"{told}. {page.exchange_reason}" if page.exchange_reason else told


def named(person: Person, say: dict[str, str]) -> str:
    """The name, and whom they play."""
    return f"{person.name} ({say['as'].format(character=person.character)})" if person.character else person.name


def changed(mood: MoodChange, say: dict[str, str]) -> str:
    """How somebody felt before and after."""
    if mood.before and mood.before == mood.after:
        return say["still"].format(mood=mood.after)
    return f"{mood.before or say['unknown']} → {mood.after or say['unknown']}"


def opened(kept: Kept) -> str:
    """That a memory is an open question or a promise, in brackets."""
    return f" ({kept.open})" if kept.open else ""


def _dot(person: Person) -> str:
    return f'<span style="color:{person.light}">●</span>'


def _prose(prose: Prose) -> str:
    told = lines(prose.text)
    return f"{told}\n\n*{lines(prose.under)}*" if prose.under else told


def _line(line: Spoken, say: dict[str, str], thoughts: bool) -> str:
    key = " ★" if line.key else ""
    told = f"{line.turn}\\. {_dot(line.person)} **{escape(line.person.character or line.person.name)}**{key}: "
    told += f"{lines(line.text.text)}\n\n"
    told += f"> {lines(line.text.under)}\n\n" if line.text.under else ""
    if thoughts:
        for thought in line.thoughts:
            under = f" → *\\[{escape(thought.under)}\\]*" if thought.under else ""
            told += f"*\\[{escape(thought.text)}\\]*{under}\n\n"
    return told


def _behind(page: ScenePage, say: dict[str, str]) -> Iterator[str]:
    if page.key:
        yield f"#### {say['key']}\n\n★ {escape(page.key.person.name)}: {escape(page.key.text.text)}\n\n"
    if page.feedback:
        yield f"#### {say['feedback']}\n\n"
        for word in page.feedback:
            to = f" ({escape(say['whispered'].format(names=', '.join(word.to)))})" if word.to else ""
            yield f"- {escape(word.text)}{to}\n"
        yield "\n"
    if page.moods:
        yield f"#### {say['moods']}\n\n"
        for mood in page.moods:
            yield f"- **{escape(mood.person.name)}**: {escape(changed(mood, say))}\n"
        yield "\n"
    if page.shifts:
        yield f"#### {say['shifts']}\n\n"
        for shift in page.shifts:
            who = escape(say["toward"].format(one=shift.one.name, other=shift.other.name))
            yield f"- {who}: {shift.word}. {escape(shift.reason)}\n"
        yield "\n"
    if page.tasks:
        yield f"#### {say['tasks']}\n\n"
        yield "".join(f"- **{escape(person.name)}**: {escape(task)}\n" for person, task in page.tasks) + "\n"
    if page.memories:
        yield f"#### {say['memories']}\n\n"
        for group, kept in page.shared:
            who = ", ".join(f"**{escape(each.person.name)}**{opened(each)}" for each in group)
            yield f"- {who} ({kept.type}, {kept.importance}): {escape(kept.text)}\n"
        yield "\n"
    if page.choice:
        yield f"#### {say['choice']}\n\n{escape(page.choice.method)}. {escape(page.choice.reason)}\n\n"
        for option in page.choice.options:
            terms = ", ".join(f"{label} {decimal(value, '+.2f', say)}" for label, value in option.terms)
            mark = "**✓** " if option.chosen else ""
            yield f"- {mark}{escape(option.title)}: {decimal(option.score, '.2f', say)} ({escape(terms)})\n"
        yield "\n"
