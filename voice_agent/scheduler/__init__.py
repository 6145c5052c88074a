"""When the narrator is invited to talk: pure decisions about a calendar, and the invitation itself."""
