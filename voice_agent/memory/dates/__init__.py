"""When things were: dates as people say them, read against what was said before."""
