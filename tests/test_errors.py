"""What a task group carries out is told as one error where it is ours, and not hidden where it is none."""

from voice_agent.errors import DiskFull, VoiceAgentError, first, kinds, traced

FULL = DiskFull("The disk is full.", safe="Everything said so far is safe.")


def test_the_one_error_of_nested_groups_is_told() -> None:
    assert first(BaseExceptionGroup("", [ExceptionGroup("", [FULL])])) is FULL


def test_a_mistake_beside_it_is_not_hidden() -> None:
    group = ExceptionGroup("", [FULL, KeyError("x")])
    found = first(group)
    assert found is group and not isinstance(found, VoiceAgentError)


def test_a_mistake_is_told_by_its_kind_and_its_place_and_never_by_what_it_says() -> None:
    def lost() -> None:
        raise KeyError("what she said")

    try:
        lost()
    except KeyError as error:
        group = ExceptionGroup("her words", [ExceptionGroup("", [error]), FULL])
    assert kinds(group) == "KeyError, DiskFull"
    assert "in lost" in traced(group)
    assert "KeyError: " not in traced(group) and "her words" not in traced(group)
