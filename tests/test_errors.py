"""What a task group carries out is told as one error where it is ours, and not hidden where it is none."""

from voice_agent.errors import DiskFull, VoiceAgentError, first

FULL = DiskFull("The disk is full.", safe="Everything said so far is safe.")


def test_the_one_error_of_nested_groups_is_told() -> None:
    assert first(BaseExceptionGroup("", [ExceptionGroup("", [FULL])])) is FULL


def test_a_mistake_beside_it_is_not_hidden() -> None:
    group = ExceptionGroup("", [FULL, KeyError("x")])
    found = first(group)
    assert found is group and not isinstance(found, VoiceAgentError)
