"""The table of settings: section, name, help, the words it is found by, where it is kept, its control."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from svcconsole.gui.design.metrics import DENSITIES
from svcconsole.gui.design.theme import theme
from svcconsole.gui.design.words import mark, tr
from svcconsole.gui.kit.file_kinds import ALL_FILES, FileKind
from svcconsole.gui.panels.settings.bound_row import BoundRow
from svcconsole.gui.panels.settings.controls import (
    ChoiceBox,
    Choices,
    Control,
    Number,
    Numbers,
    PathChoice,
    ProxyChoice,
    QuietHoursChoice,
    Switch,
    TextSizeTrack,
)
from svcconsole.gui.panels.settings.rows import SettingSection
from svcconsole.gui.panels.settings.values import ComputerValue, NotKept, ProfileValue, Value, WindowValue
from svcconsole.gui.runtime.computer_settings import ComputerSettings
from svcconsole.gui.runtime.console import Console
from svcconsole.gui.runtime.display_zone import CHOICES, SETTING, display_zone
from svcconsole.gui.runtime.languages import names, window_language
from svcconsole.gui.runtime.setting_keys import DESKTOP, NEEDED, QUIET, ROWS, TEXT_SIZE, THEME
from svcconsole.gui.runtime.task_scope import TaskScope

SIZES: Final = (100, 125, 150, 175, 200)
THEMES: Final = (
    ("system", mark("System")),
    ("light", mark("Light")),
    ("dark", mark("Dark")),
    ("contrast", mark("High contrast")),
)
DENSITY_WORDS: Final = {"compact": mark("Compact"), "normal": mark("Normal"), "roomy": mark("Roomy")}
FOLDER_REFUSAL: Final = mark("There is no such folder. The one before stays.")


@dataclass(frozen=True, slots=True)
class Place:
    """What rows are made with."""

    console: Console
    computer: ComputerSettings
    scope: TaskScope
    pace: ProfileValue


@dataclass(frozen=True, slots=True)
class Setting:
    """One row: `also` are words it is found by besides its name and help; it is left out where there is
    nothing to choose."""

    name: str
    help: str
    also: str
    value: Callable[[Place], Value]
    control: Callable[[Place], Control]
    is_there: Callable[[], bool] = lambda: True


@dataclass(frozen=True, slots=True)
class SectionSpec:
    """One section; `of_store` ones are not there in the practice store's window."""

    name: str
    icon: str
    rows: tuple[Setting, ...]
    of_store: bool = False


def make_section(spec: SectionSpec, place: Place) -> SettingSection:
    """The section with its rows; each change is counted."""
    note = tr("for {store}", store=place.console.card.name) if spec.of_store else ""
    section = SettingSection(tr(spec.name), spec.icon, note)
    for setting in (each for each in spec.rows if each.is_there()):
        row = BoundRow(
            place.scope,
            setting.value(place),
            tr(setting.name),
            tr(setting.help) if setting.help else "",
            setting.control(place),
            also=tr(setting.also),
            fixed_in=lambda: place.computer.fixed_in,
        )
        row.kept.connect(section.changed)
        section.add(row)
    return section


def _language(place: Place) -> Value:
    return ComputerValue(
        place.computer, ("language",), mark("There is no such language."), apply=window_language().follow
    )


def _text_size(place: Place) -> Value:
    settings = place.console.program_settings
    return WindowValue(
        settings, TEXT_SIZE, 100, lambda: theme().set_font_scale(settings.get(TEXT_SIZE, 100) / 100)
    )


def _theme(place: Place) -> Value:
    settings = place.console.program_settings

    def apply() -> None:
        name = settings.get(THEME, "system")
        theme().set_setting(name if name in dict(THEMES) else "system")

    return WindowValue(settings, THEME, "system", apply)


def _rows(place: Place) -> Value:
    settings = place.console.program_settings

    def apply() -> None:
        density = settings.get(ROWS, "normal")
        theme().set_density(density if density in DENSITIES else "normal")

    return WindowValue(settings, ROWS, "normal", apply)


def _times(place: Place) -> Value:
    settings = place.console.program_settings
    return WindowValue(
        settings, SETTING, "store", lambda: display_zone().choose(settings.get(SETTING, "store"))
    )


def _switch(key: str) -> Callable[[Place], Value]:
    return lambda place: WindowValue(place.console.program_settings, key, False)


def _folder(name: str) -> Callable[[Place], Value]:
    return lambda place: ComputerValue(place.computer, (name,), FOLDER_REFUSAL, _is_folder)


def _is_folder(value: object) -> None:
    if not Path(str(value)).expanduser().is_dir():
        raise NotKept(tr(FOLDER_REFUSAL))


def _folder_choice(title: str) -> Callable[[Place], Control]:
    return lambda place: PathChoice(place.scope, tr(title), folder=True)


def _is_certificate(value: object) -> None:
    from svcconsole.api.errors import NotTrusted
    from svcconsole.api.tls_and_proxy import tls_context

    try:
        tls_context(Path(str(value)))
    except NotTrusted as error:
        raise NotKept(tr("{sentence} {advice}", sentence=error.sentence, advice=error.advice)) from error


SECTIONS: Final = (
    SectionSpec(
        mark("Appearance"),
        "sun",
        (
            Setting(
                mark("Language"),
                mark("Words, dates and numbers, in the windows and on the command line."),
                mark("translation words"),
                _language,
                lambda _place: ChoiceBox([("", tr("As this computer")), *names().items()]),
                is_there=lambda: len(names()) > 1,
            ),
            Setting(
                mark("Text size"),
                mark("Everything on the screen grows with it."),
                mark("font letters zoom larger bigger scale"),
                _text_size,
                lambda _place: TextSizeTrack(SIZES),
            ),
            Setting(
                mark("Theme"),
                "",
                mark("dark light colours night bright contrast"),
                _theme,
                lambda _place: Choices([(name, tr(words)) for name, words in THEMES]),
            ),
            Setting(
                mark("Rows of tables"),
                mark("How many fit on the screen."),
                mark("density compact roomy height"),
                _rows,
                lambda _place: Choices([(name, tr(DENSITY_WORDS[name])) for name in DENSITIES]),
            ),
            Setting(
                mark("Time zone"),
                mark("The zone that all times in the window are shown in."),
                mark("time zone clock UTC"),
                _times,
                lambda _place: ChoiceBox([(name, tr(words)) for name, words in CHOICES.items()]),
            ),
        ),
    ),
    SectionSpec(
        mark("Notifications"),
        "bell",
        (
            Setting(
                mark("When something long is done"),
                mark("A report, a run or an import of over 30 seconds, while the window is not in front."),
                mark("desktop tray notice popup"),
                _switch(DESKTOP),
                lambda _place: Switch(),
            ),
            Setting(
                mark("When something needs me"),
                mark("A decision, a run that stopped by itself."),
                mark("desktop tray notice popup"),
                _switch(NEEDED),
                lambda _place: Switch(),
            ),
            Setting(
                mark("Quiet hours"),
                mark("Nothing pops up on the desktop then. Equal times: never."),
                mark("night weekend silence do not disturb"),
                lambda place: WindowValue(place.console.program_settings, QUIET, ""),
                lambda _place: QuietHoursChoice(),
            ),
        ),
    ),
    SectionSpec(
        mark("Folders"),
        "file",
        (
            Setting(
                mark("Reports and exports"),
                mark("Where files go unless you choose another place."),
                mark("save download directory results"),
                _folder("reports_folder"),
                _folder_choice(mark("Where files go")),
            ),
            Setting(
                mark("Files to import"),
                mark("Where choosing a file begins."),
                mark("open directory spreadsheet"),
                _folder("files_folder"),
                _folder_choice(mark("Where choosing a file begins")),
            ),
        ),
    ),
    SectionSpec(
        mark("Connection"),
        "link",
        (
            Setting(
                mark("Proxy"),
                mark("The way out of your network. System: as this computer says."),
                mark("firewall network internet gateway"),
                lambda place: ComputerValue(
                    place.computer,
                    ("proxy",),
                    mark(
                        "A proxy is written as proxy.example:8080, without user name and password. The one "
                        "before stays."
                    ),
                ),
                lambda _place: ProxyChoice(),
            ),
            Setting(
                mark("Extra CA file"),
                mark("Certificates in PEM form, trusted besides the system’s."),
                mark("certificate TLS SSL authority trust firewall inspection"),
                lambda place: ComputerValue(
                    place.computer, ("ca_file",), mark("This file cannot be used."), _is_certificate
                ),
                lambda place: PathChoice(
                    place.scope,
                    tr("Choose a file of certificates"),
                    [FileKind(mark("Certificates"), "*.pem *.crt *.cer"), ALL_FILES],
                    folder=False,
                ),
            ),
            Setting(
                mark("Wait at most"),
                mark("Reading a third less, batches a third more; a message 45 s at most."),
                mark("time-out timeout slow seconds"),
                lambda place: ComputerValue(
                    place.computer, ("connect_seconds", "answer_seconds"), mark("These times cannot be.")
                ),
                lambda _place: Numbers(
                    (
                        Number(1, 60, mark("s to connect"), mark("Seconds to connect")),
                        Number(10, 90, mark("s to answer"), mark("Seconds to answer")),
                    )
                ),
            ),
        ),
    ),
    SectionSpec(
        mark("Pace"),
        "activity",
        (
            Setting(
                mark("Requests of a run"),
                mark("Slower whenever the store asks for it."),
                mark("pacing rate limit speed throttle"),
                lambda place: place.pace,
                lambda _place: Numbers(
                    (
                        Number(0, 1000, mark("a second"), mark("Requests a second"), mark("all")),
                        Number(1, 64, mark("at a time"), mark("Requests at a time")),
                    )
                ),
            ),
        ),
        of_store=True,
    ),
)
