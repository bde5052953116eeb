"""Certificates made at test time: an authority as a file to trust, and server contexts it signed."""

from __future__ import annotations

import datetime
import ipaddress
import ssl
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

pytest.importorskip("cryptography", reason="certificates are made with cryptography (Linux only in the lock)")

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

DAY = datetime.timedelta(days=1)


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _builder(
    name: str, issuer: str, begins: datetime.datetime, ends: datetime.datetime
) -> x509.CertificateBuilder:
    builder = x509.CertificateBuilder().subject_name(_name(name)).issuer_name(_name(issuer))
    return builder.serial_number(x509.random_serial_number()).not_valid_before(begins).not_valid_after(ends)


@dataclass(frozen=True)
class Authority:
    """A certificate authority; `ca_file` is what a client has to trust."""

    name: str
    folder: Path
    key: ec.EllipticCurvePrivateKey
    ca_file: Path

    @classmethod
    def make(cls, folder: Path, name: str) -> Authority:
        """A new authority with its certificate in `folder`."""
        key = ec.generate_private_key(ec.SECP256R1())
        now = datetime.datetime.now(datetime.UTC)
        certificate = (
            _builder(name, name, now - DAY, now + DAY)
            .public_key(key.public_key())
            .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
            .sign(key, hashes.SHA256())
        )
        path = folder / f"{name}.pem"
        path.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
        return cls(name, folder, key, path)

    @cached_property
    def here(self) -> ssl.SSLContext:
        """A server context for this computer's own address."""
        return self.server("127.0.0.1")

    def server(self, *hosts: str, expired: bool = False) -> ssl.SSLContext:
        """A server context whose certificate names `hosts` (addresses or names)."""
        key = ec.generate_private_key(ec.SECP256R1())
        ends = datetime.datetime.now(datetime.UTC) + (-DAY / 2 if expired else DAY)
        certificate = (
            _builder(hosts[0], self.name, ends - DAY, ends)
            .public_key(key.public_key())
            .add_extension(x509.SubjectAlternativeName([_host(host) for host in hosts]), critical=False)
            .sign(self.key, hashes.SHA256())
        )
        path = self.folder / f"{self.name}-{certificate.serial_number}.pem"
        path.write_bytes(
            certificate.public_bytes(serialization.Encoding.PEM)
            + key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(path)
        return context


def _host(text: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(text))
    except ValueError:
        return x509.DNSName(text)
