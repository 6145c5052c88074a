"""A language model finds words, and each is checked before it is spoken."""
