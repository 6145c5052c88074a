"""Our recogniser, voice and embedder, lent to other programs in the house."""
