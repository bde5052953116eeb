"""Tokens: kept by the system's keyring, or by this session alone where there is none to be trusted."""

from __future__ import annotations

import logging
import os
import queue
import secrets as random
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from svcconsole.api.token import Token
from svcconsole.words.message import message, plural

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

T = TypeVar("T")

log = logging.getLogger("svcconsole.secrets")

SERVICE: Final = "svcconsole"
SECONDS = 5.0
WINDOWS: Final = "keyring.backends.Windows"
WINDOWS_BYTES: Final = 2560
ALLOWED: Final = frozenset(
    {
        "keyring.backends.SecretService",
        "keyring.backends.kwallet",
        "keyring.backends.libsecret",
        "keyring.backends.macOS",
        WINDOWS,
    }
)

_session: dict[str, Token] = {}


@dataclass(frozen=True, slots=True)
class Kept:
    """The keyring holds the token; `where` is its name for people."""

    where: str


@dataclass(frozen=True, slots=True)
class SessionOnly:
    """The token lives in memory until the program ends: why, and what would change that."""

    reason: str
    advice: str
    locked: bool


class KeyringTrouble(Exception):
    """The keyring did not do what was asked: a sentence, and what to do."""

    def __init__(self, sentence: str, advice: str, *, locked: bool = False) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.advice = advice
        self.locked = locked


ENABLE: Final = message(
    "Start a keyring service (GNOME Keyring, KWallet or KeePassXC's Secret Service), then try again."
)


def read_credential(name: str) -> str:
    """What the service manager hands this service under a name (systemd's LoadCredential=), without blanks
    around it; blank where it hands none."""
    folder = os.environ.get("CREDENTIALS_DIRECTORY", "")
    try:
        return (Path(folder) / name).read_text("utf-8").strip() if folder else ""
    except (OSError, UnicodeDecodeError):
        return ""


def read_token(profile_id: str) -> Token | None:
    """The token of a profile: this session's, else the keyring's; None when neither has one.

    Blocks up to 5 seconds: never call it on the window's thread. Raises KeyringTrouble when the keyring
    cannot be asked, for example because it is locked.
    """
    if profile_id in _session:
        return _session[profile_id]
    found = _ask(lambda backend: backend.get_password(SERVICE, profile_id))
    return Token(found) if found else None


def session_token(profile_id: str) -> Token | None:
    """The token of a profile that this session alone holds."""
    return _session.get(profile_id)


def keep_token(profile_id: str, token: Token) -> Kept | SessionOnly:
    """Keep `token` in the keyring; else for this session only.

    Blocks up to 5 seconds. Never raises for keyring trouble and never writes the token anywhere else.
    """
    try:
        return Kept(keep_in_keyring(profile_id, token))
    except KeyringTrouble as trouble:
        _session[profile_id] = token
        return SessionOnly(trouble.sentence, trouble.advice, trouble.locked)


def keep_in_keyring(entry: str, token: Token) -> str:
    """Keep `token` in the keyring once a probe was written, read and deleted; what keeps it, by its name for
    people.

    Blocks up to 5 seconds. Raises KeyringTrouble; the keyring holds what it held before then, or `token`,
    or nothing where it would not give back the whole of it.
    """
    where = _ask(lambda backend: _keep(backend, entry, token.reveal()))
    _session.pop(entry, None)
    return where


def backend_name() -> str:
    """What keeps the tokens, by its name for people; blank where nothing here can be trusted with them.

    Blocks up to 5 seconds.
    """
    try:
        return _ask(lambda backend: str(backend.name))
    except KeyringTrouble:
        return ""


def keep_for_session(profile_id: str, token: Token) -> None:
    """Hold `token` in memory only, as for the practice store."""
    _session[profile_id] = token


def forget_token(profile_id: str) -> None:
    """Delete the token, if there is one. Raises KeyringTrouble when the keyring refuses."""
    _session.pop(profile_id, None)
    _ask(lambda backend: _delete(backend, profile_id))


def _keep(backend: KeyringBackend, profile_id: str, text: str) -> str:
    if _module(backend) == WINDOWS and len(text.encode("utf-16-le")) > WINDOWS_BYTES:
        raise KeyringTrouble(
            message("The token is longer than the Windows credential store takes (1,280 characters)."),
            message("Use a shorter token, or type it again at each start."),
        )
    probe, value = f"probe-{random.token_hex(4)}", random.token_hex(16)
    backend.set_password(SERVICE, probe, value)
    given_back = backend.get_password(SERVICE, probe)
    _delete(backend, probe)
    if given_back != value:
        raise KeyringTrouble(message("The system keyring does not give back what it was given."), ENABLE)
    backend.set_password(SERVICE, profile_id, text)
    if backend.get_password(SERVICE, profile_id) != text:
        _delete(backend, profile_id)  # the next start would take what is left of it for the token
        raise KeyringTrouble(message("The system keyring did not keep the whole token."), ENABLE)
    return str(backend.name)


def _delete(backend: KeyringBackend, entry: str) -> None:
    if backend.get_password(SERVICE, entry) is not None:
        backend.delete_password(SERVICE, entry)


def _ask(question: Callable[[KeyringBackend], T]) -> T:
    """Run `question` on a thread of its own: a prompt that nobody answers must not hold anything up."""
    answers: queue.Queue[T | KeyringTrouble] = queue.Queue(1)

    def work() -> None:
        try:
            answers.put(question(_backend()))
        except Exception as error:
            answers.put(_trouble(error))

    threading.Thread(target=work, name="keyring", daemon=True).start()
    try:
        answer = answers.get(timeout=SECONDS)
    except queue.Empty:
        raise KeyringTrouble(
            plural(
                "The system keyring did not answer within {n} second.",
                "The system keyring did not answer within {n} seconds.",
                round(SECONDS),
            ),
            message("Look for a window that asks for the keyring's password, then try again."),
        ) from None
    if isinstance(answer, KeyringTrouble):
        raise answer
    return answer


def _backend() -> KeyringBackend:
    """The first allowed backend of what keyring chose; keyring itself would also take a plain-text file."""
    import keyring

    chosen = keyring.get_keyring()
    for backend in getattr(chosen, "backends", None) or (chosen,):
        if _module(backend) in ALLOWED:
            return _local(backend)
    raise KeyringTrouble(message("There is no system keyring on this computer that can be trusted."), ENABLE)


def _local(backend: KeyringBackend) -> KeyringBackend:
    """On Windows keep the token on this machine: the default roams through a domain."""
    if _module(backend) == WINDOWS and hasattr(backend, "persist"):
        backend.persist = "local machine"
    return backend


def _module(backend: object) -> str:
    return type(backend).__module__


def _trouble(error: Exception) -> KeyringTrouble:
    from keyring.errors import KeyringLocked, NoKeyringError

    if isinstance(error, KeyringTrouble):
        return error
    if isinstance(error, KeyringLocked):
        return KeyringTrouble(
            message("The system keyring is locked."),
            message("Unlock it (on most desktops: sign in, or open Passwords and Keys), then try again."),
            locked=True,
        )
    if isinstance(error, NoKeyringError):
        return KeyringTrouble(message("There is no system keyring on this computer."), ENABLE)
    log.info("keyring: %s", type(error).__name__)
    return KeyringTrouble(message("The system keyring refused."), ENABLE)
