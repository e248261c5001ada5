"""A quiz for Parley: a quizmaster asks, contestants answer, points are given, a winner is named."""

from parley_quiz import words as words  # with the German of its sentences
