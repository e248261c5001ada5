"""What `import parley` offers: runs that are played and read, and experiments, from a program or a notebook.

Its names are public and stay as they are; `tests/unit/test_public.py` keeps their signatures.
"""
