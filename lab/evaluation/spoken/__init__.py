"""Hearing, speaking and waiting, measured in sound."""
