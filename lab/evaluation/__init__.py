"""How we know: every figure has a command here."""
