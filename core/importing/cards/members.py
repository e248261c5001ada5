"""Character cards as files that hold somebody who can be played."""

from __future__ import annotations

from pathlib import Path

from parley.core.base.errors import FileError
from parley.core.cast.member import Member
from parley.core.importing.cards.mapping import member_of
from parley.core.importing.cards.reading import ENDINGS, read, why_of


class CardFiles:
    """Files of character cards."""

    endings = ENDINGS

    def read(self, path: Path) -> Member:
        """Return the member that a card makes. Raises `FileError`, also for a lore book."""
        source = read(path)
        if source.what != "card":
            raise FileError(path, "this is no character card.")
        try:
            return member_of(source.card)[0]
        except ValueError as error:
            raise FileError(path, "this cannot be taken over: {why}.", why=why_of(error)) from None


CARDS = CardFiles()
