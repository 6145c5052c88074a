"""The guards that answer a turn before the interview leads on; in what order, says steering/wishes.py."""
