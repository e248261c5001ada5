"""Daily schedules: which roundtables a cast holds round the clock, and the log of what fired.

A *daily schedule* and its *time slots* are not the office's day and agenda (`core/modes/office/config.py`): those say
what happens within one run of the office, in the office's own time; a schedule begins whole runs, by the calendar.
"""
