"""A quiz for Parley: a quizmaster asks, contestants answer, points are given, a winner is named."""
