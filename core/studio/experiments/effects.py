"""How sure an effect is: intervals for a picture of effects."""

from __future__ import annotations

import math

from core.studio.experiments.comparing import Comparison

Z = 1.959963984540054
"""The standard normal's 97.5 % quantile."""


def interval_of(compared: Comparison) -> tuple[float, float] | None:
    """The 95 % confidence interval of Hedges' g, g ± z · SE; None where there is no g.

    SE² = J² · ((na + nb) / (na · nb) + d² / (2 (na + nb))) with J = g / d, the usual approximation for large samples
    (Hedges and Olkin 1985); in small ones it is rather too narrow.
    """
    d, g, n, m = compared.d, compared.g, compared.n_a, compared.n_b
    if d is None or g is None:
        return None
    shrink = 1 - 3 / (4 * (n + m) - 9)
    half = Z * shrink * math.sqrt((n + m) / (n * m) + d * d / (2 * (n + m)))
    return g - half, g + half
