"""What is asked about a duologue: putting one on, and branching off one."""

from desktop.modes.duologue.dialog.fields import DuologueFields
from desktop.modes.duologue.dialog.fork import TalkForkDialog

__all__ = ["DuologueFields", "TalkForkDialog"]
