"""The address, prefix and application id that the reference's examples use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from svcconsole.api.curl import as_curl, as_json
from svcconsole.api.operations import Operation
from svcconsole.api.reference.entry import Example
from svcconsole.gui.panels.help.field_lines import prefixed
from svcconsole.gui.runtime.console import Console


@dataclass(frozen=True, slots=True)
class RequestAddress:
    """A store as a request needs it; `base_url` is empty while the practice store's is not known yet."""

    base_url: str
    prefix: str = "svc"
    app_id: str | None = None

    def url(self, operation: Operation[Any, Any]) -> str:
        """The operation's address, from the path on while the host is not known."""
        return f"{self.base_url}/integrations/{self.prefix}PlatformFunctions-{operation.path}"

    def body(self, example: Example) -> Mapping[str, Any]:
        """The example as this store takes it."""
        body = {prefixed(name, self.prefix): value for name, value in example.body.items()}
        if self.app_id and "appId" in body:
            body["appId"] = self.app_id
        return body

    def curl(self, operation: Operation[Any, Any], example: Example) -> str:
        """The example as a command for a shell."""
        return as_curl(self.url(operation), as_json(self.body(example)))


def request_address_of(console: Console) -> RequestAddress:
    """The store of this window: as its connection says, before there is one as its card does."""
    if console.client is None:
        return RequestAddress(console.card.base_url.rstrip("/"))
    connection = console.client.connection
    return RequestAddress(connection.base_url, connection.prefix, connection.app_id)
