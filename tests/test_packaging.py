"""What pip makes of this project works away from the checkout."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from voice_agent.resources import resource

CHECKOUT = Path(__file__).resolve().parents[1]
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")

SHIPPED = (
    "config/agent.toml",
    "config/profiles/starter.toml",
    "models/models.toml",
    "audio",
    "config/seat/moments.toml",
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not (CHECKOUT / "pyproject.toml").is_file():
        pytest.skip("these tests run outside a checkout, so there is nothing to build")
    folder = tmp_path_factory.mktemp("wheel")
    build = [*PIP, "wheel", "--no-deps", "--no-build-isolation", "-w", str(folder), str(CHECKOUT)]
    subprocess.run(build, check=True)
    return next(folder.glob("voice_agent-*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([*PIP, "install", "--no-deps", "--target", str(folder), str(wheel)], check=True)
    return folder


def run(installed: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=installed,
        env={"PYTHONPATH": str(installed), "HOME": str(installed), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_an_installed_wheel_finds_its_own_settings_and_sounds(installed: Path) -> None:
    ask = "from voice_agent.resources import resource; import sys; print(resource(sys.argv[1]))"
    for name in SHIPPED:
        found = Path(run(installed, "-c", ask, name).strip())
        assert found.is_relative_to(installed), name
        assert found.exists(), name


def test_an_installed_wheel_runs_its_command(installed: Path) -> None:
    assert "interviewer" in run(installed, "-m", "voice_agent", "--help")
    assert '"starter"' in run(installed, "-m", "voice_agent", "settings")


def test_the_wheel_holds_no_tests_and_nobodys_recordings(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    assert not [name for name in names if name.startswith("tests/") or name.endswith(".db")]
    assert "voice_agent/py.typed" in names


def test_the_wheel_holds_no_lab_and_little_besides_the_readers(wheel: Path) -> None:
    """What measures and what teaches stays in the checkout; what is read at home is what a house downloads."""
    files = ZipFile(wheel).infolist()
    names = [each.filename for each in files]
    assert not [name for name in names if name.startswith("lab/") or "/training/" in name]
    assert not [name for name in names if "lessons" in name or "labelled" in name]
    readers = sum(each.compress_size for each in files if each.filename.endswith(".npz"))
    others = sum(each.compress_size for each in files) - readers
    assert others < 6_000_000
    assert readers < 40_000_000


def test_a_checkout_finds_the_same_files_beside_the_package() -> None:
    for name in SHIPPED:
        assert resource(name).exists(), name
