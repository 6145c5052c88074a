"""A language server whose certificate this computer does not know is sent nothing, and one whose file is named is asked."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from ollama_server import MODEL
from openai_server import openai_server

from voice_agent.errors import EngineUnavailable
from voice_agent.language.choice import choose
from voice_agent.language.openai_compatible import OpenAIServer
from voice_agent.measuring import doctor
from voice_agent.measuring.checkup import State
from voice_agent.settings import load
from voice_agent.settings_sections import Language
from voice_agent.web.certificate import Papers, papers

pytestmark = pytest.mark.anyio


@pytest.fixture
def made(tmp_path: Path) -> Papers:
    return papers(tmp_path / "cluster", ["127.0.0.1"], datetime.now(UTC))


def wanted(url: str, certificate: Path | str = "") -> Language:
    return Language(
        model="openai", openai_url=url, openai_model=MODEL, openai_certificate=str(certificate)
    )


async def test_a_server_with_a_certificate_of_its_own_is_asked_once_its_file_is_named(
    made: Papers,
) -> None:
    heard = list[str]()
    with openai_server(certificate=(made.certificate, made.key)) as served:
        model = await choose(wanted(served.url, made.authority_file), None, heard.append)
        assert model is not None
        await model.settle()
        assert served.requests and len(heard) == 1


@pytest.mark.parametrize("scheme", ["https", "HTTPS"])
async def test_one_that_nobody_here_knows_is_sent_nothing_and_it_is_said_why(
    made: Papers, scheme: str
) -> None:
    with openai_server(certificate=(made.certificate, made.key)) as served:
        stranger = OpenAIServer(served.url.replace("https", scheme), MODEL)
        with pytest.raises(EngineUnavailable, match="not known here") as refused:
            await stranger.load()
        assert not served.requests and not served.keys
    assert "language.openai_certificate" in refused.value.mend


async def test_a_file_without_a_certificate_is_named_and_the_server_not_asked(
    made: Papers, tmp_path: Path
) -> None:
    none = tmp_path / "none.crt"
    none.write_text("no certificate")
    with openai_server(certificate=(made.certificate, made.key)) as served:
        for file in (none, tmp_path / "missing.crt"):
            heard = list[str]()
            assert await choose(wanted(served.url, file), None, heard.append) is None
            assert "language.openai_certificate" in heard[0] and str(file) not in heard[0]
        house = load(environ={"XDG_CONFIG_HOME": "/nonexistent"})
        asked = house.model_copy(update={"language": wanted(served.url, none)})
        found = await doctor.language(asked, heard.append)
        assert not served.requests
    assert found.state is State.CARE and "openai_certificate" in found.says and found.do


async def test_without_encryption_no_certificate_is_looked_at() -> None:
    with openai_server() as served:
        model = await choose(wanted(served.url, "/nonexistent.crt"), None, lambda says: None)
        assert model is not None
        await model.settle()
        assert served.requests
