"""Questions off the record: members are asked alone, as they see the run at a turn, and the run does not notice."""
