"""Whoever is in danger, lost, frightened or cross is heard, and answered in reviewed words."""
