"""Checks whether a link in a message is reachable, of the right type and not too large."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from svcconsole.api.downloads import Downloader
from svcconsole.api.errors import ApiError
from svcconsole.api.network import STANDARD, Network
from svcconsole.services.messaging.appearance.limits import MEDIA_BYTES
from svcconsole.words.message import AND, listed, message, sentences

TYPES: Final = {
    "image": frozenset({"image/jpeg", "image/png"}),
    "video": frozenset({"video/mp4", "video/3gpp", "video/3gp"}),
}
ANY: Final = frozenset(
    {
        "image/jpeg", "image/png", "image/gif", "image/webp", "video/mp4", "video/3gpp", "video/3gp",
        "video/quicktime", "application/pdf", "application/octet-stream", "text/plain", "text/csv",
        "application/zip", "application/msword", "application/vnd.ms-excel", "application/vnd.ms-powerpoint",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Found:
    """What is at a link; `sentence` says what is not as it should be, blank when all is well."""

    content_type: str = ""
    size: int | None = None
    sentence: str = ""


async def check_link(
    url: str, kind: str, *, allow_loopback: bool = False, network: Network = STANDARD
) -> Found:
    """Fetch what a message of `kind` (image, video, document) would show; a link that fails is an answer."""
    cap = MEDIA_BYTES.get(kind, MEDIA_BYTES["document"])
    async with Downloader(network=lambda: network) as downloads:
        try:
            got = await downloads.fetch(url, max_bytes=cap, types=ANY, allow_loopback=allow_loopback)
        except ApiError as error:
            return Found(sentence=sentences(error.sentence, error.advice))
    wanted = TYPES.get(kind)
    if wanted is not None and got.content_type not in wanted:
        sentence = message(
            "This is {content_type}; as {kind} WhatsApp shows {names}.",
            content_type=got.content_type,
            kind=kind,
            names=listed(sorted(wanted), AND),
        )
        return Found(got.content_type, len(got.body), sentence)
    return Found(got.content_type, len(got.body))
