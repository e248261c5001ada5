"""How well a few typed letters fit a text."""

from __future__ import annotations

START_OF_WORD, IN_A_ROW, AT_THE_START, GAP = 8.0, 5.0, 6.0, 0.2


def fit(typed: str, text: str) -> tuple[float, tuple[int, ...]] | None:
    """The score and the places of the typed letters in `text`, None where they do not occur in this order.

    A letter counts 1, more at the start of a word or right after the letter before it; the score is the best of all
    ways to place them, less a little for each letter that is left out between. Spaces in `typed` are passed over.
    """
    letters = [letter for letter in typed.casefold() if not letter.isspace()]
    if not letters:
        return 0.0, ()
    # The best score of the letters so far, and their places, by the place of the last of them.
    best: dict[int, tuple[float, tuple[int, ...]]] = {-1: (0.0, ())}
    for number, letter in enumerate(letters):
        row: dict[int, tuple[float, tuple[int, ...]]] = {}
        for place in (at for at, found in enumerate(text) if found.casefold()[:1] == letter):
            ways = [
                (score + (0.0 if not number else IN_A_ROW if place == at + 1 else (at + 1 - place) * GAP), places)
                for at, (score, places) in best.items()
                if at < place
            ]
            if ways:
                score, places = max(ways, key=lambda way: way[0])
                row[place] = 1.0 + _worth(text, place) + score, (*places, place)
        best = row
    if not best:
        return None
    score, places = max(best.values(), key=lambda way: way[0])
    return score - len(text) * 0.01, places


def _worth(text: str, place: int) -> float:
    if place == 0:
        return AT_THE_START + START_OF_WORD
    before = text[place - 1]
    if not before.isalnum() or (before.islower() and text[place].isupper()):
        return START_OF_WORD
    return 0.0
