"""What a question asks for, and an answer may give. Pure."""

from enum import StrEnum


class Wants(StrEnum):
    """What a question asks for. Scene before meaning."""

    SCENE = "scene"
    MORE = "more"
    WHEN = "when"
    WHERE = "where"
    WHO = "who"
    LIKE = "like"
    WHY = "why"
