"""Words as rules read them: plain, cut into sentences, compared. Pure."""
