"""Engines that turn speech into words and words into speech. One engine, one file."""
