"""TLS trust and proxy settings of this computer for a store's address."""

from __future__ import annotations

import ssl
import urllib.request
from functools import lru_cache
from pathlib import Path
from urllib.parse import urlsplit

import truststore

from svcconsole.api.errors import NotTrusted, ProxyInTheWay
from svcconsole.words.message import message


@lru_cache(maxsize=8)
def tls_context(ca_file: Path | None = None) -> ssl.SSLContext:
    """The computer's own trust, plus one certificate file; TLS 1.2 or newer. One per file and process."""
    context = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if ca_file is not None:
        try:
            context.load_verify_locations(cafile=str(ca_file))
        except (OSError, ssl.SSLError) as error:
            raise NotTrusted(
                message("The certificate file {file} cannot be read.", file=ca_file),
                advice=message("Choose a file in PEM form."),
            ) from error
    return context


def proxy_for(url: str) -> str | None:
    """The proxy this computer's settings name for `url`, credentials included; None for none.

    Raises ProxyInTheWay when the settings name one that cannot be used.
    """
    parts = urlsplit(url)
    proxies = urllib.request.getproxies()
    proxy = proxies.get(parts.scheme) or proxies.get("all")
    if not proxy or urllib.request.proxy_bypass(parts.netloc):
        return None
    return usable_proxy(proxy)


def usable_proxy(proxy: str) -> str:
    """The address of a proxy with its scheme; raises ProxyInTheWay for what is none that can be used."""
    found = proxy if "://" in proxy else f"http://{proxy}"
    try:
        usable = urlsplit(found).scheme in {"http", "https"} and urlsplit(found).hostname is not None
    except ValueError:
        usable = False
    if not usable:
        raise ProxyInTheWay(
            message(
                "The proxy {proxy} of this computer's settings cannot be used.",
                proxy=found.rpartition("@")[2],
            ),
            advice=message("Only http and https proxies are supported."),
        )
    return found
