"""What the form of the words makes certain: one file a field."""
