"""How this computer reaches servers: through which proxy, whom it trusts, how long it waits."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from svcconsole.api.tls_and_proxy import proxy_for, tls_context, usable_proxy

SYSTEM, NO_PROXY = "system", "none"
CONNECT_SECONDS: Final = 10.0
ANSWER_SECONDS: Final = 45.0


@dataclass(frozen=True, slots=True)
class Network:
    """`proxy` is `system`, `none` or an address; `ca_file` is trusted besides the system's certificates.
    `answer_seconds`: how long the answer to a message is waited for; what else is waited for goes with it."""

    proxy: str = SYSTEM
    ca_file: Path | None = None
    connect_seconds: float = CONNECT_SECONDS
    answer_seconds: float = ANSWER_SECONDS

    def proxy_to(self, url: str) -> str | None:
        """The proxy on the way to `url`, credentials included; None for none. Raises ProxyInTheWay."""
        if self.proxy == NO_PROXY:
            return None
        return proxy_for(url) if self.proxy == SYSTEM else usable_proxy(self.proxy)

    def trust(self) -> ssl.SSLContext:
        """Whom to trust. Raises NotTrusted where the certificate file cannot be read."""
        return tls_context(self.ca_file)

    def seconds(self, usual: float, most: float | None = None) -> float:
        """How long is waited where `usual` is the time of the defaults, never longer than `most`."""
        wanted = usual * self.answer_seconds / ANSWER_SECONDS
        return wanted if most is None else min(wanted, most)


STANDARD: Final = Network()
"""As the computer says, with the usual times."""
