"""Logs of other programs, made into runs that can be replayed and measured."""
