"""The file of keys: a line for each house, and what is refused before anybody is let in."""

from pathlib import Path

import pytest

from voice_agent.errors import SettingsError
from voice_agent.fleet import keys

OAK, ASH = "oak-oak-oak-oak-oak-oak", "ash-ash-ash-ash-ash-ash"


def written(folder: Path, text: str, mode: int = 0o600) -> str:
    file = folder / "fleet.keys"
    file.write_text(text, encoding="utf-8")
    file.chmod(mode)
    return str(file)


def test_without_a_key_nobody_is_let_in(tmp_path: Path) -> None:
    for none in ("", str(tmp_path / "none"), written(tmp_path, ""), written(tmp_path, "# Rose\n")):
        with pytest.raises(SettingsError, match="no key") as refused:
            keys.of_houses(none)
        assert "voice-agent fleet key" in refused.value.mend


def test_a_key_for_all_is_made_for_one_reader_alone_and_never_written_over(tmp_path: Path) -> None:
    file = tmp_path / "fleet.key"
    keys.new_key(file)
    assert file.stat().st_mode & 0o777 == 0o600
    (only,) = keys.of_houses(str(file))
    assert len(only) >= keys.SHORTEST
    with pytest.raises(SettingsError, match="there already"):
        keys.new_key(file)
    assert keys.of_houses(str(file)) == (only,)


def test_each_house_has_a_line_and_a_file_to_be_copied(tmp_path: Path) -> None:
    file = tmp_path / "fleet.keys"
    made = [keys.new_house(file, name) for name in ("rose", "Mill-2")]
    assert [each.name for each in made] == ["rose.key", "Mill-2.key"]
    own = tuple(each.read_text().strip() for each in made)
    assert keys.of_houses(str(file)) == own and len({*own}) == 2
    assert [line.split()[0] for line in file.read_text().splitlines()] == ["rose", "Mill-2"]
    assert all(each.stat().st_mode & 0o777 == 0o600 for each in (file, *made))


def test_a_house_whose_line_is_deleted_or_marked_is_out_and_the_others_are_not(
    tmp_path: Path,
) -> None:
    file = written(tmp_path, f"# Zoë's and the mill's\nrose {OAK}\n\nmill {ASH}")
    assert keys.of_houses(file) == (OAK, ASH)
    assert keys.of_houses(written(tmp_path, f"#rose {OAK}\nmill {ASH}\n")) == (ASH,)
    keys.new_house(Path(file), "rose")  # with another key, behind a line that had no end
    assert len(keys.of_houses(file)) == 2 and OAK not in keys.of_houses(file)


def test_one_more_house_is_added_behind_what_was_written_by_hand(tmp_path: Path) -> None:
    file = written(tmp_path, f"{OAK}\nmill {ASH}")
    own = keys.new_house(Path(file), "rose").read_text().strip()
    assert keys.of_houses(file) == (OAK, ASH, own)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"{OAK}\nthe mill {ASH}\n", "Line 2 of"),
        (f"\n\nmühle {ASH}\n", "Line 3 of"),
        (f"mill {ASH}é\n", "is no key"),
        (f"../mill {ASH}\n", "is no key"),
        (f"{ASH} mill\n", "line 1 of .* could be guessed"),
        ("short\n", "could be guessed"),
        (f"mill {ASH}\nrose {ASH}x\nMILL {OAK}\n", "Lines 1 and 3 of .* for one house"),
        (f"{ASH}\n{OAK}\n", "Lines 1 and 2 of .* no house"),
        (f"mill {ASH}\nrose {ASH}\n", "Lines 1 and 2 of .* one key"),
    ],
)
def test_a_line_that_cannot_be_meant_is_named_by_its_number_and_never_quoted(
    tmp_path: Path, text: str, says: str
) -> None:
    with pytest.raises(SettingsError, match=says) as refused:
        keys.of_houses(written(tmp_path, text))
    said = f"{refused.value.what}{refused.value.safe}{refused.value.mend}"
    assert refused.value.mend and not any(each in said for each in (OAK, ASH, "mühle"))


def test_keys_that_others_can_read_are_not_used_and_get_no_line_more(tmp_path: Path) -> None:
    file = written(tmp_path, f"mill {ASH}\n", 0o644)
    with pytest.raises(SettingsError, match="read by other people"):
        keys.of_houses(file)
    with pytest.raises(SettingsError, match="read by other people"):
        keys.new_house(Path(file), "rose")
    assert Path(file).read_text() == f"mill {ASH}\n" and not (tmp_path / "rose.key").exists()


@pytest.mark.parametrize("name", ["", "the mill", "../rose", ".rose", "röslein", "r" * 41, "fleet"])
def test_a_name_that_is_none_or_that_would_take_the_place_of_all_keys_is_refused(
    tmp_path: Path, name: str
) -> None:
    with pytest.raises(SettingsError):
        keys.new_house(tmp_path / "fleet.key", name)
    assert not [*tmp_path.iterdir()]


def test_a_name_that_is_known_gets_no_second_line(tmp_path: Path) -> None:
    file = tmp_path / "fleet.keys"
    keys.new_house(file, "rose")
    with pytest.raises(SettingsError, match="already"):
        keys.new_house(file, "ROSE")
    file.write_text("")
    with pytest.raises(SettingsError, match="there already"):  # the old key's file still lies there
        keys.new_house(file, "rose")
    assert file.read_text() == ""


def test_where_the_line_cannot_be_written_no_key_is_left_behind(tmp_path: Path) -> None:
    file = tmp_path / "fleet.keys"
    file.symlink_to(tmp_path / "nowhere" / "fleet.keys")
    with pytest.raises(SettingsError, match="cannot be written"):
        keys.new_house(file, "rose")
    assert not (tmp_path / "rose.key").exists()
