"""How well a few typed letters fit a text."""

from __future__ import annotations

START_OF_WORD, IN_A_ROW, AT_THE_START, GAP = 8.0, 5.0, 6.0, 0.2


def fit(typed: str, text: str) -> tuple[float, tuple[int, ...]] | None:
    """The score and the places of the typed letters in `text`, None where they do not occur in this order.

    A letter counts 1, more at the start of a word or right after the letter before it; the score is the best of all
    ways to place them, less a little for each letter that is left out between. Spaces in `typed` are passed over.
    """
    letters = [letter for letter in typed.casefold() if not letter.isspace()]
    hay = [letter.casefold()[:1] for letter in text]
    if not letters:
        return 0.0, ()
    # best[i] is the best score with the letters so far and the last of them at i.
    best: list[float | None] = [None] * len(hay)
    back: list[list[int]] = []
    for number, letter in enumerate(letters):
        row: list[float | None] = [None] * len(hay)
        came = [-1] * len(hay)
        carried: float | None = None
        carried_from = -1
        for place, found in enumerate(hay):
            if number and place:
                if carried is not None:
                    carried -= GAP
                before = best[place - 1]
                if before is not None and (carried is None or before > carried):
                    carried, carried_from = before, place - 1
            if found != letter:
                continue
            here = 1.0 + _worth(text, place)
            if number == 0:
                row[place] = here
            elif carried is not None:
                in_a_row = best[place - 1] if place else None
                row[place], came[place] = here + carried, carried_from
                if in_a_row is not None and in_a_row + IN_A_ROW >= carried:
                    row[place], came[place] = here + in_a_row + IN_A_ROW, place - 1
        best = row
        back.append(came)
    reached = [place for place, score in enumerate(best) if score is not None]
    if not reached:
        return None
    place = max(reached, key=lambda at: best[at] or 0.0)
    score = best[place] or 0.0
    places = [place]
    for came in reversed(back[1:]):
        place = came[place]
        places.append(place)
    return score - len(text) * 0.01, tuple(reversed(places))


def _worth(text: str, place: int) -> float:
    if place == 0:
        return AT_THE_START + START_OF_WORD
    before = text[place - 1]
    if not before.isalnum() or (before.islower() and text[place].isupper()):
        return START_OF_WORD
    return 0.0
