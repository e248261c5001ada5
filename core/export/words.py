"""The words around a transcript, in the languages we write."""

from __future__ import annotations

from datetime import date

WORDS: dict[str, tuple[str, str]] = {
    "topic": ("Topic", "Thema"),
    "date": ("Date", "Datum"),
    "mode": ("Mode", "Modus"),
    "format": ("Format", "Format"),
    "cast": ("Cast", "Besetzung"),
    "place": ("Place", "Ort"),
    "seed": ("Seed", "Startwert"),
    "policy": ("Next speaker by", "Nächste Stimme nach"),
    "voice": ("Voice", "Stimme"),
    "turns": ("Turns", "Redebeiträge"),
    "turn": ("Turn", "Beitrag"),
    "of": ("of", "von"),
    "tokens": ("Tokens", "Token"),
    "tokens_split": (
        "{input} in, {cached} from the cache, {output} out",
        "{input} ein, {cached} aus dem Cache, {output} aus",
    ),
    "cost": ("Cost", "Kosten"),
    "run": ("Run", "Lauf"),
    "forked": ("Forked from", "Abgezweigt von"),
    "forked_at": ("{parent} before turn {turn}", "{parent} vor Beitrag {turn}"),
    "ended": ("End", "Ende"),
    "unfinished": ("not finished when it was exported", "beim Export noch nicht beendet"),
    "transcript": ("Transcript", "Protokoll"),
    "director": ("Director", "Regie"),
    "everybody": ("to everybody", "an alle"),
    "whisper": ("whispers to {names}", "flüstert zu {names}"),
    "by_director": ("written by the director", "von der Regie geschrieben"),
    "edited": ("edited by the director", "von der Regie geändert"),
    "hidden": ("hidden from the models", "vor den Modellen verborgen"),
    "heard_by": ("heard by {names}", "gehört von {names}"),
    "alone": ("to themself", "für sich"),
    "scene": ("Scene {scene}", "Szene {scene}"),
    "scenes": ("Scenes", "Szenen"),
    "day": ("Day {day}", "Tag {day}"),
    "days": ("Days", "Tage"),
    "desks": ("at their desks", "an den Plätzen"),
    "translation": ("Translation", "Übersetzung"),
    "thinks": ("thinks", "denkt"),
    "aftermath": ("What it left behind", "Was bleibt"),
    "summary": ("Summary", "Zusammenfassung"),
    "memories": ("Memories", "Erinnerungen"),
    "drifts": ("Affinity", "Affinität"),
    "actions": ("Action items", "Aufgaben"),
    "confidence": ("confidence", "Sicherheit"),
    "rules": ("distilled by rules, without a voice", "nach Regeln zusammengefasst, ohne Stimme"),
    "written_by": ("Written by {voices}.", "Geschrieben von {voices}."),
    "stand_in": (
        "Rehearsal is a scripted stand-in: no language model wrote these lines.",
        "Die Probe ist ein Platzhalter nach Drehbuch: Kein Sprachmodell hat diese Zeilen geschrieben.",
    ),
    "stand_in_part": (
        "Rehearsal is a scripted stand-in: no language model wrote its lines.",
        "Die Probe ist ein Platzhalter nach Drehbuch: Ihre Zeilen hat kein Sprachmodell geschrieben.",
    ),
    "rehearsal": ("rehearsal", "Probe"),
    "nobody": ("nobody yet", "noch niemandem"),
    "muted_thoughts": ("Thoughts", "Gedanken"),
    "play": ("Play", "Abspielen"),
    "pause": ("Pause", "Anhalten"),
    "back": ("One turn back", "Einen Beitrag zurück"),
    "forward": ("One turn on", "Einen Beitrag weiter"),
    "first": ("To the beginning", "Zum Anfang"),
    "last": ("To the end", "Zum Ende"),
    "speed": ("Speed", "Tempo"),
    "timeline": ("Timeline", "Zeitleiste"),
    "present": ("{n} present", "{n} anwesend"),
    "floor_plan": ("Floor plan", "Grundriss"),
    "speaker_flow": ("Speaker flow", "Redefluss"),
    "why": ("Why {name} spoke at turn {turn}", "Warum {name} in Beitrag {turn} sprach"),
    "why_empty": ("Nothing was drawn for this turn.", "Für diesen Beitrag wurde nicht gelost."),
    "draw": ("draw", "Los"),
    "base": ("base", "Grundwert"),
    "affinity": ("affinity", "Affinität"),
    "jitter": ("chance", "Zufall"),
    "bonus": ("addressed", "angesprochen"),
    "share": ("share, taken off", "Redeanteil, abgezogen"),
    "network": ("Affinity network", "Affinitätsnetz"),
    "network_hint": (
        "Line: affinity, from tense (dashed) over neutral to warm (thick). Circle: share of words.",
        "Linie: Affinität, von gespannt (gestrichelt) über neutral bis warm (dick). Kreis: Anteil an den Wörtern.",
    ),
    "this_run": ("in this run", "in diesem Lauf"),
    "before_first": ("before the first turn", "vor dem ersten Beitrag"),
    "no_turns": ("Nobody has said anything yet.", "Noch hat niemand etwas gesagt."),
    "keys": (
        "Space plays and pauses, arrows step, Home and End jump, T shows thoughts.",
        "Leertaste spielt und hält an, Pfeile gehen einen Beitrag weiter, Pos1 und Ende springen, T zeigt Gedanken.",
    ),
    "dice": ("Dice", "Würfel"),
    "fight": ("Fight", "Kampf"),
    "initiative": ("Initiative", "Initiative"),
    "round": ("Round {round}", "Runde {round}"),
    "act": ("Act", "Tat"),
    "nobody_here": ("Nobody else is here.", "Sonst ist niemand hier."),
    "lies_here": ("Lies here", "Liegt hier"),
    "health": ("Health", "Gesundheit"),
    "carries": ("Carries", "Trägt bei sich"),
    "empty_hands": ("nothing", "nichts"),
    "in_hand": ("in hand", "in der Hand"),
    "quests": ("Quests", "Aufgaben"),
    "choices": ("Choices", "Möglichkeiten"),
    "taken": ("taken", "gewählt"),
    "own_words": ("Words of their own instead", "Stattdessen eigene Worte"),
    "follows": ("follows", "folgt"),
    "of_story": ("Story turn {turn} of {length}", "Zug {turn} von {length}"),
    "not_yet": ("The story has not begun yet.", "Die Geschichte hat noch nicht begonnen."),
    "against": ("against {number}", "gegen {number}"),
    "made": ("success", "gelungen"),
    "missed": ("failure", "misslungen"),
    "sheet": ("Character", "Figur"),
    "newcomer": ("Newcomer", "Neu dabei"),
    "comes_in": ("{name} comes into the story.", "{name} kommt in die Geschichte."),
    "talk_with": ("Talk with {name}", "Gespräch mit {name}"),
    "by_script": ("from the script", "aus dem Drehbuch"),
    "by_chance": ("drawn by chance", "ausgelost"),
    "by_rules": ("by the rules", "nach den Regeln"),
    "played": ("the player", "gespielt"),
    "world": ("World", "Welt"),
    "awareness": ("Awareness", "Bewusstheit"),
    "own_prompts": ("System prompts of their own", "Eigene Systemprompts"),
    "stops_at": ("Stops at", "Hält an bei"),
    "convergence_of": (
        "convergence {threshold} ({calculator}, {profile})",
        "Konvergenz {threshold} ({calculator}, {profile})",
    ),
    "trust": ("Trust", "Vertrauen"),
    "trust_hint": (
        "Line: trust, from tense (dashed) over neutral to warm (thick). Circle: share of words.",
        "Linie: Vertrauen, von gespannt (gestrichelt) über neutral bis warm (dick). Kreis: Anteil an den Wörtern.",
    ),
    "story_turns": ("Story turns", "Züge der Geschichte"),
    "no_script": (
        "Without JavaScript the replay is off; the whole transcript is below.",
        "Ohne JavaScript läuft keine Wiedergabe; das ganze Protokoll steht unten.",
    ),
    "made_with": ("Made with Parley", "Erstellt mit Parley"),
    "details": ("About this run", "Über diesen Lauf"),
    "role": ("Role", "Rolle"),
    "words": ("Words", "Wörter"),
    "member": ("Member", "Mitglied"),
}  # fmt: skip


_WEEKDAYS = (
    ("Monday", "Montag"), ("Tuesday", "Dienstag"), ("Wednesday", "Mittwoch"), ("Thursday", "Donnerstag"),
    ("Friday", "Freitag"), ("Saturday", "Samstag"), ("Sunday", "Sonntag"),
)  # fmt: skip
_MONTHS = (
    ("January", "Januar"), ("February", "Februar"), ("March", "März"), ("April", "April"), ("May", "Mai"),
    ("June", "Juni"), ("July", "Juli"), ("August", "August"), ("September", "September"), ("October", "Oktober"),
    ("November", "November"), ("December", "Dezember"),
)  # fmt: skip
_PARTS = ((12, ("morning", "Morgen")), (14, ("noon", "Mittag")), (18, ("afternoon", "Nachmittag")),
          (24, ("evening", "Abend")))  # fmt: skip


def weekday(iso: str, language: str) -> str:
    """The weekday of an ISO 8601 date; empty where it is none."""
    try:
        return _WEEKDAYS[date.fromisoformat(iso).weekday()][language == "de"]
    except ValueError:
        return ""


def dated(iso: str, language: str) -> str:
    """An ISO 8601 date as people write it, with its weekday; as it stands where it is none."""
    try:
        day = date.fromisoformat(iso)
    except ValueError:
        return iso
    month = _MONTHS[day.month - 1][language == "de"]
    written = f"{day.day}. {month} {day.year}" if language == "de" else f"{day.day} {month} {day.year}"
    return f"{weekday(iso, language)}, {written}"


def part_of_day(clock: str, language: str) -> str:
    """Morning, noon, afternoon or evening, for a clock like "09:20"."""
    hour = int(clock[:2]) if clock[:2].isdigit() else 0
    return next(part for until, part in _PARTS if hour < until)[language == "de"] if hour < 24 else ""


def words(language: str) -> dict[str, str]:
    """All labels in that language; English for one we do not write."""
    return {key: both[language == "de"] for key, both in WORDS.items()} | {"language": language}
