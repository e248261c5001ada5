"""Stories and dialogues: the player acts, a router chooses who answers, the rules decide, tools move the talk."""

from core.modes.story.mode import Story

__all__ = ["Story"]
