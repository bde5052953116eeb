"""Why a file could not be read or written, in words: what the system says in a code or in its own jargon."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from typing import Final

from svcconsole.words.message import Message, message

HELD_ON_WINDOWS: Final = frozenset({32, 33})
"""ERROR_SHARING_VIOLATION and ERROR_LOCK_VIOLATION: what Python tells of as a permission."""

_HELD = message("another program has it open")
_NO_ROOM = message("there is no room left on the disk")
_NOT_ALLOWED = message("your account on this computer is not allowed to")
_NOT_THERE = message("there is no such file or folder")
_NO_ANSWER = message("the drive it is on does not answer")

REASONS: Final[Mapping[int, Message]] = {
    errno.ENOSPC: _NO_ROOM,
    errno.EDQUOT: _NO_ROOM,
    errno.EACCES: _NOT_ALLOWED,
    errno.EPERM: _NOT_ALLOWED,
    errno.EROFS: message("that disk can only be read"),
    errno.ENOENT: _NOT_THERE,
    errno.ENOTDIR: _NOT_THERE,
    errno.EISDIR: message("there is a folder of that name"),
    errno.EBUSY: _HELD,
    errno.ETXTBSY: _HELD,
    errno.EIO: message("the disk reported an error"),
    errno.ENAMETOOLONG: message("its name is too long"),
    errno.EFBIG: message("it would be larger than that disk takes"),
    errno.ETIMEDOUT: _NO_ANSWER,
    errno.EHOSTDOWN: _NO_ANSWER,
    errno.ENETUNREACH: _NO_ANSWER,
    errno.ESTALE: _NO_ANSWER,
}


def system_reason(error: BaseException) -> str:
    """The end of a sentence, after a colon; what is rare is said as the system says it."""
    if getattr(error, "winerror", None) in HELD_ON_WINDOWS:
        return _HELD
    if error.args and isinstance(error.args[0], Message):
        return error.args[0]
    known = REASONS.get(error.errno or 0) if isinstance(error, OSError) else None
    return known or getattr(error, "strerror", None) or str(error)


def unread(file: object, error: OSError) -> tuple[Message, Message]:
    """That a file could not be read and why, and what to do."""
    return (
        message("{file} cannot be read: {reason}.", file=file, reason=system_reason(error)),
        message("Check that it is still there and that you may read it."),
    )


def unwritten(file: object, error: OSError) -> tuple[Message, Message]:
    """That a file could not be written and why, and what to do."""
    return (
        message("{file} cannot be written: {reason}.", file=file, reason=system_reason(error)),
        message("Choose another place."),
    )
