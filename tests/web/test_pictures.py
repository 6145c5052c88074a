"""Pictures that people send: only the picture is kept, and what is no picture costs next to nothing."""

import io
import os
import struct
import time
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import numpy as np
import pillow_heif
import pytest
from PIL import Image, ImageCms
from PIL.PngImagePlugin import PngInfo
from web_house import House, furnished, send, served

from voice_agent.archive import family
from voice_agent.archive.accounts import Role
from voice_agent.web import darkroom, pictures
from voice_agent.web.doorman import PARCELS
from voice_agent.web.guard import Refused

CHEAP = 0.4
"""Seconds of the processor that rubbish may cost at most."""

BUSY = 3
"""How much dearer the same work is where caches are shared with others; what is meant to be kept out costs minutes."""

SECRET = b"SpyCam 51.4778N"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with served(furnished(tmp_path_factory.mktemp("house") / "state")) as open_house:
        yield open_house


@pytest.fixture
def ann(house: House) -> Iterator[httpx.Client]:
    with house.visitor(Role.FAMILY) as client:
        yield client


def sends(client: httpx.Client, image: bytes) -> httpx.Response:
    return send(client, "/family", "/family/photographs", files={"picture": ("a.jpg", image)})


def spent() -> float:
    """Seconds of the processor, those of ended processes included."""
    took = os.times()
    return took.user + took.system + took.children_user + took.children_system


def saved(image: Image.Image, kind: str, **how: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **how)  # type: ignore[arg-type]
    return out.getvalue()


def segment(mark: int, says: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, mark, len(says) + 2) + says


def chunk(kind: bytes, says: bytes) -> bytes:
    return struct.pack(">I", len(says)) + kind + says + struct.pack(">I", zlib.crc32(kind + says))


def head(width: int, height: int) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + chunk(
        b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    )


PLAIN = Image.new("RGB", (40, 30), "teal")

JPEG = saved(PLAIN, "JPEG")

NOISE = np.random.default_rng(7).bytes(14_900_000)

FRAME = (
    b"\x21\xf9\x04\x00\x00\x00\x00\x00\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00"
)


def many_scans() -> bytes:
    """A picture whose last part is told again and again."""
    image = saved(Image.new("RGB", (4000, 4000), "teal"), "JPEG", progressive=True)
    last = image[image.rindex(b"\xff\xda") : -2]
    return image[:-2] + last * (14_000_000 // len(last)) + b"\xff\xd9"


RUBBISH = {
    "noise": lambda: NOISE,
    "noise that begins like a photograph": lambda: b"\xff\xd8\xff" + NOISE,
    "noise behind a photograph's head": lambda: JPEG[: JPEG.index(b"\xff\xda")] + NOISE,
    "filling bytes": lambda: b"\xff\xd8" + b"\xff" * 14_900_000,
    "comments without an end": lambda: b"\xff\xd8" + segment(0xFE, b"") * 3_700_000,
    "scans without an end": many_scans,
    "a photograph cut off": lambda: saved(Image.effect_noise((3000, 3000), 90), "JPEG")[:-9000],
    "a photograph of nothing": lambda: (
        b"\xff\xd8" + segment(0xC0, bytes(15)) + segment(0xDA, bytes(10))
    ),
    "a photograph of a billion pixels": lambda: JPEG.replace(
        struct.pack(">HH", 30, 40), struct.pack(">HH", 40_000, 40_000)
    ),
    "a drawing of a billion pixels": lambda: (
        head(30_000, 40_000) + chunk(b"IDAT", zlib.compress(bytes(9_000_000))) + chunk(b"IEND", b"")
    ),
    "chunks without an end": lambda: head(9, 9) + chunk(b"IDAT", b"") * 1_200_000,
    "a chunk longer than the file": lambda: head(9, 9) + b"\xff\xff\xff\xffIDAT",
    "text that unpacks to gigabytes": lambda: (
        head(9, 9)
        + chunk(b"zTXt", b"x\0\0" + zlib.compress(bytes(100_000_000))) * 20
        + chunk(b"IDAT", b"")
        + chunk(b"IEND", b"")
    ),
    "a film of half a million frames": lambda: (
        b"GIF89a\x01\x00\x01\x00\x80\x00\x00" + bytes(6) + FRAME * 600_000 + b"\x3b"
    ),
    "a film as a picture": lambda: saved(
        PLAIN, "WEBP", save_all=True, append_images=[Image.new("RGB", (40, 30), "red")] * 50
    ),
    "a picture of another kind": lambda: saved(PLAIN, "TIFF"),
    "half of a small picture": lambda: saved(PLAIN, "WEBP")[:60],
    "a film of a telephone's": lambda: telephone_picture().replace(b"heic", b"hevc"),
    "a telephone's picture cut off": lambda: telephone_picture((900, 600), 99)[:-400],
    "boxes without an end": lambda: (
        b"\0\0\0\x10ftypheic" + bytes(4) + b"\0\0\0\x08free" * 1_800_000
    ),
    "boxes in boxes": lambda: b"\0\0\0\x10ftypheic" + bytes(4) + b"\0\0\0\x08iprp" * 1_800_000,
    "a riff that is no picture": lambda: b"RIFF\x10\x00\x00\x00WEBPVP8 \xff\xff\xff\xff",
    "a drawing": lambda: b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
    "a page": lambda: b"%!PS-Adobe-3.0 EPSF-3.0\n" + b"{ } loop\n" * 1000,
    "nothing": lambda: b"",
}


@pytest.mark.parametrize("name", RUBBISH)
def test_rubbish_is_refused_for_next_to_nothing(name: str) -> None:
    sent = RUBBISH[name]()
    before = spent()
    with pytest.raises(Refused) as refused:
        pictures.anew(sent)
    assert spent() - before < 2 * BUSY * CHEAP, "the sender works as well"
    assert refused.value.status in (413, 415)


def test_fifteen_megabytes_of_rubbish_cost_the_whole_house_next_to_nothing(
    house: House, ann: httpx.Client
) -> None:
    """From the first byte on the line to the answer, the sender's own work included."""
    before = spent()
    assert sends(ann, b"\xff\xd8" + b"\xff" * 14_900_000).status_code == 415
    assert spent() - before < 2 * BUSY * CHEAP, "the sender works as well"
    before = spent()
    separators = (b"\r\n--" + b"x" * 4) * 1_800_000
    assert sends(ann, separators).status_code == 400
    assert spent() - before < 2 * BUSY * CHEAP, "the sender works as well"
    assert family.photographs(house.book) == ()


def wicked_photograph() -> bytes:
    """Red on the left, blue on the right, to be turned; and everything in it that a file can hide."""
    image = Image.new("RGB", (60, 40), "red")
    image.paste("blue", (30, 0, 60, 40))
    exif = Image.Exif()
    exif[0x0112] = 6  # a quarter to the right
    exif[0x010F] = SECRET.decode()
    exif[0x8825] = {1: "N", 2: (51.0, 28.0, 40.0), 29: "2026:11:20"}
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    made = saved(image, "JPEG", exif=exif, comment=SECRET, icc_profile=profile + SECRET)
    hidden = (
        segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0<x>" + SECRET + b"</x>")
        + segment(0xED, b"Photoshop 3.0\0" + SECRET)
        + segment(0xE2, b"MPF\0" + SECRET)
        + segment(0xE7, SECRET)
        + segment(0xFE, SECRET)
    )
    return made[:2] + hidden + made[2:] + JPEG + SECRET


def wicked_drawing() -> bytes:
    about = PngInfo()
    about.add_text("Comment", SECRET.decode())
    about.add_text("Zipped", SECRET.decode() * 20, zip=True)
    about.add_itxt("XML:com.adobe.xmp", SECRET.decode())
    image = Image.new("RGBA", (60, 40), (255, 0, 0, 255))
    image.paste((1, 2, 3, 0), (30, 0, 60, 40))  # can be seen through: what is beneath is nobody's
    exif = Image.Exif()
    exif[0x010F] = SECRET.decode()
    return saved(image, "PNG", pnginfo=about, exif=exif) + SECRET


def telephone_picture(size: tuple[int, int] = (120, 80), quality: int = 90) -> bytes:
    """As a telephone takes it, held upright: red on the left, blue on the right, to be turned a quarter to the right."""
    image = Image.new("RGB", size, "red")
    image.paste("blue", (size[0] // 2, 0, *size))
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = SECRET.decode()
    pillow_heif.register_heif_opener()
    return saved(image, "HEIF", exif=exif.tobytes(), xmp=SECRET, quality=quality)


def wicked_web_picture() -> bytes:
    exif = Image.Exif()
    exif[0x010F] = SECRET.decode()
    return saved(PLAIN, "WEBP", exif=exif, xmp=SECRET) + SECRET


@pytest.mark.parametrize(
    "made",
    [wicked_photograph, wicked_drawing, wicked_web_picture, telephone_picture],
    ids=lambda made: made.__name__,
)
def test_nothing_is_kept_or_served_but_the_picture_itself(tmp_path: Path, made: object) -> None:
    sent = made()  # type: ignore[operator]
    assert sent.count(SECRET) >= 2
    with served(furnished(tmp_path / "state")) as house, house.visitor(Role.FAMILY) as ann:
        assert sends(ann, sent).status_code == 303
        (photograph,) = family.photographs(house.book)
        kept = family.picture(house.book.state, photograph).read_bytes()
        assert ann.get(f"/photographs/{photograph.id}.jpg").content == kept
    everything = [path for path in (tmp_path / "state").rglob("*") if path.is_file()]
    assert [path for path in everything if SECRET[:6] in path.read_bytes()] == []
    assert marks(kept) == {0xE0, 0xDB, 0xC0, 0xC4, 0xDA}, "size, tables and the picture"
    assert kept.index(b"\xff\xd9") == len(kept) - 2, "and nothing after its end"
    with Image.open(io.BytesIO(kept)) as image:
        assert set(image.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}
        assert image.getexif() == {}


def marks(jpeg: bytes) -> set[int]:
    """Kinds of pieces of a JPEG, up to its picture."""
    found, at = set[int](), 2
    while 0xDA not in found:
        found.add(jpeg[at + 1])
        at += 2 + int.from_bytes(jpeg[at + 2 : at + 4])
    return found


def opened(jpeg: bytes) -> Image.Image:
    return Image.open(io.BytesIO(jpeg)).convert("RGB")


def near(seen: object, colour: tuple[int, int, int]) -> bool:
    return bool(np.abs(np.array(seen) - colour).max() < 12)


def test_a_picture_stands_upright_before_it_forgets_which_way_was_up() -> None:
    image = opened(pictures.anew(wicked_photograph()))
    assert image.size == (40, 60)
    assert near(image.getpixel((20, 10)), (255, 0, 0))
    assert near(image.getpixel((20, 50)), (0, 0, 255))


def test_a_telephones_own_picture_is_read_and_stands_upright() -> None:
    image = opened(pictures.anew(telephone_picture()))
    assert image.size == (80, 120)
    assert near(image.getpixel((40, 10)), (255, 0, 0))
    assert near(image.getpixel((40, 110)), (0, 0, 255))


def test_the_form_says_before_what_is_kept_of_a_picture_and_that_is_so(ann: httpx.Client) -> None:
    says = ann.get("/family").text
    assert "image/heic" in says
    centimetres = int(darkroom.SIDE / 300 * 2.54)  # as finely as a book is printed
    assert f"printed {centimetres} centimetres long" in says
    assert f"up to {PARCELS['/family/photographs'] // 1_000_000} megabytes" in says
    assert opened(pictures.anew(telephone_picture((4000, 3000)))).size == (1200, darkroom.SIDE)


def test_whoever_sends_too_large_a_picture_is_told_what_to_do(ann: httpx.Client) -> None:
    answer = sends(ann, bytes(PARCELS["/family/photographs"] + 1))
    assert answer.status_code == 413
    assert "30 MB" in answer.text and "screenshot" in answer.text
    with pytest.raises(Refused, match="screenshot"):
        pictures.anew(broad())


def broad() -> bytes:
    """A telephone's picture that says it is twenty thousand pixels each way."""
    sent = telephone_picture((128, 128))
    said = struct.pack(">II", 128, 128)
    assert sent.count(said) == 1
    return sent.replace(said, struct.pack(">II", 20_000, 20_000))


def test_what_can_be_seen_through_lies_on_white() -> None:
    image = opened(pictures.anew(wicked_drawing()))
    assert near(image.getpixel((10, 20)), (255, 0, 0))
    assert near(image.getpixel((50, 20)), (255, 255, 255))


def test_colours_look_as_they_did_and_need_no_profile_any_more() -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    swapped = profile.replace(b"rXYZ", b"?XYZ").replace(b"bXYZ", b"rXYZ").replace(b"?XYZ", b"bXYZ")
    red = Image.new("RGB", (40, 30), (255, 0, 0))
    screen = saved(red, "JPEG", icc_profile=swapped, quality=95)  # whose red is everybody's blue
    assert near(opened(pictures.anew(screen)).getpixel((9, 9)), (0, 0, 255))
    for misfit in (b"no profile at all", profile[:200]):
        sent = saved(red, "JPEG", icc_profile=misfit, quality=95)
        assert near(opened(pictures.anew(sent)).getpixel((9, 9)), (255, 0, 0))


def test_a_telephones_large_photograph_is_kept_large(house: House, ann: httpx.Client) -> None:
    seed = np.random.default_rng(3)
    rough = Image.fromarray(seed.integers(0, 255, (750, 1000, 3), dtype=np.uint8))
    fine = np.asarray(rough.resize((4000, 3000))).astype(np.int16)
    fine += seed.integers(-22, 22, fine.shape, dtype=np.int16)
    photograph = saved(Image.fromarray(fine.clip(0, 255).astype(np.uint8)), "JPEG", quality=96)
    assert 10_000_000 < len(photograph) < 15_000_000
    assert sends(ann, photograph).status_code == 303
    kept = family.picture(house.book.state, family.photographs(house.book)[0])
    assert opened(kept.read_bytes()).size == (1600, 1200)


def test_whoever_sends_many_pictures_at_once_is_asked_to_wait_and_the_others_are_served(
    house: House,
) -> None:
    large = saved(Image.effect_noise((2500, 2500), 60), "JPEG", quality=90)
    with house.visitor(Role.FAMILY) as ann, ThreadPoolExecutor(12) as hands:
        assert sends(ann, JPEG).status_code == 303
        sent = [hands.submit(sends, ann, large) for _ in range(12)]
        served = list[int]()
        while not all(each.done() for each in sent):
            served.append(httpx.get(f"{house.address}/sign-in", timeout=30).status_code)
        assert set(served) == {200}
        answers = [each.result() for each in sent]
    assert {answer.status_code for answer in answers} <= {303, 429, 503}
    assert 303 in {answer.status_code for answer in answers}
    assert all("Please" in answer.text for answer in answers if answer.status_code != 303)


def test_a_drawing_that_may_be_a_bomb_is_given_up_after_seconds() -> None:
    """Thirty million pixels in thirty thousand bytes: the most a small file can ask for."""
    bomb = saved(Image.new("L", (5400, 5400)), "PNG")
    began = time.monotonic()
    assert opened(pictures.anew(bomb)).size == (1600, 1600)
    assert time.monotonic() - began < pictures.SECONDS
