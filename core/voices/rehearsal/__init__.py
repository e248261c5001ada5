"""The rehearsal voice: lines that somebody wrote, in English and German, and stage directions in place of others."""
