"""The rehearsal voice: a seeded, scripted improviser in English and German, and it says so."""
