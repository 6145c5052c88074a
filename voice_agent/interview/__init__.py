"""What the interviewer does next. Pure."""
