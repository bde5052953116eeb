"""The stores of this computer: their profiles, and how each is reached; the practice store too."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from svcconsole.folders import is_store_folder, store_dir
from svcconsole.gui.design.text import visible
from svcconsole.gui.design.words import mark, sentences, tr, tr_plural
from svcconsole.gui.runtime.notices import Link, Notices
from svcconsole.gui.runtime.profile_summary import PRACTICE_ID, ProfileSummary
from svcconsole.gui.runtime.settings import Settings
from svcconsole.gui.runtime.task_scope import make_scope
from svcconsole.gui.runtime.window_requests import StoreChoice
from svcconsole.gui.shell.opening import practice_card

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from svcconsole.api.connection import Connection
    from svcconsole.api.token import Token
    from svcconsole.gui.runtime.practice_process import PracticeProcess
    from svcconsole.profiles import Profile, Profiles, TokenNote
    from svcconsole.secrets import Kept, SessionOnly


class StoreNotOpened(Exception):
    """A store's window cannot be shown: a sentence, and what to do."""

    def __init__(self, sentence: str, advice: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.advice = advice


class NoToken(StoreNotOpened):
    """The store's token, or its whole profile, is not known on this computer."""


class Stores(QObject):
    """One for the program. `token_wanted(profile id)`, once for each store whose token is not known here."""

    token_wanted = Signal(str)

    def __init__(self, settings: Settings, notices: Notices) -> None:
        super().__init__()
        self._settings = settings
        self._notices = notices
        self._scope = make_scope(self, notices)
        self._profiles: Profiles | None = None
        self._saving = asyncio.Lock()
        self._practice: PracticeProcess | None = None
        self._asked_for_token: set[str] = set()

    async def card(self, profile_id: str) -> tuple[ProfileSummary, Path]:
        """A store's face and folder: from its profile; before the profiles are loaded, for the first paint,
        what the last session kept. Raises StoreNotOpened."""
        last, folder = self._settings.last_card(), self._settings.last_folder()
        early = self._profiles is None and last is not None and last.id == profile_id
        if early and last is not None and folder is not None and is_store_folder(folder):
            return last, folder
        if profile_id == PRACTICE_ID:
            return practice_card(), store_dir(PRACTICE_ID)
        profile = await self.profile(profile_id)
        return card_of(profile), await self.folder(profile)

    async def folder(self, profile: Profile) -> Path:
        """The workspace folder of a profile's store; raises StoreNotOpened."""
        from svcconsole.profiles import ProfilesError
        from svcconsole.store_folders import folder_of_profile
        from svcconsole.workspace.errors import WorkspaceError

        try:
            return await asyncio.to_thread(folder_of_profile, profile, (await self.load()).profiles)
        except (WorkspaceError, ProfilesError) as error:
            raise StoreNotOpened(error.sentence, error.advice) from error

    def choices(self, card: ProfileSummary) -> list[StoreChoice]:
        """The lines of the store menu, `card`'s among them before the profiles are loaded."""
        known = self._profiles.profiles if self._profiles else []
        stores = [StoreChoice(profile.id, profile.name, False) for profile in known]
        if not known and not card.practice:
            stores.append(StoreChoice(card.id, card.name, False))
        return [*stores, StoreChoice(PRACTICE_ID, tr("Practice store"), True)]

    async def load(self) -> Profiles:
        """The profiles, read the first time."""
        from svcconsole.profiles import Profiles

        if self._profiles is None:
            self._profiles = await asyncio.to_thread(Profiles.load)
        return self._profiles

    async def profile(self, profile_id: str) -> Profile:
        """A store's profile; raises NoToken where it has been removed."""
        profile = (await self.load()).find(profile_id)
        if profile is None:
            self._settings.forget_card()
            raise NoToken(
                tr("The store's profile is not on this computer any more."),
                tr("Connect the store again."),
            )
        return profile

    def practice(self, *, start: bool) -> PracticeProcess | None:
        """The practice store's process; without `start` only if there is one."""
        return self._practice_process() if start else self._practice

    async def connection(self, profile_id: str) -> Connection:
        """Address and token of a store; the practice store is started. Raises NoToken."""
        from svcconsole import logs
        from svcconsole.api.connection import Connection
        from svcconsole.api.token import Token
        from svcconsole.preferences import PreferencesError, connection_of
        from svcconsole.store_tokens import read_store_token

        if profile_id == PRACTICE_ID:
            address = await self._practice_process().address()
            token = Token(address.token)
            logs.hide(token)
            return Connection(address.base_url, token, name=tr("Practice store"))
        profile = await self.profile(profile_id)
        note = (await self.load()).token_note(profile)
        found = await asyncio.to_thread(read_store_token, profile, note)
        if found is None:
            if profile_id not in self._asked_for_token:
                self._asked_for_token.add(profile_id)
                self.token_wanted.emit(profile_id)
            advice = tr("Type it in the store's connection.")
            raise NoToken(
                tr("The token of {store} is not known on this computer.", store=profile.name), advice
            )
        logs.hide(found)
        try:
            return await asyncio.to_thread(connection_of, profile, found)
        except PreferencesError as error:
            raise StoreNotOpened(error.sentence, error.advice) from error

    async def edit(self, window: QWidget, profile: Profile | None) -> Profile | None:
        """Have a profile filled in; kept, with its token, when it comes back."""
        from svcconsole import secrets
        from svcconsole.gui.panels.profiles.dialog import ask_for_profile

        known = await self.load()
        asked = await ask_for_profile(
            window,
            self._notices,
            profile,
            [each.name for each in known.profiles],
            managed_by=known.managed_by(profile.id) if profile is not None else None,
            token_note=known.token_note(profile) if profile is not None else None,
        )
        if asked is None:
            return None

        def take(known: Profiles) -> None:
            known.upsert(asked.profile)
            if asked.token is not None:
                # Until the keyring has it, what it has is not to be used.
                known.tokens[asked.profile.id] = _token_note(asked.profile, kept=False)

        if not await self._save(take):
            return None
        if asked.token is not None:
            secrets.keep_for_session(asked.profile.id, asked.token)
            await self._keep_token(asked.profile, asked.token)
        return asked.profile

    async def change(self, profile_id: str, changes: Mapping[str, object]) -> Profile | None:
        """Keep these fields of a profile; None where that cannot be, which is said."""
        from pydantic import ValidationError

        known = await self.load()
        before = known.find(profile_id)
        if before is None or known.managed_by(profile_id) is not None:
            return None
        try:
            after = type(before).model_validate({**before.model_dump(), **changes})
        except ValidationError as error:
            self._notices.report(error)
            return None
        return after if await self._save(lambda known: known.upsert(after)) else None

    async def export(self, window: QWidget) -> None:
        """Have a place chosen and write all profiles there, without tokens."""
        from svcconsole.gui.kit.dialogs import choose_place
        from svcconsole.profile_exchange import export_profiles
        from svcconsole.whole_file import FileNotWritten

        known = await self.load()
        place = await choose_place(window, tr("Export profiles"), "svcconsole-profiles.json")
        if place is None:
            return
        try:
            await asyncio.to_thread(export_profiles, known.profiles, place)
        except FileNotWritten as error:
            self._notices.report(error)
            return
        self._notices.add(
            "success",
            tr_plural(
                "{n} profile is in {file}.", "{n} profiles are in {file}.", len(known.profiles), file=place
            ),
            advice=tr("No token is in it: whoever opens it types their own."),
        )

    async def import_profiles(self, window: QWidget) -> None:
        """Have a file of profiles chosen and add those whose stores are not known here."""
        from svcconsole.gui.kit.dialogs import choose_file
        from svcconsole.gui.kit.file_kinds import ALL_FILES, FileKind
        from svcconsole.profile_exchange import import_profiles
        from svcconsole.profiles import ProfilesError

        known = await self.load()
        file = await choose_file(
            window, tr("Import profiles"), kinds=[FileKind(mark("Profiles"), "*.json"), ALL_FILES]
        )
        if file is None:
            return
        try:
            came = await asyncio.to_thread(import_profiles, file, known.model_copy(deep=True))
        except ProfilesError as error:
            self._notices.report(error)
            return
        if not await self._save(lambda known: known.profiles.extend(came.added)):
            return
        advice = tr("Each asks for its token when it is opened for the first time.")
        if came.known:
            names = ", ".join(visible(name) for name in came.known)
            advice = sentences(advice, tr("Known here already, and left as they are: {names}.", names=names))
        words = tr_plural("{n} profile was added.", "{n} profiles were added.", len(came.added))
        self._notices.add("success", words, advice=advice)

    async def share(self, folder: Path, address: str, password: str) -> bool:
        """Let all profiles of the store of `folder` say where its workspace is: in a database that a team
        shares or, with a blank address, in the file here. Whether that is kept; a blank password leaves the
        one that is."""
        from svcconsole.shared_workspaces import profiles_of

        def say_where(known: Profiles) -> None:
            for profile in profiles_of(folder, known.profiles):
                profile.workspace = address or None

        if not await self._save(say_where):
            return False
        if address and password:
            await self._keep_password(folder, password)
        return True

    async def remove(self, profile_id: str) -> bool:
        """Take a store out of the list, and its token out of the keyring; whether it is out. What was done
        with it stays in its workspace."""
        from svcconsole import secrets
        from svcconsole.shared_workspaces import forget_password, profiles_of

        profile = await self.profile(profile_id)
        folder = await self.folder(profile)
        if not await self._save(lambda known: known.remove(profile_id)):
            return False
        if (last := self._settings.last_card()) is not None and last.id == profile_id:
            self._settings.forget_card()
        forgetting = [partial(secrets.forget_token, profile_id)]
        if profile.workspace and not profiles_of(folder, (await self.load()).profiles):
            forgetting.append(partial(forget_password, folder))
        name = visible(profile.name)
        self._notices.add("success", tr("{store} is removed from this computer.", store=name))
        for forget in forgetting:
            try:
                await asyncio.to_thread(forget)
            except secrets.KeyringTrouble as trouble:
                sentence = tr("What the keyring has of {store} could not be deleted.", store=name)
                advice = sentences(trouble.sentence, trouble.advice)
                self._notices.add("warning", sentence, advice=advice, standing=True)
        return True

    async def _save(self, change: Callable[[Profiles], None]) -> bool:
        """Write the profiles with a change; where that cannot be they stay as they were, which is said."""
        from svcconsole.profiles import ProfilesError

        async with self._saving:
            changed = (await self.load()).model_copy(deep=True)
            change(changed)
            try:
                await asyncio.to_thread(changed.save)
            except ProfilesError as error:
                self._notices.report(error)
                return False
            self._profiles = changed
            return True

    async def stop(self) -> None:
        """End the practice store."""
        await self._scope.close()
        if self._practice is not None:
            await self._practice.stop()

    def _practice_process(self) -> PracticeProcess:
        if self._practice is None:
            from svcconsole.folders import data_dir
            from svcconsole.gui.runtime.practice_process import PracticeProcess

            self._practice = PracticeProcess(data_dir() / "practice")
        return self._practice

    async def _keep_token(self, profile: Profile, token: Token) -> None:
        """Give the token to the keyring; say so, with Try again, when it lives in this session only."""
        from svcconsole import secrets

        async def kept() -> None:
            note = _token_note(profile, kept=True)
            await self._save(lambda known: known.tokens.update({profile.id: note}))

        sentence = mark("The token is not saved: {reason} You will be asked again next time.")
        await self._keep(partial(secrets.keep_token, profile.id, token), sentence, kept)

    async def _keep_password(self, folder: Path, text: str) -> None:
        """The same for the password of a shared workspace."""
        from svcconsole.shared_workspaces import keep_password

        sentence = mark(
            "The password of the shared workspace is not saved: {reason} Type it again next time."
        )
        await self._keep(partial(keep_password, folder, text), sentence)

    async def _keep(
        self,
        give: Callable[[], Kept | SessionOnly],
        words: str,
        kept: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """`kept` is called once the keyring has it."""
        from svcconsole import secrets

        given = await asyncio.to_thread(give)
        if isinstance(given, secrets.Kept):
            if kept is not None:
                await kept()
            return
        sentence = tr(words, reason=given.reason)

        def again() -> None:
            self._notices.close(notice)
            self._scope.start(self._keep(give, words, kept), key="keyring")

        notice = self._notices.add(
            "warning", sentence, advice=given.advice, links=(Link(tr("Try again"), again),), standing=True
        )


def _token_note(profile: Profile, *, kept: bool) -> TokenNote:
    from svcconsole.profiles import TokenNote

    return TokenNote(base_url=profile.base_url, kept=kept)


def card_of(profile: Profile) -> ProfileSummary:
    """The light face of a profile."""
    return ProfileSummary(
        id=profile.id,
        name=profile.name,
        colour=profile.colour,
        practice=profile.practice,
        base_url=profile.base_url,
        safe_level=profile.safe_level,
        currency=profile.currency,
        storefront_url=profile.storefront_url,
        region=profile.region,
        time_zone=profile.time_zone,
        price_limit=profile.price_limit,
        approve_above=profile.approve_above,
        must_practise=profile.must_practise,
        app_id=profile.app_id,
    )
