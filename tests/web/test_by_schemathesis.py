"""Schemathesis reads the pages' own description and sends what it allows and what it does not: nothing breaks."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from web_house import House, furnished, mark, printed, remembered, served

from voice_agent.archive.accounts import Role
from voice_agent.archive.book import Book
from voice_agent.web.app import make
from voice_agent.web.desk import Desk

PAGES = {
    Role.NARRATOR: "/me/people",
    Role.CAREGIVER: "/care",
    Role.FAMILY: "/family",
    Role.ADVOCATE: "/advocate",
}

DESCRIBED = make(Desk(Book(Path("/nonexistent")), None)).openapi()  # type: ignore[arg-type]
for out in ("/sign-out", "/sign-in"):  # would end the visit
    del DESCRIBED["paths"][out]

SCHEMA = schemathesis.openapi.from_dict(DESCRIBED)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    made = furnished(tmp_path_factory.mktemp("house") / "state")
    remembered(made)
    printed(made, Role.FAMILY)
    with served(made) as open_house:
        yield open_house


@pytest.fixture(scope="module")
def visits(house: House) -> dict[Role, tuple[dict[str, str], str]]:
    """Each one's cookies, and the mark that their forms must bring back."""
    found: dict[Role, tuple[dict[str, str], str]] = {}
    for role in Role:
        with house.visitor(role) as client:
            found[role] = (dict(client.cookies), mark(client, PAGES[role]))
    return found


def role_of(path: str) -> Role:
    """Whose page it is."""
    if path.startswith("/care"):
        return Role.CAREGIVER
    if path.startswith("/advocate"):
        return Role.ADVOCATE
    return Role.FAMILY if path.startswith("/family") else Role.NARRATOR


@SCHEMA.parametrize()
@settings(
    max_examples=3,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_nothing_that_the_description_allows_breaks_a_page(
    case: schemathesis.Case, house: House, visits: dict[Role, tuple[dict[str, str], str]]
) -> None:
    cookies, good = visits[role_of(case.path)]
    if isinstance(case.body, dict):
        case.body["mark"] = good
    answer = case.call(base_url=house.address, cookies=cookies, headers={"Origin": house.address})
    assert answer.status_code < 500
    assert "Traceback" not in answer.text
