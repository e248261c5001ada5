"""What players' words mean: by table, in two languages."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.core.modes.story.rules.intents import Intent, Known, difficulty, intent, mechanical

EN = Known(
    people={"mara": "Mara Thorn", "tom": "Old Tom", "jana": "Jana"},
    places={"mill": "the Old Mill", "gate": "the North Gate", "lantern": "the Heron's taproom"},
    items={"coin": "silver coin", "lamp": "lamp", "key": "iron key", "cordial": "healing draught", "sword": "sword"},
    foes={"wolf": "Wolf", "bandit_2": "Bandit 2"},
    called={"jana": ("smith",)},
    coins=frozenset({"coin"}),
)
DE = Known(
    people={"mara": "Mara Dorn", "tom": "Der alte Tom", "jana": "Jana"},
    places={"mill": "die alte Mühle", "gate": "das Nordtor", "steg": "der Steg"},
    items={"coin": "Silbermünze", "lamp": "Laterne", "key": "eiserner Schlüssel", "cordial": "Heiltrank",
           "sword": "Schwert"},
    foes={"wolf": "Wolf", "bandit_2": "Bandit 2"},
    called={"jana": ("Schmiedin",)},
    coins=frozenset({"coin"}),
)  # fmt: skip


def goes(place: str) -> Intent:
    return Intent("go", place)


ENGLISH = [
    ("talk to Mara", Intent("talk", "mara")),
    ("I'd like to speak with old Tom", Intent("talk", "tom")),
    ("Ask Mara about the mill.", Intent("talk", "mara")),
    ("I walk up and talk to the smith", Intent("talk", "jana")),
    ("Hello, Mara! How are you?", Intent("talk", "mara")),
    ("Hello?", Intent("none")),
    ("I pay Mara 3 coins for the lamp", Intent("buy", "mara", "lamp", 1, 3)),
    ("I sneak to the mill", goes("mill")),
    ("leave for the mill", goes("mill")),
    ("Goodbye, Mara!", Intent("part", "mara")),
    ("Farewell", Intent("part")),
    ("Say goodbye", Intent("part")),
    ("give 3 coins to Mara", Intent("give", "mara", "coin", 3)),
    ("Give Mara three silver coins", Intent("give", "mara", "coin", 3)),
    ("I hand the lamp to the smith", Intent("give", "jana", "lamp")),
    ("give all coins to Mara", Intent("give", "mara", "coin", 0)),
    ("Can you give me the iron key?", Intent("take", "", "key")),
    ("Mara, give me the key", Intent("take", "mara", "key")),
    ("take the key from Mara", Intent("take", "mara", "key")),
    ("take the lamp", Intent("pick", "", "lamp")),
    ("Pick up the iron key", Intent("pick", "", "key")),
    ("go to the mill", goes("mill")),
    ("north gate", goes("gate")),
    ("To the North Gate!", goes("gate")),
    ("I go back to the taproom", goes("lantern")),
    ("run to the mill", goes("mill")),
    ("drink the healing draught", Intent("use", "", "cordial", about="eat")),
    ("I use the iron key on the door", Intent("use", "", "key")),
    ("come with me", Intent("follow")),
    ("Mara, will you come with me?", Intent("follow", "mara")),
    ("drop the lamp", Intent("drop", "", "lamp")),
    ("I put the lamp down", Intent("drop", "", "lamp")),
    ("attack the wolf", Intent("attack", "wolf")),
    ("I swing my sword at bandit 2", Intent("attack", "bandit_2", "sword")),
    ("ATTACK!", Intent("attack")),
    ("defend yourself", Intent("defend")),
    ("I raise my shield", Intent("defend")),
    ("flee", Intent("flee")),
    ("run away", Intent("flee")),
    ("I don't attack the wolf", Intent("none")),
    ("Who attacked the mill?", Intent("none")),
    ("Can you fight?", Intent("none")),
    ("Tell me about Mara", Intent("none")),
    ("Give me a moment", Intent("none")),
    ("I give up", Intent("none")),
    ("What do you know about the mill?", Intent("none")),
    ("look around", Intent("none")),
    ("", Intent("none")),
]
GERMAN = [
    ("Sprich mit Mara", Intent("talk", "mara")),
    ("Ich rede mit dem alten Tom", Intent("talk", "tom")),
    ("frag Jana nach der Mühle", Intent("talk", "jana")),
    ("Mit Mara sprechen", Intent("talk", "mara")),
    ("Ich spreche die Schmiedin an", Intent("talk", "jana")),
    ("Guten Abend, Mara", Intent("talk", "mara")),
    ("Ich zahle Mara drei Münzen für die Laterne", Intent("buy", "mara", "lamp", 1, 3)),
    ("Tschüss!", Intent("part")),
    ("Auf Wiedersehen, Jana.", Intent("part", "jana")),
    ("Leb wohl", Intent("part")),
    ("Ich verabschiede mich", Intent("part")),
    ("gib Mara drei Münzen", Intent("give", "mara", "coin", 3)),
    ("Ich gebe Jana zwölf Silbermünzen", Intent("give", "jana", "coin", 12)),
    ("Ich möchte Mara die Laterne schenken", Intent("give", "mara", "lamp")),
    ("gib mir den Schlüssel", Intent("take", "", "key")),
    ("Kannst du mir den eisernen Schlüssel geben?", Intent("take", "", "key")),
    ("ich nehme Mara den Schlüssel ab", Intent("take", "mara", "key")),
    ("Nimm die Laterne", Intent("pick", "", "lamp")),
    ("hebe den Schlüssel auf", Intent("pick", "", "key")),
    ("Laterne einstecken", Intent("pick", "", "lamp")),
    ("geh zur Mühle", goes("mill")),
    ("Ich will zur alten Mühle gehen", goes("mill")),
    ("Kehre zum Nordtor zurück", goes("gate")),
    ("Den Steg betreten", goes("steg")),
    ("Zum Steg", goes("steg")),
    ("Trinke den Heiltrank", Intent("use", "", "cordial", about="eat")),
    ("Ich benutze den Schlüssel", Intent("use", "", "key")),
    ("Komm mit!", Intent("follow")),
    ("Komm mit mir", Intent("follow")),
    ("Begleite mich, Jana", Intent("follow", "jana")),
    ("Ich lasse die Laterne fallen", Intent("drop", "", "lamp")),
    ("lege das Schwert ab", Intent("drop", "", "sword")),
    ("Ich greife den Wolf an", Intent("attack", "wolf")),
    ("Den Wolf angreifen", Intent("attack", "wolf")),
    ("Ich schieße auf den Wolf", Intent("attack", "wolf")),
    ("weiche aus", Intent("defend")),
    ("Ich fliehe!", Intent("flee")),
    ("ich laufe weg", Intent("flee")),
    ("Ich greife nicht an", Intent("none")),
    ("Ich frage mich, was hier los ist", Intent("none")),
    ("Kannst du kämpfen?", Intent("none")),
    ("Ich sehe mich um", Intent("none")),
]


@pytest.mark.parametrize(("text", "meaning"), ENGLISH)
def test_english_words_are_read(text: str, meaning: Intent) -> None:
    assert intent(text, EN) == meaning


@pytest.mark.parametrize(("text", "meaning"), GERMAN)
def test_german_words_are_read(text: str, meaning: Intent) -> None:
    assert intent(text, DE) == meaning
    assert intent(unicodedata.normalize("NFD", text), DE) == meaning
    assert intent(text.upper(), DE) == meaning


@pytest.mark.parametrize(
    "text",
    ["attack", "attacks", "attacked", "attacking", "fought", "FIGHTING", "rolls", "rolled", "casting", "cast",
     "defended", "defending", "dodges", "dodging", "swung", "swings", "swinging", "shoot", "shot", "shooting",
     "angreifen", "anzugreifen", "angegriffen", "kämpfe", "gekämpft", "bekämpfen", "würfle", "würfelt", "gewürfelt",
     "zaubere", "zaubern", "gezaubert", "verteidige", "verteidigst", "ausweichen", "ausgewichen", "schwinge",
     "geschwungen", "schieße", "schiesse", "SCHIESSEN", "geschossen", "schoss",
     "Dodge", "Shoot"],
)  # fmt: skip
def test_words_of_the_rules_are_found_in_every_inflection(text: str) -> None:
    assert mechanical(f"And then {text} it.") == text
    assert mechanical(unicodedata.normalize("NFD", text)) == text


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Ich greife den Wolf an", "greife … an"),
        ("Greif an!", "Greif an"),
        ("Wir griffen sie an, und sie flohen", "griffen … an"),
        ("ich weiche dem Hieb aus", "weiche … aus"),
        ("wirke einen Feuerzauber", "wirke … Feuerzauber"),
        ("a check of DC 15", "DC 15"),
        ("eine Probe gegen SG 12", "SG 12"),
        ("Schwierigkeit 8", "SG 8"),
        ("difficulty of 20", "DC 20"),
    ],
)
def test_separable_verbs_and_difficulties_call_for_the_rules(text: str, word: str) -> None:
    assert mechanical(text) == word


@pytest.mark.parametrize(
    "text",
    ["the castle", "a broadcast", "they enrolled", "a scroll", "Schusswunde", "der Angriff", "I pick up the dice",
     "greife nach dem Krug an der Wand", "Ich greife nach dem Seil", "ein weicher Ast", "rollen", "der Würfel",
     "DC comics", "in 1915", "firefighters", "Der Ast ist weich",
     "Ich rolle das Fass weg", "the shotgun", ""],
)  # fmt: skip
def test_what_only_looks_alike_does_not(text: str) -> None:
    assert mechanical(text) == ""


def test_difficulties_are_read() -> None:
    assert [difficulty(text) for text in ("DC 15", "dc15", "SG: 8", "none", "")] == [15, 15, 8, 0, 0]


@given(st.text(max_size=80))
def test_any_words_mean_something_that_there_is(text: str) -> None:
    for known in (EN, DE):
        meaning = intent(text, known)
        assert meaning.target in {"", *known.people, *known.places, *known.foes}
        assert meaning.item in {"", *known.items}
        assert meaning.quantity >= 0
    assert mechanical(text) == mechanical(unicodedata.normalize("NFC", text))
