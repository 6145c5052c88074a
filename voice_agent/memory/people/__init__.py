"""Who is who in a life: names, kin words, and which of them are one person."""
