"""Grades of the open run: a dock with what models and people say of it, and a page to grade blind by hand."""
