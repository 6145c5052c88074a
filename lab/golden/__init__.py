"""Golden transcripts: whole talks as the program held them, to be held again word for word."""
