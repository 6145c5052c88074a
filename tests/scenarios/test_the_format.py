"""Whoever writes a scenario is told what may stand in it, on the page and where they slip."""

import re
from pathlib import Path

import pytest

from voice_agent.errors import ScenarioError
from voice_agent.interview.moves import Act
from voice_agent.resources import resource
from voice_agent.scenarios import from_file
from voice_agent.scenarios.scenario import DANGERS, MAY_DIFFER, PARTS, Scenario
from voice_agent.scenarios.throwaway import settings_for
from voice_agent.settings import Settings, keys, toml
from voice_agent.settings_sections import Language

PAGE = resource("docs/scenarios.md")
YES = '[[line]]\nsays = "Yes, you may record me."\n'


def wrong(tmp_path: Path, text: str) -> ScenarioError:
    """What is said of a file that holds `text`."""
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        from_file.in_form(file)
    return caught.value


def told_of() -> dict[str, set[str]]:
    """The keys of the page's table, by the table of the file that they stand in."""
    found: dict[str, set[str]] = {}
    at = ""
    for row in re.findall(r"^\| (.+?) \| ?(.*?) ?\|$", PAGE.read_text(encoding="utf-8"), re.M):
        if row[0].startswith("**"):
            at = row[0].strip("*")
            found[at] = (
                set(re.findall(r"`(\w+)`", row[1].split(" as above")[0]))
                if "whole" in at
                else set()
            )
        elif at:
            found[at] |= set(re.findall(r"`(\w+)`", row[0]))
    return found


def test_the_page_tells_of_every_key_and_of_no_other() -> None:
    names = dict(
        zip(
            (
                "the file", "who", "room", "evening", "line", "expect, in a line", "expect, of the whole",
                "kept_back", "dated",
            ),
            PARTS,
            strict=True,
        )
    )  # fmt: skip
    page = told_of()
    assert {table: set(part.model_fields) for table, part in names.items()} == page


def test_the_page_names_every_kind_of_reply_and_every_level_of_danger() -> None:
    text = PAGE.read_text(encoding="utf-8")
    kinds = re.search(r"\| `kind` \| of the reply: (.+?) \|", text)
    assert kinds and kinds[1].split(", ") == [str(each) for each in Act]
    danger = re.search(r"\| `danger` \|.+", text)
    assert danger and all(re.search(rf"\b{each}\b", danger[0]) for each in DANGERS)


def test_the_page_and_the_example_can_be_held(tmp_path: Path) -> None:
    shown = re.search(r"```toml\n(.+?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert shown
    file = tmp_path / "page.toml"
    file.write_text(shown[1], encoding="utf-8")
    assert len(from_file.in_form(file).evenings) == 2
    assert from_file.in_form(from_file.EXAMPLE).line[-1].expect.ends


def test_what_the_example_leaves_out_by_a_comment_may_stand_there(tmp_path: Path) -> None:
    text = from_file.EXAMPLE.read_text(encoding="utf-8")
    lines = [
        line.removeprefix("# ") if re.match(r"# (\[|\w+(\.\w+)? = )", line) else line
        for line in text.splitlines()
    ]
    gone = next(line for line in lines if line.startswith("gone"))
    file = tmp_path / "whole.toml"
    file.write_text("\n".join([gone, *(each for each in lines if each != gone)]), encoding="utf-8")
    scenario = from_file.in_form(file)
    assert scenario.known and scenario.kept_back and scenario.dated and scenario.gone


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (f'titel = "a"\n{YES}', 1, "“title”"),
        (f'title = "a"\n{YES}expect.hold = "x"\n', 4, "“holds”"),
        (f'title = "a"\n{YES}expect.kind = "questions"\n', 4, "greeting"),
        (f'title = "a"\n{YES}expect.wish = "forgetting"\n', 4, "forget that"),
        (f'title = "a"\n{YES}expect.danger = "4"\n', 4, "3m"),
        (f'title = "a"\n{YES}expect.never = "(open"\n', 4, "regular expression"),
        (f'title = "a"\n{YES}expect.words = "ten"\n', 4, "integer"),
        (f'title = "a"\n{YES}{YES}silence = 4\n', 4, "one of says, silence, button, power"),
        (f'title = "a"\n{YES}[[line]]\nbutton = "loud"\n', 5, "louder"),
        (f'title = "a"\n[settings.interview]\nlenght = 4.0\n{YES}', 3, "“length”"),
        (f'title = "a"\n[who]\nnam = "x"\n{YES}', 3, "“name”"),
        ('title = "a"\n[[evening]]\n[[evening.line]]\nsays = "a"\n[[evening]]\n[[evening.line]]\nsay = "b"\n', 7, "“says”"),
        ('title = "a"\n', 1, "lines or evenings"),
        (YES, 1, "title"),
        ('title = "a\n', 1, "TOML"),
    ],
)  # fmt: skip
def test_a_slip_is_said_with_its_line_and_with_what_may_stand_there(
    tmp_path: Path, text: str, line: int, says: str
) -> None:
    error = wrong(tmp_path, text)
    said = f"{error.what} {error.mend}"
    assert "mine.toml" in said and f"line {line}" in said and says in said
    assert "Nothing was held" in error.safe


def test_a_file_that_is_not_there_is_said_so() -> None:
    with pytest.raises(ScenarioError, match="cannot be read"):
        from_file.read(Path("/nowhere/mine.toml"))


def test_every_scenario_that_ships_with_the_lab_is_in_form_and_says_why_it_matters() -> None:
    files = sorted(resource("lab/scenarios").glob("*.toml"))
    read = [from_file.in_form(file) for file in files]
    assert len(read) == 20
    assert all(isinstance(each, Scenario) and each.because for each in read)
    assert len({each.title for each in read}) == 20


HERS = {dotted for dotted, *_ in keys() if not {dotted, dotted.partition(".")[0]} & {*MAY_DIFFER}}
"""Settings that belong to whoever holds the scenario."""


def test_a_strangers_file_sets_nothing_that_reaches_out_of_its_throw_away_house(
    tmp_path: Path,
) -> None:
    assert {"state_directory", "safety.mail", "language.openai_url", "language.elsewhere"} < HERS
    for dotted, _, default, _ in keys():
        table, _, key = f"settings.{dotted}".rpartition(".")
        file = tmp_path / "mine.toml"
        file.write_text(f'title = "a"\n[{table}]\n{key} = {toml(default)}\n{YES}', "utf-8")
        if dotted not in HERS:
            from_file.in_form(file)
            continue
        with pytest.raises(ScenarioError) as caught:
            from_file.read(file)
        assert f"line 3: “{dotted}”" in caught.value.what and caught.value.safe == from_file.SAFE


def test_nobody_whom_a_file_names_has_an_address(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    people = 'contacts = ["Joan | daughter | mill lane | file:///tmp/x"]\nadvocate = "May | | | ntfy://x/y"\n'
    file.write_text(f'title = "a"\n[settings.safety]\n{people}{YES}', "utf-8")
    safety = from_file.in_force(from_file.read(file), Settings(), file).safety
    assert safety.contacts == ["Joan | daughter | mill lane |"]
    assert safety.advocate == "May | | |"


def test_the_language_model_of_a_scenario_is_the_houses_own_and_only_where_the_house_lets_it_lead(
    tmp_path: Path,
) -> None:
    def held(own: Language, leads: str) -> Language:
        file = tmp_path / "mine.toml"
        file.write_text(f'title = "a"\n[settings.language]\nleads = "{leads}"\n{YES}', "utf-8")
        scenario = from_file.read(file)
        base = settings_for(scenario, Settings(language=own), tmp_path)
        return from_file.in_force(scenario, base, file).language

    own = Language(model="openai", openai_url="http://127.0.0.1:8000/v1")
    assert held(own, "yes") == own.model_copy(update={"leads": "yes"})
    assert held(own, "no").model == "none"
    assert held(own.model_copy(update={"leads": "no"}), "yes").model == "none"
