"""What small readers that were taught make of a turn: their kinds, and from where they are believed. Pure."""
