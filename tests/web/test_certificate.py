"""The certificate made at home: it is believed for this device, kept from others, and made anew in time."""

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.x509 import verification

from voice_agent.web.certificate import LASTS, papers

NAMES = ["localhost", "127.0.0.1", "mill.local", "192.168.1.7"]
NOW = datetime(2026, 11, 22, tzinfo=UTC)


def test_a_telephone_that_trusts_the_house_believes_the_device(tmp_path: Path) -> None:
    made = papers(tmp_path, NAMES, NOW)
    device, _ = x509.load_pem_x509_certificates(made.certificate.read_bytes())
    trusted = verification.Store([x509.load_pem_x509_certificate(made.authority)])
    for name in ("mill.local", "localhost"):
        judge = verification.PolicyBuilder().store(trusted).time(NOW)
        judge.build_server_verifier(x509.DNSName(name)).verify(device, [])
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(made.certificate, made.key)


def test_its_key_is_nobody_elses_and_the_authoritys_is_gone(tmp_path: Path) -> None:
    made = papers(tmp_path, NAMES, NOW)
    folder = made.key.parent
    assert {path.name for path in folder.iterdir()} == {"device.crt", "device.key", "authority.crt"}
    assert all(path.stat().st_mode & 0o077 == 0 for path in (folder, *folder.iterdir()))
    secret = made.key.read_text()
    assert secret.count("BEGIN PRIVATE KEY") == 1
    authority = x509.load_pem_x509_certificate(made.authority)
    assert (
        authority.public_key()
        != x509.load_pem_x509_certificate(made.certificate.read_bytes()).public_key()
    )


def test_it_stays_until_names_change_or_its_time_runs_out(tmp_path: Path) -> None:
    first = papers(tmp_path, NAMES, NOW)
    assert first.fresh
    again = papers(tmp_path, reversed(NAMES), NOW + timedelta(days=300))
    assert (again.fresh, again.authority) == (False, first.authority)
    assert papers(tmp_path, [*NAMES, "10.0.0.2"], NOW).fresh
    assert papers(tmp_path, [*NAMES, "10.0.0.2"], NOW + LASTS).fresh
