"""A certificate made at home: browsers lend their microphone to a page only over a line they trust.

An authority is made, vouches for this one device, and its key is thrown away: it can never vouch for anything
else. What is left are the authority's certificate, which telephones and tablets are told to trust, and the
device's own certificate and key. All of it is made anew when the device's names change or its time runs out.
"""

import ipaddress
import os
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from voice_agent.archive.private import folder, replacing, write_all

NAME = "voice-agent at home"

LASTS = timedelta(days=397)
"""Browsers accept no device's certificate that lasts longer than 398 days."""

LEFT = timedelta(days=30)
"""With less than this left a new one is made."""


@dataclass(frozen=True, slots=True)
class Papers:
    """Where the certificates lie, and the part that is no secret."""

    certificate: Path
    key: Path
    authority: bytes
    """PEM."""

    authority_file: Path
    until: datetime
    """When the certificate's time runs out."""

    fresh: bool
    """They were made just now: telephones must be told again."""


def papers(state: Path, names: Iterable[str], now: datetime) -> Papers:
    """The certificates for a device that is called by `names` (host names and addresses).

    Raises StateUnwritable, DiskFull.
    """
    wanted = sorted(set(names))
    where = folder(folder(state) / "certificate")
    certificate, key, authority = (where / n for n in ("device.crt", "device.key", "authority.crt"))
    if all(path.is_file() for path in (certificate, key, authority)):
        found = x509.load_pem_x509_certificate(certificate.read_bytes())
        # an address that is not there now, as before the network is, may be there again in a minute
        if {*wanted} <= {*_names(found)} and found.not_valid_after_utc - now > LEFT:
            until, there = found.not_valid_after_utc, authority.read_bytes()
            return Papers(certificate, key, there, authority, until, fresh=False)
    vouching, vouched, secret = _made(wanted, now)
    for path, data in ((key, secret), (certificate, vouched + vouching), (authority, vouching)):
        with replacing(path) as file:
            write_all(file, data, 0)
        os.chmod(path, 0o600)  # noqa: PTH101 the key least of all may be read by others
    return Papers(certificate, key, vouching, authority, now + LASTS, fresh=True)


def _made(names: list[str], now: datetime) -> tuple[bytes, bytes, bytes]:
    """PEM of the authority's certificate, of the device's, and of the device's key."""
    above, device = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    known = [_general(name) for name in names]
    start = now - timedelta(hours=1)
    authority = (
        x509.CertificateBuilder()
        .subject_name(issuer)
        .issuer_name(issuer)
        .public_key(above.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(now + LASTS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(
            x509.SubjectKeyIdentifier.from_public_key(above.public_key()), critical=False
        )
        .add_extension(_usage(signs_certificates=True), critical=True)
        .sign(above, hashes.SHA256())
    )
    leaf = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, names[0])]))
        .issuer_name(issuer)
        .public_key(device.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(now + LASTS)
        .add_extension(x509.SubjectAlternativeName(known), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(above.public_key()), critical=False
        )
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .sign(above, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    return (
        authority.public_bytes(pem),
        leaf.public_bytes(pem),
        device.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()),
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name.strip("[]")))
    except ValueError:
        return x509.DNSName(name)


def _names(certificate: x509.Certificate) -> list[str]:
    found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    addresses = [str(address) for address in found.get_values_for_type(x509.IPAddress)]
    return sorted([*found.get_values_for_type(x509.DNSName), *addresses])
