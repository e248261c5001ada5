"""What is asked about a duologue: putting one on, and branching off one."""

from desktop.dialogs.duologue.fields import DuologueFields
from desktop.dialogs.duologue.fork import TalkForkDialog

__all__ = ["DuologueFields", "TalkForkDialog"]
