"""Talks that somebody wrote down beforehand, held by the real program and looked at afterwards."""
