"""The logbook of a run of scenes: a page a scene, as data, Markdown, HTML and PDF."""
