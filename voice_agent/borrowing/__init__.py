"""Engines that another computer of the house lends: a better recogniser, a better voice, more arms for memory."""
