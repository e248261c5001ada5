"""What the values of the core's enumerations are called, in every language we write: one table for each of them.

Whoever shows a value to a person, in a view, an export or a terminal, takes its word from here.
"""

from __future__ import annotations

Both = tuple[str, str]
"""In English, in German."""

LABELS: dict[str, dict[str, Both]] = {
    "scene_type": {
        "arrival": ("Arrival", "Ankunft"),
        "encounter": ("Encounter", "Begegnung"),
        "meeting": ("Meeting", "Besprechung"),
        "work": ("Work", "Arbeit"),
        "event": ("Event", "Ereignis"),
        "reflection": ("Reflection", "Rückblick"),
    },
    "scene_kind": {
        "casual": ("casual", "zwanglos"),
        "work": ("about work", "über die Arbeit"),
        "meeting": ("meeting", "Besprechung"),
        "dnd": ("D&D night", "D&D-Abend"),
    },
    "exchange": {
        "weave": ("all at once, then woven", "alle zugleich, dann verwoben"),
        "sequential": ("one after the other", "nacheinander"),
        "round": ("each once, alone", "jeder einmal, für sich"),
    },
    "scene_method": {
        "rank": ("The best in the ranking", "Das Beste der Rangliste"),
        "voice": ("Chosen by the game master's voice", "Von der Stimme der Spielleitung gewählt"),
        "schedule": ("The schedule demands it", "Der Tagesplan verlangt es"),
        "director": ("The director asked for it", "Die Regie hat darum gebeten"),
    },
    "scene_term": {
        "proximity": ("proximity", "Nähe"),
        "threads": ("open threads", "Offenes"),
        "relationship": ("relationship", "Beziehung"),
        "silence": ("silence", "Schweigen"),
        "plans": ("plans", "Vorhaben"),
        "pacing": ("pacing", "Rhythmus"),
        "schedule": ("schedule", "Tagesplan"),
        "jitter": ("chance", "Zufall"),
    },
    "record": {
        "observation": ("observation", "Beobachtung"),
        "reflection": ("reflection", "Einsicht"),
        "plan": ("plan", "Vorhaben"),
        "artifact": ("artifact", "Ergebnis"),
        "conversation": ("conversation", "Gespräch"),
    },
    "memory": {
        "insight": ("insight", "Einsicht"),
        "pattern": ("pattern", "Muster"),
        "strategy": ("strategy", "Strategie"),
        "preference": ("preference", "Vorliebe"),
        "lesson": ("lesson", "Lehre"),
    },
    "valence": {
        "positive": ("warmer", "wärmer"),
        "neutral": ("as before", "wie zuvor"),
        "negative": ("cooler", "kühler"),
    },
    "phase": {
        "creation": ("Who you are", "Wer du bist"),
        "exploration": ("Exploration", "Erkundung"),
        "combat": ("Fight", "Kampf"),
        "dialogue": ("Dialogue", "Dialog"),
        "epilogue": ("Epilogue", "Epilog"),
    },
    "outcome": {
        "victory": ("Victory", "Sieg"),
        "defeat": ("Defeat", "Niederlage"),
        "fled": ("Escape", "Flucht"),
    },
    "archetype": {
        "townsperson": ("townsperson", "aus dem Ort"),
        "companion": ("companion", "Begleitung"),
        "foe": ("foe", "Gegner"),
        "love_interest": ("love interest", "Schwarm"),
        "merchant": ("merchant", "Handel"),
        "guard": ("guard", "Wache"),
        "player": ("player", "Hauptfigur"),
    },
    "attribute": {
        "str": ("strength", "Stärke"),
        "dex": ("dexterity", "Geschick"),
        "con": ("constitution", "Konstitution"),
        "int": ("intelligence", "Intelligenz"),
        "wis": ("wisdom", "Weisheit"),
        "cha": ("charisma", "Charisma"),
    },
    "attribute_short": {
        "str": ("STR", "STÄ"),
        "dex": ("DEX", "GES"),
        "con": ("CON", "KON"),
        "int": ("INT", "INT"),
        "wis": ("WIS", "WEI"),
        "cha": ("CHA", "CHA"),
    },
    "roll_mode": {
        "advantage": ("with advantage", "mit Vorteil"),
        "disadvantage": ("with disadvantage", "mit Nachteil"),
    },
    "policy": {
        "affinity": ("affinity", "Affinität"),
        "addressed": ("addressed", "angesprochen"),
        "round_robin": ("round robin", "reihum"),
        "random": ("random", "Zufall"),
        "moderator": ("moderator", "moderiert"),
        "manual": ("manual", "von Hand"),
        "director": ("director", "Regie"),
        "game master": ("game master", "Spielleitung"),
        "alternation": ("alternation", "abwechselnd"),
        "round_table": ("round table", "runder Tisch"),
        "ring": ("ring", "Ring"),
        "star": ("star", "Stern"),
        "broadcast": ("broadcast", "Rundrede"),
        "panel": ("panel", "Podium"),
        "content": ("content", "nach dem Gesagten"),
    },
    "mode": {
        "roundtable": ("roundtable", "Runde"),
        "scenes": ("scenes", "Szenen"),
        "story": ("story", "Geschichte"),
        "dialogue": ("dialogue", "Dialog"),
        "duologue": ("duologue", "Duolog"),
    },
    "status": {
        "ready": ("ready", "bereit"),
        "playing": ("playing", "spielt"),
        "paused": ("paused", "angehalten"),
        "ended": ("ended", "zu Ende"),
        "broken": ("broken", "beschädigt"),
    },
    "end": {
        "turns": ("All turns were spoken", "Alle Redebeiträge sind gehalten"),
        "tokens": ("The budget of tokens is used up", "Das Token-Budget ist verbraucht"),
        "cost": ("The run's budget is used up", "Das Budget des Laufs ist verbraucht"),
        "day_cost": ("The day's budget is used up", "Das Tagesbudget ist verbraucht"),
        "time": ("The time is over", "Die Zeit ist um"),
        "convergence": ("They sound alike", "Sie klingen gleich"),
        "left": ("The run was left", "Der Lauf wurde verlassen"),
        "director": ("The director stopped it", "Die Regie hat beendet"),
        "story": ("The story is told to its end", "Die Geschichte ist zu Ende erzählt"),
        "day": ("The days are over", "Die Tage sind vorbei"),
    },
    "pause": {
        "director": ("Paused by the director", "Von der Regie angehalten"),
        "breakpoint": ("Stopped at a breakpoint", "An einem Haltepunkt"),
        "failure": ("A turn failed", "Ein Beitrag ist gescheitert"),
        "step": ("Paused after one step", "Nach einem Schritt angehalten"),
        "floor": ("Somebody needs the floor", "Jemand muss das Wort bekommen"),
        "interrupted": ("Interrupted", "Unterbrochen"),
        "scene": ("Between two scenes", "Zwischen zwei Szenen"),
        "player": ("It is the player's turn", "Die Hauptfigur ist dran"),
        "convergence": ("They sound alike", "Sie klingen gleich"),
    },
    "purpose": {
        "turn": ("turn", "Redebeitrag"),
        "contribution": ("contribution", "Beitrag zur Szene"),
        "distillation": ("minutes", "Protokoll"),
        "selection": ("choice of the next speaker", "Wahl der nächsten Stimme"),
        "scene": ("choice of the next scene", "Wahl der nächsten Szene"),
        "weave": ("weave", "Verweben"),
        "closing": ("end of the scene", "Ende der Szene"),
        "aftermath": ("what the scene leaves behind", "was die Szene hinterlässt"),
        "reflection": ("reflection", "Nachdenken"),
        "translation": ("translation", "Übersetzung"),
        "choices": ("choices", "Auswahl"),
        "summary": ("summary", "Zusammenfassung"),
        "sheet": ("character sheet", "Figurenblatt"),
        "name": ("name", "Name"),
    },
    "stop_reason": {
        "end_turn": ("end of the reply", "Ende der Antwort"),
        "max_tokens": ("longest length", "größte Länge"),
        "stop_sequence": ("stop sequence", "Stoppzeichen"),
        "tool_use": ("tool call", "Werkzeugaufruf"),
        "refusal": ("refusal", "Ablehnung"),
    },
}  # fmt: skip


def label(table: str, value: str, language: str) -> str:
    """What a value is called; one that nobody knows as it stands, its underscores as spaces."""
    both = LABELS[table].get(value)
    return both[language == "de"] if both else value.replace("_", " ")
