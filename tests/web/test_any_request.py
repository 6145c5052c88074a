"""Whatever is sent to whatever route, signed in as whoever: nothing breaks. From the pages' own description."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from often import times
from web_house import House, furnished, mark, served

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

ROUTES = [
    (method, path, DESCRIBED["paths"][path][method])
    for path in DESCRIBED["paths"]
    for method in DESCRIBED["paths"][path]
    if path not in ("/sign-out", "/sign-in")  # would end the visit
]

VALUES = st.one_of(
    st.text(max_size=40),
    st.integers().map(str),
    st.sampled_from(
        [
            "2026-11-23",
            "2026-02-30",
            "9999-12-31",
            "0001-01-01",
            "10:00",
            "25:99",
            "mon",
            "everybody",
            "true",
        ]
    ),
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    made = furnished(tmp_path_factory.mktemp("house") / "state")
    with served(made) as open_house:
        yield open_house


@pytest.fixture(scope="module")
def visitors(house: House) -> Iterator[dict[Role, tuple[httpx.Client, str]]]:
    with ExitStack() as stack:
        clients = {role: stack.enter_context(house.visitor(role)) for role in Role}
        yield {role: (client, mark(client, PAGES[role])) for role, client in clients.items()}


@settings(max_examples=times(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_request_breaks_a_page(
    house: House, visitors: dict[Role, tuple[httpx.Client, str]], data: st.DataObject
) -> None:
    method, path, about = data.draw(st.sampled_from(ROUTES))
    client, good = visitors[data.draw(st.sampled_from(list(Role)))]
    for parameter in about.get("parameters", []):
        if parameter["in"] == "path":
            value = data.draw(
                st.one_of(VALUES, st.integers(0, 9).map(str)).filter(lambda v: v.strip("./") != "")
            )
            path = path.replace(
                f"{{{parameter['name']}}}",
                httpx.QueryParams({"x": value}).__str__()[2:].replace("+", "%20"),
            )
    form: dict[str, str] = {"mark": good}
    for body in about.get("requestBody", {}).get("content", {}).values():
        name = body["schema"].get("$ref", "").rpartition("/")[2]
        for field in DESCRIBED["components"]["schemas"].get(name, {}).get("properties", {}):
            form[field] = data.draw(VALUES)
    answer = client.request(method.upper(), path, data=form if method == "post" else None)
    assert answer.status_code < 500, (method, path, form)
    assert "Traceback" not in answer.text
