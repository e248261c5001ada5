"""How alike two texts are that say the same in other forms of the words, or with typos."""

from __future__ import annotations


def rate_token_sets(one: str, other: str) -> float:
    """Return how alike two texts are, in 0 to 100, whatever the order of their words: 100 where all words of one are
    in the other.

    The best of three ratios `2·LCS / (length + length)`: of the words that only one has, and of those that both have
    with and without the rest of each. It is what RapidFuzz calls `token_set_ratio`, without its megabytes of C++.
    """
    first, second = set(one.split()), set(other.split())
    if not first or not second:
        return 0.0
    both = first & second
    if both and (first <= second or second <= first):
        return 100.0
    shared = " ".join(sorted(both))
    left, right = (" ".join(sorted(words - both)) for words in (first, second))
    # A blank stands between what is shared and what is not.
    base = len(shared) + bool(shared)
    apart = len(left) + len(right) - 2 * _measure_longest_common(left, right)
    rates = [1.0 - apart / (2 * base + len(left) + len(right))]
    if shared:
        rates += [1.0 - (1 + len(rest)) / (len(shared) + base + len(rest)) for rest in (left, right)]
    return 100.0 * max(rates)


def _measure_longest_common(one: str, other: str) -> int:
    """Return the length of the longest common subsequence: a bit of an integer for each place of `one` (H. Hyyrö,
    Bit-Parallel LCS-Length Computation Revisited, 2004)."""
    places: dict[str, int] = {}
    for place, sign in enumerate(one):
        places[sign] = places.get(sign, 0) | 1 << place
    row = whole = (1 << len(one)) - 1
    for sign in other:
        matches = row & places.get(sign, 0)
        row = (row + matches | row - matches) & whole
    return len(one) - row.bit_count()
