"""Numbers between two members, as they are told."""

from PySide6.QtCore import QLocale


def format_trust(affinity: float, *, signed: bool = True) -> str:
    """Return an affinity of 0 to 1 as a trust of −100 to 100."""
    trust = round(affinity * 200 - 100)
    return "0" if not trust else f"{'−' if trust < 0 else '+' if signed else ''}{abs(trust)}"


def format_change(change: float, *, trust: bool = False) -> str:
    """Return a change as it is told: "+0.02"; of trust in whole points. What would read as nothing has a third
    digit.
    """
    if trust:
        told = str(round(abs(change) * 200))
    else:
        told = f"{abs(change):.3f}" if 0.0005 <= abs(change) < 0.005 else f"{abs(change):.2f}"
        told = told.replace(".", QLocale().decimalPoint())
    return f"{'−' if change < 0 else '+' if change > 0 else '±'}{told}"


def say_value(value: float) -> str:
    """Return a value with two decimal places."""
    return QLocale().toString(float(value), "f", 2)
