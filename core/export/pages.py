"""The pages of the transcript on A4 paper: a page of rich text by a template, which fpdf2 breaks and draws."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path

import jinja2

from parley.core.cast import colours
from parley.core.export.base import Options
from parley.core.export.documents import make_environment
from parley.core.export.paper import FAINT, GREY, MISSING, STYLES_OF_TAGS, Paper, mark_missing, read_signs, write_faces
from parley.core.export.transcript import Transcript
from parley.core.log.events.base import Event
from parley.core.log.state import DIRECTOR

ROW = "<!-- row -->"
"""What stands before each row of the transcript."""
LEAST = 20
"""Millimetres that a row finds free on its page."""
_ALWAYS = "".join(map(chr, range(32, 127))) + "…·" + MISSING  # what is set besides the text, such as page numbers


@cache
def _load_template() -> jinja2.Template:
    return make_environment(autoescape=True).get_template("transcript.pdf.html.j2")


def render_run(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[bytes]:
    """Yield the document, its bytes all at the end; an empty piece for each row tells how far it is. The same run gives
    the same.
    """
    signs = read_signs()
    members = {each.id: colours.get_tones(each.colour)[0] for each in transcript.config.members}  # for a light ground
    members[DIRECTOR] = colours.DIRECTOR[0]
    page = _load_template().render(
        transcript=transcript, say=transcript.say, options=options, distilled=transcript.distilled, grey=GREY,
        facts=transcript.facts(numbers=options.numbers), faint=FAINT, colour=lambda who: members.get(who, GREY),
    )  # fmt: skip
    page = mark_missing(page, signs)
    with tempfile.TemporaryDirectory(prefix="parley-") as folder:
        written = write_faces(Path(folder), "".join(sorted(set(page + transcript.say["page"]))) + _ALWAYS)
        # Closed before the folder goes: Windows deletes no file that is open.
        with closing(Paper(written, transcript.say["page"])) as paper:
            paper.set_title(transcript.title)
            paper.set_lang(transcript.language)
            paper.set_creator("Parley")
            paper.set_producer("Parley")
            if transcript.state.started_at:
                # The run's own date: the document comes out the same again.
                paper.set_creation_date(transcript.state.started_at)
            paper.add_page()
            for part in page.split(ROW):
                if paper.page_break_trigger - paper.y < LEAST:
                    paper.add_page()  # A name is not left alone at the foot of a page
                paper.write_html(part, font_family="Inter", tag_styles=STYLES_OF_TAGS)
                yield b""
            yield bytes(paper.output())
