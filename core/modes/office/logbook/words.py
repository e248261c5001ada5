"""The logbook's labels, in the languages we write."""

from __future__ import annotations

from core.base.numbers import localised

WORDS: dict[str, tuple[str, str]] = {
    "logbook": ("Logbook", "Logbuch"),
    "cast": ("Cast", "Besetzung"),
    "day": ("Day {day}", "Tag {day}"),
    "scene": ("Scene {scene}", "Szene {scene}"),
    "scenes": ("Scenes", "Szenen"),
    "contents": ("Contents", "Inhalt"),
    "page": ("Page {page} of {pages}", "Seite {page} von {pages}"),
    "time": ("Time", "Zeit"),
    "place": ("Place", "Ort"),
    "desks": ("at their desks", "an den Plätzen"),
    "participants": ("Participants", "Beteiligte"),
    "bystanders": ("Bystanders", "Umstehende"),
    "as": ("as {character}", "als {character}"),
    "topic": ("Topic", "Thema"),
    "mood": ("Mood", "Stimmung"),
    "choice": ("Why this scene", "Warum diese Szene"),
    "candidates": ("What was weighed", "Was zur Wahl stand"),
    "score": ("Score", "Wert"),
    "exchange": ("Exchange", "Austausch"),
    "importance": ("importance {value} of 10", "Gewicht {value} von 10"),
    "summary": ("Summary", "Zusammenfassung"),
    "dialogue": ("Dialogue", "Gespräch"),
    "nobody": ("Nobody said anything.", "Niemand hat etwas gesagt."),
    "thinks": ("thinks", "denkt"),
    "thoughts": ("Thoughts", "Gedanken"),
    "translation": ("Translation", "Übersetzung"),
    "moods": ("Mood before and after", "Stimmung vorher und nachher"),
    "still": ("still {mood}", "weiter {mood}"),
    "unknown": ("not known", "unbekannt"),
    "feedback": ("From the director", "Von der Regie"),
    "whispered": ("whispered to {names}", "{names} zugeflüstert"),
    "memories": ("Memories", "Erinnerungen"),
    "question": ("open question", "offene Frage"),
    "promise": ("promise", "Versprechen"),
    "shifts": ("Between them", "Zwischen ihnen"),
    "tasks": ("Works on now", "Arbeitet jetzt an"),
    "toward": ("{one} toward {other}", "{one} zu {other}"),
    "key": ("Key moment", "Schlüsselmoment"),
    "director": ("Director", "Regie"),
    "turn": ("Turn", "Beitrag"),
    "plan": ("Floor plan", "Grundriss"),
    "plan_of": (
        "Where everybody was in scene {scene}; {place} is lit.",
        "Wo alle in Szene {scene} waren; erhellt ist: {place}.",
    ),
    "plan_desks": ("Where everybody was in scene {scene}.", "Wo alle in Szene {scene} waren."),
    "reading": ("Languages", "Sprachen"),
    "reading_one": (
        "Dialogue, thoughts and the scenes' summaries are shown in English where there is a translation; the day's "
        "summary, topics, moods, memories, reasons and feedback stand as they were written.",
        "Gespräche, Gedanken und die Zusammenfassungen der Szenen stehen auf Deutsch da, wo es eine Übersetzung gibt; "
        "der Tag im Ganzen, Themen, Stimmungen, Erinnerungen, Gründe und Worte der Regie, wie sie geschrieben wurden.",
    ),
    "reading_both": (
        "The translation stands beneath each line and summary.",
        "Die Übersetzung steht unter jeder Zeile und Zusammenfassung.",
    ),
    "untranslated": (
        "This scene was not translated: the original is shown.",
        "Diese Szene wurde nicht übersetzt: Gezeigt wird das Original.",
    ),
    "untranslated_part": (
        "{count} of {whole} lines were not translated: the original is shown.",
        "{count} von {whole} Zeilen wurden nicht übersetzt: Gezeigt wird das Original.",
    ),
    "because": ("Reason: {note}", "Grund: {note}"),
    "under_way": ("This scene was still under way.", "Diese Szene war noch im Gange."),
    "skipped": ("The director cut this scene short.", "Die Regie hat diese Szene abgebrochen."),
    "by_director": ("The director ended this scene.", "Die Regie hat diese Szene beendet."),
    "by_rules": (
        "What it left behind was worked out by rules, without a voice.",
        "Was sie hinterließ, wurde nach Regeln bestimmt, ohne Stimme.",
    ),
    "not_over": ("The day was not over.", "Der Tag war noch nicht zu Ende."),
    "no_scenes": ("Nothing has happened yet.", "Noch ist nichts geschehen."),
    "glyphs": (
        "Signs that the page's font does not have are shown as □; the Markdown and HTML logbooks have them all.",
        "Zeichen, die der Schrift dieser Seiten fehlen, stehen als □ da; die Logbücher in Markdown und HTML haben "
        "sie alle.",
    ),
    "written_by": ("Written by {voices}.", "Geschrieben von {voices}."),
    "made_with": ("Made with Parley", "Erstellt mit Parley"),
}  # fmt: skip


def words(language: str) -> dict[str, str]:
    """All labels in that language; English for one we do not write."""
    return {key: both[language == "de"] for key, both in WORDS.items()} | {"language": language}


def decimal(value: float, spec: str, say: dict[str, str]) -> str:
    """A number as the labels' language writes it."""
    return localised(format(value, spec), say["language"])
