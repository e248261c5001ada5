"""Markup taken off a reply: what nobody sees, tags, links and emphasis.

Replies are written by others: every expression here passes over a text once, whatever stands in it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

_THINKING = frozenset({"think", "thinking", "reasoning"})
_UNSEEN = re.compile(r"<!(?=--)|-->|<(/?)(script|style|think|thinking|reasoning)\b[^<>]*>", re.IGNORECASE)
_BREAK = re.compile(r"<(?:br|hr|/?p|/?div|/?li|/?tr|/?h[1-6])\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(
    r"</?(?:a|abbr|b|big|blockquote|body|button|center|cite|code|dd|del|details|div|dl|dt|em|font|footer|form|h[1-6]|"
    r"head|header|html|i|iframe|img|input|ins|kbd|label|link|main|mark|meta|ol|p|pre|q|s|samp|script|section|small|"
    r"span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|tfoot|th|thead|title|tr|tt|u|ul|var|video|wbr)"
    r"(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
"""A tag of HTML: what merely stands between angle brackets ("<3", "a < b", "<Name>") is none."""

_URL = re.compile(
    r"(?:(?<![^\W_])(?:https?://|s?ftp://|file://|mailto:|www\.)[^\s<>\"“”„]"
    # Without a scheme it takes a well-known end and a path: "Node.js/Deno" is no address.
    r"|(?<![\w.@/-])(?:[a-z0-9-]{1,63}+\.){1,4}(?:com|org|net|edu|gov|info|io|dev|app|ai|eu|de|at|ch|uk|us|fr|nl|it|es)/)"
    r"[^\s<>\"“”„]*",
    re.IGNORECASE,
)
_AT_END = ".,;:!?…'’*_~`|)]}"
_LEFT_EMPTY = re.compile(r"\(\s*+\)|([*_`]{1,3})\s*+\1")  # "(https://…)" leaves its parentheses, "**https://…**" stars

_RUN = re.compile(r"[*_~`]+")
_SIGNS = {"*": ("***", "**", "*"), "_": ("___", "__", "_"), "~": ("~~",), "`": ("`",)}  # longest first


def strip_tags(text: str) -> str:
    """Return the text without tags of HTML, and without what stands in comments, scripts and the blocks in which a
    model thinks: also a thought that never ends, and all before the end of one that nothing began.
    """
    return _TAG.sub("", _BREAK.sub("\n", _remove_unseen_markup(text)))


def _remove_unseen_markup(text: str) -> str:
    signs = list(_UNSEEN.finditer(text))
    # Where each kind ends last: what ends nowhere is not looked for again and again.
    ends = {_get_sign_kind(sign): sign.start() for sign in signs if _is_end_sign(sign)}
    kept: list[str] = []
    at, within = 0, ""
    for sign in signs:
        kind = _get_sign_kind(sign)
        if within:
            if kind == within and _is_end_sign(sign):
                at, within = sign.end(), ""
        elif not _is_end_sign(sign):
            if ends.get(kind, -1) > sign.start():
                kept.append(text[at : sign.start()])
                within = kind
            elif kind in _THINKING:
                return "".join((*kept, text[at : sign.start()]))
        elif kind in _THINKING:
            kept, at = [], sign.end()  # chat templates begin the thought in the prompt: the reply has but its end
    return "".join((*kept, text[at:]))


def _get_sign_kind(sign: re.Match[str]) -> str:
    return (sign[2] or "!--").lower()


def _is_end_sign(sign: re.Match[str]) -> bool:
    return sign[0] == "-->" or sign[1] == "/"


def strip_links(text: str) -> str:
    """Return the text without addresses: of the web and of files, "www.…", "mailto:…", and hosts with a path
    ("foo.com/x").
    """
    if "/" not in text and "www." not in (lowered := text.lower()) and "mailto:" not in lowered:
        return text
    bare = _URL.sub(_find_url_trailer, text)
    return text if bare == text else _LEFT_EMPTY.sub("", bare)


def _find_url_trailer(found: re.Match[str]) -> str:
    """Return what stands at the end of a URL and is no part of it: the sentence's own signs."""
    return found[0][len(found[0].rstrip(_AT_END)) :]


def strip_marks(text: str) -> str:
    """Return the text without the signs of emphasis."""
    for _ in range(3):  # one within another: **bold with _italics_ and `code` in it**
        bare = _strip_emphasis(text)
        if bare == text:
            break
        text = bare
    return text


def _strip_emphasis(text: str) -> str:
    """Return the text without its outermost signs of emphasis: each goes with the next like it on the same line."""
    runs = [found.span() for found in _RUN.finditer(text)]
    lines = [found.start() for found in re.finditer("\n", text)]
    closing: dict[str, list[int]] = {sign: [] for signs in _SIGNS.values() for sign in signs}
    for start, end in runs:
        if not _is_word_character(text[end : end + 1]):  # snake_case is no emphasis
            for sign in _SIGNS[text[end - 1]]:
                at = end - len(sign)
                if text.endswith(sign, start, end) and at and not text[at - 1].isspace():
                    closing[sign].append(at)
    kept: list[str] = []
    done = 0
    for start, _end in runs:
        if start < done or _is_word_character(text[start - 1 : start]):
            continue
        for sign in _SIGNS[text[start]]:
            inside = start + len(sign)
            if not text.startswith(sign, start) or text[inside : inside + 1].strip() == "":
                continue
            found = bisect_left(closing[sign], inside + 1)  # sorted; one character at least is within
            if found == len(closing[sign]):
                continue
            at, line = closing[sign][found], bisect_right(lines, inside)
            if line == len(lines) or at < lines[line]:
                kept += text[done:start], text[inside:at]
                done = at + len(sign)
                break
    return "".join((*kept, text[done:]))


def _is_word_character(letter: str) -> bool:
    return letter.isalnum() or letter == "_"
