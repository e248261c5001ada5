"""The words by which players say what they do, in English and German. Data alone, all casefolded.

`ß` is written `ss`, as casefolding has it.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

IntentKind = Literal[
    "talk", "part", "give", "take", "go", "use", "follow", "drop", "pick", "attack", "defend", "flee", "none"
]


class Verb(NamedTuple):
    """What a verb means. `forms` match the whole word; a separable verb needs one of its `particles` in the clause."""

    kind: IntentKind
    forms: re.Pattern[str]
    particles: tuple[str, ...] = ()


def _set(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


def _forms(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns))


PHRASES: tuple[tuple[IntentKind, re.Pattern[str]], ...] = (
    (
        "part",
        re.compile(
            r"\b(?:good-?\s?bye|bye|farewell|fare\s(?:thee\s|you\s)?well|so long"
            r"|see you (?:later|soon|around|again|tomorrow)|until (?:next time|we meet again)"
            r"|(?:take|taking) (?:my|our) leave|(?:end|leave|finish) (?:the|this|our) (?:talk|conversation|chat)"
            r"|(?:i|we) (?:must|have to|need to|should|had better) (?:go|leave|be going|be off)(?: now)?$"
            r"|tschü(?:ss?|ßi)|tschüssi|auf wiedersehen|wiedersehen|leb(?:t|e|en sie)? wohl|lebewohl"
            r"|bis (?:bald|später|dann|morgen)|mach(?:t|s|'s)?(?: es)? gut|ciao|servus|gehab dich wohl"
            r"|verabschied(?:e|en|et)|(?:beende|beenden|verlasse) (?:das|dieses|unser) gespräch"
            r"|(?:das|dieses|unser) gespräch beenden"
            r"|(?:ich|wir) (?:muss|müssen) (?:jetzt |nun )?(?:los|gehen|weiter)$)\b"
        ),
    ),
    (
        "follow",
        re.compile(
            r"\b(?:come (?:along )?with (?:me|us)|come along|follow (?:me|us)|join (?:me|us)|accompany (?:me|us)"
            r"|(?:travel|go|walk) with (?:me|us)"
            r"|komm(?:t|st)?(?: doch| bitte)?(?: du| ihr)?(?: doch| bitte)?(?: mit (?:mir|uns))? mit"
            r"|mitkommen|mitzukommen"
            r"|komm(?:t|st)?(?: du| ihr)? mit (?:mir|uns)|begleite?(?:st|t|n)?(?: du)? (?:mich|uns)"
            r"|(?:mich|uns) (?:zu )?begleiten|folg(?:e|t|st)?(?: du)? (?:mir|uns)|(?:mir|uns) (?:zu )?folgen"
            r"|schliess(?:t)? dich (?:mir|uns) an)\b"
        ),
    ),
    (
        "flee",
        re.compile(
            r"\b(?:(?:run|running|get|back) away|run for (?:it|my life|our lives)|turn and run"
            r"|(?:ergreif\w*|ergriff\w*) die flucht|die flucht ergreifen|hau\w* ab|abhauen"
            r"|zieh\w* (?:mich|uns) zurück|(?:mich|uns) zurückzuziehen|(?:mich|uns) zurückziehen)\b"
        ),
    ),
    (
        "defend",
        re.compile(
            r"\b(?:(?:raise|lift|hold up) (?:my|the) shield|take cover|guard (?:myself|ourselves)"
            r"|(?:geh|gehe|gehen) in deckung|in deckung gehen|(?:hebe?|heben) (?:meinen|den) schild"
            r"|(?:deck|decke) mich)\b"
        ),
    ),
)
"""What is said anywhere in a clause."""

VERBS: tuple[Verb, ...] = (
    Verb("flee", _forms(r"flee(?:ing)?", r"escape|escaping", r"retreat(?:ing)?", r"flieh(?:e|en)?", r"flücht(?:e|en)")),
    Verb("flee", _forms(r"renn(?:e|en)?|lauf(?:e|en)?"), ("weg", "davon", "fort")),
    Verb("flee", _forms(r"weglaufen|davonlaufen|wegrennen|davonrennen|fortlaufen|entkommen")),
    Verb("defend", _forms(r"defend(?:ing)?", r"block(?:ing)?", r"parry(?:ing)?", r"dodg(?:e|ing)", r"shield")),
    Verb("defend", _forms(r"verteidig(?:e|en)?", r"parier(?:e|en)?", r"block(?:ier)?(?:e|en)", r"duck(?:e|en)")),
    Verb("defend", _forms(r"weich(?:e|en)?"), ("aus",)),
    Verb("defend", _forms(r"wehr(?:e|en)?|ausweichen")),
    Verb(
        "attack",
        _forms(
            r"attack(?:ing)?", r"fight(?:ing)?", r"strik(?:e|ing)", r"stab(?:bing)?", r"slash(?:ing)?",
            r"shoot(?:ing)?", r"swing(?:ing)?", r"kill(?:ing)?", r"slay(?:ing)?", r"smash(?:ing)?", r"charge", r"hit",
            r"punch(?:ing)?", r"lunge",
        ),
    ),
    Verb("attack", _forms(r"greif(?:e|en)?"), ("an",)),
    Verb("attack", _forms(r"(?:hau|schlag|stech|stürm)(?:e|en)?"), ("zu", "los", "ein", "nach", "auf", "mit")),
    Verb(
        "attack",
        _forms(
            r"angreifen", r"(?:be)?k(?:ä|ae)mpf(?:e|en)?", r"schlag(?:e|en)?", r"(?:er)?schiess(?:e|en)?",
            r"stech(?:e|en)", r"töt(?:e|en)", r"schwing(?:e|en)?", r"attackier(?:e|en)?", r"zuschlagen",
        ),
    ),
    Verb("drop", _forms(r"drop(?:ping)?", r"discard(?:ing)?")),
    Verb("drop", _forms(r"put(?:ting)?|set|lay"), ("down",)),
    Verb("drop", _forms(r"throw(?:ing)?"), ("away",)),
    Verb("drop", _forms(r"leave"), ("here", "behind")),
    Verb("drop", _forms(r"lass(?:e|en)?"), ("fallen", "liegen", "zurück")),
    Verb("drop", _forms(r"leg(?:e|en)?|stell(?:e|en)?"), ("ab", "hin", "nieder")),
    Verb("drop", _forms(r"wirf|werfe|werfen"), ("weg", "fort")),
    Verb("drop", _forms(r"fallenlassen|ablegen|hinlegen|wegwerfen|niederlegen")),
    Verb("pick", _forms(r"pick(?:ing)?"), ("up",)),
    Verb("pick", _forms(r"grab(?:bing)?", r"collect(?:ing)?", r"gather(?:ing)?")),
    Verb("pick", _forms(r"heb(?:e|en)?"), ("auf",)),
    Verb("pick", _forms(r"samm(?:le|el|eln)"), ("auf", "ein")),
    Verb("pick", _forms(r"aufheben|aufsammeln|einsammeln|einstecken|mitnehmen|schnapp(?:e|en)|greif(?:e|en)?")),
    Verb("pick", _forms(r"steck(?:e|en)?"), ("ein",)),
    Verb("take", _forms(r"tak(?:e|ing)", r"steal(?:ing)?", r"accept", r"nimm|nehme?|nehmen|abnehmen")),
    Verb("take", _forms(r"stiehl|stehle|stehlen")),
    Verb(
        "give",
        _forms(
            r"giv(?:e|ing)", r"hand(?:ing)?", r"offer(?:ing)?", r"pay(?:ing)?", r"pass", r"donate", r"gib|gebe?|geben",
            r"(?:über)?reich(?:e|en)?", r"schenk(?:e|en)?", r"(?:be)?zahl(?:e|en)?", r"biete?|bieten|anbieten",
            r"übergeb(?:e|en)?|übergib",
        ),
    ),
    Verb("talk", _forms(r"talk(?:ing)?|speak(?:ing)?|chat(?:ting)?"), ("to", "with")),
    Verb("talk", _forms(r"ask(?:ing)?", r"greet(?:ing)?", r"tell(?:ing)?", r"address", r"approach")),
    Verb("talk", _forms(r"say"), ("to",)),
    Verb("talk", _forms(r"sprich|spreche?|sprechen|rede|reden|plauder(?:e|n)|unterhalt(?:e|en)?"), ("mit", "zu", "an")),
    Verb("talk", _forms(r"(?:be)?frag(?:e|en)?", r"(?:be)?grüss(?:e|en)?", r"ansprechen", r"erzähl(?:e|en)?")),
    Verb("talk", _forms(r"wende?"), ("mich",)),
    Verb("use", _forms(r"us(?:e|ing)", r"drink(?:ing)?", r"eat(?:ing)?", r"quaff", r"apply", r"consume", r"sip")),
    Verb("use", _forms(r"(?:be)?n[uü]tz(?:e|en)?", r"verwend(?:e|en)", r"gebrauch(?:e|en)")),
    Verb("use", _forms(r"trink(?:e|en)?", r"iss|esse|essen", r"zünd(?:e|en)?")),
    Verb("use", _forms(r"wend(?:e|en)?"), ("an",)),
    Verb("go", _forms(r"leave|set|depart"), ("for",)),
    Verb("go", _forms(r"such(?:e|en)?"), ("auf",)),
    Verb(
        "go",
        _forms(
            r"go(?:ing)?", r"walk(?:ing)?", r"head(?:ing)?", r"travel(?:ling)?", r"return(?:ing)?", r"enter(?:ing)?",
            r"mov(?:e|ing)", r"run(?:ning)?", r"climb", r"visit", r"hurry", r"ride", r"wander", r"explore", r"follow",
            r"sneak(?:ing)?", r"creep", r"proceed", r"march",
            r"geh(?:e|en)?", r"lauf(?:e|en)?", r"reis(?:e|en)?", r"wand(?:re|ere|ern)", r"betrete?n?|betritt",
            r"kehr(?:e|en)?", r"zurückkehren|zurückgehen|hingehen|hineingehen", r"eil(?:e|en)?", r"steig(?:e|en)?",
            r"besuch(?:e|en)?", r"mach(?:e|en)?", r"renn(?:e|en)?", r"reit(?:e|en)",
            r"schleich(?:e|en)?", r"begeb(?:e|en)",
        ),
    ),
)  # fmt: skip
"""The verbs, the more special before the more general."""

LEADS = _set(
    "i we i'll we'll i'd we'd i'm we're let let's us will would like want wish to try trying going am are can may",
    "could should must please now just simply also first you so well ok okay yes again shall need have start decide",
    "turn next finally here hey back over oh",
    "ich wir will wollen möchte möchten werde werden würde gern gerne kann können darf dürfen soll sollte muss müssen",
    "lass lasst uns mich mir bitte jetzt nun schnell vorsichtig also du kannst könntest würdest willst doch mal erst",
    "zuerst sofort langsam leise versuche versuchen gleich ja dir euch mutig nochmal wieder oh",
)
"""What may stand before the verb that counts."""

OTHERS = _set(
    "he she they it who what why when where how did does was were",
    "er es wer wann wo wie warum wieso man hat haben war waren",
)
"""A clause that begins so does not say what the player does."""

NEGATIONS = _set(
    "not don't won't wouldn't can't cannot never no without nicht nie niemals kein keine keinen keinem ohne",
)
ASKED = _set("you du ihr kannst könntest würdest willst")
"""Where these stand before it, the verb is what somebody else is to do."""

GREETING = re.compile(
    r"^\W*(?:hello|hi|hey|greetings|good (?:day|morning|evening)|hallo|hey|grüss dich|grüezi|moin"
    r"|guten (?:tag|morgen|abend))\b[\s,]+(?P<whom>[^.!?;:,]+)"
)
FOR = _set("for für")
TO_ME = _set("me us mir uns")
ARTICLES = _set(
    "the a an my your his her their our some this that of der die das den dem des ein eine einen einem einer eines",
    "mein meine meinen meinem meiner dein deine deinen deinem deiner sein seine von vom zum zur",
)
WHITHER = _set("to into towards toward back nach in ins zu zurück hin")
NUMBERS = {
    word: number
    for number, words in enumerate(
        (
            "one eins", "two zwei", "three drei", "four vier", "five fünf", "six sechs", "seven sieben", "eight acht",
            "nine neun", "ten zehn", "eleven elf", "twelve zwölf",
        ),
        start=1,
    )
    for word in words.split()
}  # fmt: skip
ALL = _set("all everything alle allen alles sämtliche")

ENDINGS = ("'s", "ern", "en", "er", "es", "em", "n", "e", "s")
"""What German and English inflection puts behind a noun or a name."""

_SEPARATED = r"(?=\s*(?:[.,;:!?\"“”„»«)…—]|$|und\b|oder\b|aber\b|dann\b|,))"
_END = r"(?:e|st|t|en)?"
_PAST = r"(?:e|est|st|t|et|en)?"

MECHANICAL = re.compile(
    r"\b(?:"
    r"attack(?:s|ed|ing)?|fights?|fought|fighting|roll(?:s|ed|ing)?|cast(?:s|ing)?|defend(?:s|ed|ing)?"
    r"|dodg(?:e|es|ed|ing)|swings?|swung|swinging|shoots?|shot|shooting"
    rf"|angreif{_END}|anzugreifen|angegriffen|(?:greif{_END}|griff{_PAST})\b[^.,;:!?]{{0,80}}?\ban\b{_SEPARATED}"
    r"|(?:be|er)?k(?:ä|ae)mpf(?:e|st|t|en|te|test|ten|tet)?|(?:ge|be|er)k(?:ä|ae)mpft|zu bekämpfen"
    r"|w(?:ü|ue)rf(?:le|ele|elst|elt|eln|elte|elten)|gew(?:ü|ue)rfelt|(?:(?<=ich )|(?<=^))w(?:ü|ue)rfel"
    r"|(?:ver)?zaub(?:re|ere|erst|ert|ern|erte|erten)|gezaubert|wirk(?:e|t|en)?\b[^.,;:!?]{0,80}?\b\w*zauber"
    r"|verteidig(?:e|st|t|en|te|ten)?|zu verteidigen"
    rf"|ausweich{_END}|auszuweichen|ausgewichen|(?:weich{_END}|wich{_PAST})\b[^.,;:!?]{{0,80}}?\baus\b{_SEPARATED}"
    r"|schwing(?:e|st|t|en)?|schwang(?:st|t|en)?|geschwungen"
    r"|(?:er|ab)?schie(?:ß|ss)(?:e|t|en)?|abzuschie(?:ß|ss)en|(?:er|ab)?scho(?:ss|ß)(?:en|t)?|(?:er|ab)?geschossen|erschossen"
    r")\b",
    re.IGNORECASE,
)
"""Attack, fight, roll, cast, defend, dodge, swing and shoot, as verbs are inflected."""

DIFFICULTY = re.compile(
    r"\b(?P<what>dc|sg|difficulty(?:\s+of)?|schwierigkeit(?:sgrad)?(?:\s+von)?)\s*[:=]?\s*(?P<number>\d{1,2})\b",
    re.IGNORECASE,
)
