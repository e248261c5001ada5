"""Train the tagger of topics and write `resources/models/topic_kinds.npz` and `topic_parts.npz`.

The topics are templates and phrases, `scripts/topic_lines/*.toml`, beside the words that are known of parts of life
(`resources/phrases/subjects.toml`) and what is said of each (`life_en.toml`, `life_de.toml`). Run it as
`python -m scripts.train_topics` where these have changed; with `--check` it trains without a fifth of the phrases and
prints what it gets right of topics with these.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from parley.core.voices.rehearsal.phrases import read
from parley.core.voices.rehearsal.tagger import kind_columns, part_columns

from scripts.training import stored, trained

ROOT = Path(__file__).parents[1]
LINES = ROOT / "scripts" / "topic_lines"
MODELS = ROOT / "resources" / "models"
PER_TEMPLATE = 22
"""Topics made of each template."""
PER_PHRASE = 5
IN_CONTEXT = 0.4
"""The share of topics that say where, when or with whom."""
SEPARABLE = (
    "zurück", "weiter", "zusammen", "heraus", "heim", "rein", "raus", "frei", "ein", "auf", "aus", "ab", "an", "um",
    "vor", "zu", "weg", "los", "mit", "nach", "bei", "teil",
)  # fmt: skip
WHOLE = ("anderen", "antworten", "ausnahme", "umarmen", "überleben", "vermieten", "untervermieten", "umschulen")
SUBJECTS = {
    "gifts": "gifts", "feast": "feast", "food": "food", "wildlife": "nature", "pets": "pets", "traffic": "traffic",
    "travel": "travel", "machines": "machines", "software": "software", "media": "phone", "school": "school",
    "garden": "garden", "meetings": "work", "work": "work", "money": "money", "climate": "nature",
    "neighbours": "neighbours", "home": "home", "sports": "sport", "health": "health", "games": "games",
    "language": "language", "family": "family", "love": "love", "justice": "law", "honesty": "trust",
    "meaning": "faith", "science": "science", "weather": "weather", "city": "city", "trade": "buying", "time": "time",
}  # fmt: skip
"""The part of life that the words of a subject are taken for."""
Said = tuple[str, Sequence[int]]


def main() -> None:
    """Train, or check."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    kinds: list[Said] = []
    parts: list[Said] = []
    kept: list[tuple[str, str, str, str]] = []
    for language in ("en", "de"):
        table = tomllib.loads((LINES / f"{language}.toml").read_text("utf-8"))
        chance = random.Random(7)
        known, held = split(table["parts"], chance, 0.2 if check else 0.0)
        for kind, part, topic in topics(table["templates"], known, language, chance):
            kinds.append((kind, kind_columns(topic, language)))
            # Where, when and with whom says nothing of the part of life.
            context = chance.choice(table["contexts"]) if chance.random() < IN_CONTEXT else ""
            parts.append((part, part_columns(topic + context, language)))
        for part, phrases in known.items():
            turned = [filled(each, phrases, language, chance) for each in table["turned"] * 2]
            parts += [(part, part_columns(topic, language)) for topic in turned]
        parts += [(part, part_columns(text, language)) for part, text in words(language)]
        # The words of templates are of no part of life.
        if held:
            kept += [(language, *each) for each in topics(table["templates"], held, language, chance)]
    for name, learned in (("topic_kinds", kinds), ("topic_parts", parts)):
        labels = sorted({label for label, _columns in learned})
        found = trained(learned, labels, seldom=2, penalty=0.5)
        print(f"{name}: {len(learned)} lines, {len(labels)} labels, {len(found.columns)} features")
        if check:
            at = 1 if name == "topic_kinds" else 2
            asked = kind_columns if at == 1 else part_columns
            rows = [(each[at], labels[int(found.scores(asked(each[3], each[0])).argmax())]) for each in kept]
            print(f"{sum(one == other for one, other in rows) / len(rows):.1%} of {len(rows)}")
            print(Counter(row for row in rows if row[0] != row[1]).most_common(25))
        else:
            stored(MODELS / f"{name}.npz", found, labels, digest())
            print(f"{(MODELS / name).with_suffix('.npz').stat().st_size:,} bytes")


def digest() -> str:
    """A digest of all that the tagger is trained on."""
    paths = [*sorted(LINES.glob("*.toml")), *(ROOT / "resources" / "phrases" / f"{each}.toml" for each in SOURCES)]
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:16]


SOURCES = ("subjects", "life_en", "life_de")


def split(
    parts: Mapping[str, Any], chance: random.Random, held: float
) -> tuple[dict[str, dict[str, list[str]]], dict[str, dict[str, list[str]]]]:
    """The phrases of each part of life, and a share of them apart."""
    known: dict[str, dict[str, list[str]]] = {}
    apart: dict[str, dict[str, list[str]]] = {}
    for part, table in parts.items():
        for name, written in table.items():
            phrases = written.split("; ")
            chance.shuffle(phrases)
            cut = int(len(phrases) * held)
            apart.setdefault(part, {})[name], known.setdefault(part, {})[name] = phrases[:cut], phrases[cut:]
    return known, {part: each for part, each in apart.items() if all(each.values())} if held else {}


def topics(
    templates: Mapping[str, Sequence[str]],
    parts: Mapping[str, Mapping[str, Sequence[str]]],
    language: str,
    chance: random.Random,
) -> Iterator[tuple[str, str, str]]:
    """Kind, part of life and topic, of every template and of every phrase."""
    for kind, written in templates.items():
        for template in written:
            for part in chance.sample(sorted(parts), min(PER_TEMPLATE, len(parts))):
                yield kind, part, filled(template, parts[part], language, chance)
    usual = [(kind, template) for kind, written in templates.items() for template in written]
    for part, phrases in parts.items():
        for name, each in phrases.items():
            for phrase in each:
                fitting = [one for one in usual if f"{{{name}" in one[1] or (name == "np" and "{one}" in one[1])]
                for kind, template in chance.sample(fitting, PER_PHRASE):
                    yield kind, part, filled(template, {**phrases, name: [phrase]}, language, chance)


def filled(template: str, phrases: Mapping[str, Sequence[str]], language: str, chance: random.Random) -> str:
    """The template with phrases of one part of life in its slots."""
    np, vp = chance.choice(phrases["np"]), chance.choice(phrases["vp"])
    bare = re.sub(r"^(?:the|a|an|my|our|der|die|das|ein|eine|mein|meine|unser|unsere) ", "", np)
    values = {
        "np": np, "n": bare, "one": chance.choice([np, bare]),
        "two": re.sub(r"^(?:the|a|der|die|das|ein|eine) ", "", chance.choice(phrases["np"])),
        "vp": vp, "vp2": chance.choice(phrases["vp"]), "vpzu": with_zu(vp), "vp3": third(vp), "ving": gerund(vp),
    }  # fmt: skip
    topic = template.format(**values)
    topic = topic if chance.random() < 0.2 else topic[:1].upper() + topic[1:]
    return topic.rstrip("?.") if chance.random() < 0.15 else topic


def gerund(vp: str) -> str:
    """ "Get a dog" as "getting a dog"."""
    verb, _, rest = vp.partition(" ")
    if verb.endswith("e") and not verb.endswith("ee"):
        verb = verb[:-1]
    elif re.fullmatch(r"[^aeiou]*[aeiou][^aeiouwxy]", verb):
        verb += verb[-1]
    return f"{verb}ing {rest}".strip()


def _apart(verb: str) -> tuple[str, str]:
    """The prefix that a German verb leaves behind, and the rest."""
    if verb not in WHOLE:
        for prefix in SEPARABLE:
            if verb.startswith(prefix) and len(verb) > len(prefix) + 4:
                return prefix, verb[len(prefix) :]
    return "", verb


def with_zu(vp: str) -> str:
    """ "Einen Hund anschaffen" as "einen Hund anzuschaffen"."""
    before, _, verb = vp.rpartition(" ")
    prefix, rest = _apart(verb)
    return f"{before} {prefix}zu{rest}".strip() if prefix else f"{before} zu {verb}".strip()


def third(vp: str) -> str:
    """ "Die Küche putzen" as "putzt die Küche"."""
    before, _, verb = vp.rpartition(" ")
    prefix, rest = _apart(verb)
    stem = re.sub(r"e?n$", "", rest)
    return f"{stem}{'et' if stem[-1:] in 'td' else 't'} {before} {prefix}".strip()


def words(language: str) -> Iterator[tuple[str, str]]:
    """What is known of parts of life besides: the words of subjects, and what is said in talks."""
    for subject, table in read("subjects").items():
        if part := SUBJECTS.get(subject):
            for word in table[language].split():
                yield part, word.strip("*").replace("_", " ")
    for part, table in read(f"life_{language}").items():
        for line in "\n".join(table.values()).splitlines():
            for text in line.split("|")[1:3]:
                yield part, text


if __name__ == "__main__":
    main()
