"""What was talked about on other days, and which of it belongs to the moment."""
