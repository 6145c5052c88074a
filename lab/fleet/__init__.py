"""The cluster for many houses, tried: two real talks at once while parts of it die, and what a talk costs."""
