"""Train the classifier of player lines and write `resources/models/intents.npz`.

The lines are `scripts/player_lines/*.tsv`: where they are typed, their label, the line. Names of the story are slots,
such as `{place}`, which are filled with names of the shipped settings here. Run it as
`python -m scripts.train_intents` where the lines or the rules have changed; with `--check` it trains on four fifths and
prints what it gets right of the rest.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from parley.core.home import Home
from parley.core.modes.story.composing import SETTINGS
from parley.core.modes.story.rules.classifier import SEVERAL, columns, label_of
from parley.core.modes.story.rules.intents import line_of
from parley.core.modes.story.rules.names import SHORTEST, words_of
from parley.core.modes.story.rules.setting import Setting
from parley.core.modes.story.rules.wishes import Intent, Known
from parley.core.studio.library import Library
from scripts.training import stored, trained

ROOT = Path(__file__).parents[1]
LINES = ROOT / "scripts" / "player_lines"
MODEL = ROOT / "resources" / "models" / "intents.npz"
USUAL = MODEL.with_name("usual_words.txt")
SLOT = re.compile(r"\{(\w+)\}")
OFTEN = 6
"""Lines that have a word which is no typo."""
SHIPPED = ("varn", "ferry")
JOINED = 0.05
"""Lines of two wishes, made of two lines each, for each line of one."""
CASES = 8
"""How often a line counts that the tests have, too."""
SENSELESS = 0.02
"""Lines of chance letters for each that was written."""
DEEDS = frozenset({"go", "pick", "drop", "give", "talk", "attack", "use"})
JOINTS = {
    "en": (" and ", " and then ", ", then ", ". then i ", ", and ", " and after that "),
    "de": (" und ", " und dann ", ", dann ", ". danach ", ", und ", " und anschließend "),
}


@dataclass(frozen=True)
class Example:
    """A labelled line, as the rules read it and in the columns of its features."""

    label: str
    text: str
    known: Known
    read: Sequence[Intent]
    columns: tuple[int, ...]


def known_at(setting: Setting, language: str, where: str, chance: random.Random) -> Known:
    """What can be named somewhere in a setting, as the player of a run might."""
    place = chance.choice([each for each in setting.places if any(one.location == each.id for one in setting.people)])
    present = tuple(one.id for one in setting.people if one.location == place.id)
    people = {one.id: one.name for one in setting.people}
    foes = {each.id: each.name.text(language) for each in setting.foes}
    if where == "fight" and chance.random() < 0.4:
        foes = {present[0]: people.pop(present[0])}
    items = {item.id: item.name.text(language) for item in setting.items}
    also = {each.id: (each.name.en, each.name.de) for each in (*setting.items, *setting.places)}
    return Known(
        people=people,
        places={each.id: each.name.text(language) for each in setting.places},
        items=items,
        foes=foes if where == "fight" else {each: foes[each] for each in place.foes},
        called={one.id: (re.split(r"[,;:(.]| of | at ", one.role.text(language))[0],) for one in setting.people},
        also=also,
        features={each.id: each.name.text(language) for each in place.features},
        present=tuple(one for one in present if one in people),
        partner=present[0] if where in ("talk", "offer") else "",
        here=place.id,
        at_hand=(*chance.sample(sorted(items), min(6, len(items))), *place.exits),
        coins=frozenset(item.id for item in setting.items if item.kind == "coin"),
        fighting=where == "fight",
        offer=next(iter(items)) if where == "offer" else "",
    )


def filled(text: str, known: Known, chance: random.Random) -> str:
    """A line with names in its slots."""
    names: dict[str, Sequence[str]] = {
        "person": [name for one, name in known.people.items() if one != known.partner],
        "partner": [known.people[known.partner]] if known.partner else list(known.people.values()),
        "place": list(known.places.values()),
        "thing": [name for one, name in known.items.items() if one not in known.coins],
        "foe": list(known.foes.values()) or list(known.people.values()),
        "feature": list(known.features.values()) or list(known.items.values()),
    }
    return SLOT.sub(lambda slot: bare(chance.choice(names.get(slot[1]) or ["two"])), text)


def bare(name: str) -> str:
    """A name without its article."""
    return re.sub(r"^(?:the|a|an|der|die|das|ein|eine)\s", "", name, flags=re.IGNORECASE)


def examples(paths: Sequence[Path], seed: int = 0) -> list[Example]:
    """The labelled lines of the files, each in a setting drawn for it."""
    chance = random.Random(seed)
    library = Library(Home.find())
    settings = {name: library.read(SETTINGS, name) for name in SHIPPED}
    found = []
    for path in paths:
        language = path.stem[:2]
        lines = list(dict.fromkeys(path.read_text("utf-8").splitlines()))
        if path.stem.endswith("cases"):
            lines *= CASES
        for line in (*lines, *joined(lines, language, chance), *gibberish(len(lines), chance)):
            where, label, text = line.split("\t")
            label = "say" if label == "wait" else label
            where, _, setting = where.partition(":")
            known = known_at(settings[setting or chance.choice(SHIPPED)], language, where, chance)
            text = filled(text, known, chance)
            line = line_of(text, known)
            read = line.read()
            found.append(Example(label, line.text, known, read, tuple(columns(line.text, known, read))))
    return found


def digest_of(paths: Sequence[Path]) -> str:
    """A digest of the lines that a model is trained on."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:16]


def usual(paths: Sequence[Path]) -> list[str]:
    """The words of the lines, without the slots, that many of them have."""
    lines = (line.split("\t")[2] for path in paths for line in path.read_text("utf-8").splitlines())
    counts = Counter(word for line in lines for word in set(words_of(SLOT.sub(" ", line))))
    return sorted(word for word, often in counts.items() if often >= OFTEN and len(word) > SHORTEST)


def joined(lines: Sequence[str], language: str, chance: random.Random) -> Iterator[str]:
    """Lines that hold two wishes, made of lines that hold one."""
    split = [line.split("\t") for line in lines]
    short = [(label, text.rstrip(" .!")) for where, label, text in split
             if where == "explore" and label in DEEDS and len(text.split()) < 9]  # fmt: skip
    for _ in range(int(len(lines) * JOINED) if short else 0):
        (label, one), (other, two) = chance.choice(short), chance.choice(short)
        if label != other:
            yield f"explore\t{SEVERAL}\t{one}{chance.choice(JOINTS[language])}{two}"


def gibberish(lines: int, chance: random.Random) -> Iterator[str]:
    """Lines that mean nothing, so that nothing is made of them."""
    for _ in range(int(lines * SENSELESS)):
        letters = chance.choice(["abcdefghijklmnopqrstuvwxyzäöü", "asdfjkl", "0123456789", "qwertz", "x"])
        words = ("".join(chance.choices(letters, k=chance.randint(0, 12))) for _ in range(chance.randint(0, 6)))
        where = chance.choice(["explore", "talk", "offer", "fight"])
        yield f"{where}\t{'deed' if where == 'explore' else 'say'}\t{' '.join(words)}"


def check(learned: Sequence[Example]) -> None:
    """Print what a classifier that was trained on four fifths gets right of the rest, and what it confuses."""
    labels, lines = sorted({each.label for each in learned}), list(learned)
    random.Random(1).shuffle(lines)
    held = len(lines) // 5
    found = trained([(each.label, each.columns) for each in lines[held:]], labels)
    rows = [(each, labels[int(found.scores(each.columns).argmax())]) for each in lines[:held]]
    for name, right in (
        ("rules", [label_of(each.read, each.known) == each.label for each, _guess in rows]),
        ("classifier", [guess == each.label for each, guess in rows]),
    ):
        print(f"{name}: {sum(right) / held:.1%} of {held}")
    for (label, guess), often in Counter((each.label, guess) for each, guess in rows).most_common(80):
        if label != guess:
            print(f"{often:4} {label} as {guess}")


def main() -> None:
    """Train, or check."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    paths = sorted(LINES.glob("*.tsv"))
    if given.check:
        check(examples([path for path in paths if not path.stem.endswith("cases")]))
        return
    learned = examples(paths)
    labels = sorted({each.label for each in learned})
    found = trained([(each.label, each.columns) for each in learned], labels)
    stored(MODEL, found, labels, digest_of(paths))
    USUAL.write_text("\n".join(usual(paths)) + "\n", "utf-8")
    size = MODEL.stat().st_size
    print(f"{len(learned)} lines, {len(labels)} labels, {len(found.columns)} features, {size:,} bytes")


if __name__ == "__main__":
    main()
