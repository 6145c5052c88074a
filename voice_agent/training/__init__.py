"""The scripts that made what is in models/."""
