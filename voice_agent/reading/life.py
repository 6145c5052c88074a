"""The parts of a life, and its themes. Pure."""

from enum import StrEnum


class Period(StrEnum):
    """A part of a life."""

    CHILDHOOD = "childhood"
    YOUTH = "youth"
    EARLY = "early adulthood"
    MIDDLE = "middle years"
    LATER = "later years"
    NOW = "now"
    AHEAD = "ahead"
    WHOLE = "whole life"
    """The question leaves open where in life the answer lies."""


class Theme(StrEnum):
    """What a question is about."""

    HOME = "home"
    FAMILY = "family"
    SCHOOL = "school"
    WORK = "work"
    LOVE = "love"
    FRIENDS = "friends"
    PLAY = "play"
    PLACES = "places"
    FAITH = "faith"
    TIMES = "times"
    HARDSHIP = "hardship"
    HEALTH = "health"
    VALUES = "values"
    SELF = "self"
