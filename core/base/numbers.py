"""How numbers and money are written, in the language of whoever reads them."""

from __future__ import annotations

import math

_SWAPPED = str.maketrans(",.", ".,")


def localise_number(number: str, language: str) -> str:
    """Return a number as Python writes it ("1,234.5") in a language: "1.234,5" in German."""
    return number.translate(_SWAPPED) if language == "de" else number


def format_money(amount: float, language: str = "en") -> str:
    """Return an amount of US dollars: "$1,234.50" or "1.234,50 $" (with a space that does not break).

    From one dollar on it has two decimals; below, four significant digits, but no zeros behind the second decimal:
    "$0.25", "$0.0012". Everything that shows money writes it by this.
    """
    size, sign = abs(amount), "-" if amount < 0 else ""
    if size >= 1 or size == 0 or not math.isfinite(size):  # 0 and infinity have no logarithm that can be floored
        digits = f"{size:,.2f}"
    else:
        # As many zeros as come behind the point before the first digit, and four digits.
        decimals = 3 - math.floor(math.log10(size))
        whole, _, rest = f"{size:.{min(decimals, 12)}f}".partition(".")
        digits = f"{whole}.{rest.rstrip('0'):0<2}"
    return f"{sign}{localise_number(digits, language)}\N{NO-BREAK SPACE}$" if language == "de" else f"{sign}${digits}"
