"""Grades of what was said: a rubric is put to a model, or to a person who does not see whose lines they are."""
