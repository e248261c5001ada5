"""Roundtables: a format's opening, drawn speakers, a closing, and what is left behind."""
