"""All shared parts of the window on one sheet, the way the design's picture of components shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from svcconsole.gui.design.metrics import dp, row_height
from svcconsole.gui.design.text import PlainLabel
from svcconsole.gui.kit.containers.cards import Card, DecisionBox, Framed, Ground, RowButton, SectionHeading
from svcconsole.gui.kit.containers.empty_state import EmptyState
from svcconsole.gui.kit.containers.facts import Fact, Facts
from svcconsole.gui.kit.containers.fields import Field
from svcconsole.gui.kit.containers.footer import Footer, FooterPart
from svcconsole.gui.kit.containers.page_header import PageHeader, Toolbar
from svcconsole.gui.kit.containers.segments import Segments
from svcconsole.gui.kit.containers.steps import Steps
from svcconsole.gui.kit.containers.tiles import Tile, TileRow
from svcconsole.gui.kit.grid.table import ColumnSpec, RecordModel, RecordTable
from svcconsole.gui.kit.widgets.bars import Part, ProgressLine, ProportionBar
from svcconsole.gui.kit.widgets.buttons import button, link, tool_button
from svcconsole.gui.kit.widgets.chips import ChipsEdit, FilterChip
from svcconsole.gui.kit.widgets.choice_chip import ChoiceChip
from svcconsole.gui.kit.widgets.line_chart import ChartMark, RateChart
from svcconsole.gui.kit.widgets.notice_card import NoticeCard
from svcconsole.gui.kit.widgets.pills import STATES, Pill, PillValue, TickLabel
from svcconsole.gui.kit.widgets.search_field import SearchField
from svcconsole.gui.kit.widgets.thumbnails import Thumbnail


@dataclass
class Line:
    """One row of the sheet's table."""

    number: int
    name: str
    price: str
    state: PillValue | None
    catalogs: tuple[str, ...] = ()
    is_edited: bool = False
    wrong: str | None = None


LINES = [
    Line(1, "At rest", "18.00", STATES["accepted"], ("Garden", "Autumn")),
    Line(2, "Hovered", "8.50", STATES["refused"], ("Kitchen",)),
    Line(3, "Selected, كوب", "16.00", STATES["decide"], ("Textiles", "Gifts", "Home", "Kitchen")),
    Line(4, "Edited", "54.00", STATES["waiting"], ("Tea",), is_edited=True),
    Line(5, "Focused", "12,0O", None, (), wrong="has a letter in it"),
]


def _take_price(line: Line, typed: str) -> str | None:
    if "O" in typed:
        return "There is a letter O in the price."
    line.price, line.wrong = typed, None
    return None


def columns() -> list[ColumnSpec[Line]]:
    """The columns of the sheet's table."""
    return [
        ColumnSpec(key="row", title="Row", kind="row", value=lambda line: line.number, width=46),
        ColumnSpec(
            key="name",
            title="Name",
            kind="text",
            value=lambda line: line.name,
            width=110,
            stretch=True,
            edited=lambda line: line.is_edited,
        ),
        ColumnSpec(
            key="price",
            title="Price",
            kind="money",
            value=lambda line: line.price,
            width=84,
            problem=lambda line: line.wrong,
            set_value=_take_price,
        ),
        ColumnSpec(key="state", title="State", kind="pill", value=lambda line: line.state, width=150),
        ColumnSpec(
            key="catalogs",
            title="Catalogs",
            kind="pills",
            value=lambda line: line.catalogs,
            width=150,
            drop=1,
        ),
    ]


def row(*parts: QWidget, stretch: bool = True, gap: int = 8) -> QHBoxLayout:
    """Parts side by side."""
    made = QHBoxLayout()
    made.setSpacing(dp(gap))
    for part in parts:
        made.addWidget(part)
    if stretch:
        made.addStretch(1)
    return made


def table() -> RecordTable[Line]:
    """The table with a hovered, a selected, an edited and a problem row."""
    model = RecordModel(columns(), key=lambda line: line.number)
    model.set_records(LINES)
    made = RecordTable(model, "Rows")
    model.setParent(made)
    made.set_inset(12)
    made.set_current(3)
    made.setFixedHeight(made.horizontalHeader().sizeHint().height() + 5 * row_height())
    return made


def _buttons() -> list[QHBoxLayout]:
    off = button("Off")
    off.setEnabled(False)
    kinds = (button("Save", kind="primary"), button("Preview"), button("Reset store", kind="danger"))
    low = FilterChip("Low stock", menu=False)
    low.set_filter("Low stock")
    tags, chart = ChoiceChip("Tags"), ChoiceChip("Chart", "chart")
    tags.set_count(12)
    month = ChoiceChip("Last month", ticked=False)
    for chosen in (tags, chart, month):
        chosen.setChecked(True)
    segments = Segments()
    segments.add("Open", 3)
    segments.add("Decided", 41)
    return [
        row(*kinds, button("Later", kind="quiet"), off, button("Focused")),
        row(FilterChip("Stock: any"), low, segments),
        row(ChoiceChip("Addresses"), tags, ChoiceChip("Chart", "chart"), chart, month),
        row(
            button("Import a file", "import"),
            button("New product", "plus", "primary"),
            button("3 need your decision", "decide", "attention"),
            link("Show rows"),
            tool_button("columns", "Columns"),
            tool_button("refresh", "Refresh"),
        ),
    ]


def _pills() -> list[QHBoxLayout]:
    return [
        row(*(Pill(*STATES[key]) for key in ("accepted", "refused", "decide", "running"))),
        row(
            Pill(*STATES["waiting"]),
            Pill("Low", "down", "warning"),
            Pill("Practice", "practice", "info"),
            Pill("Not documented", "unknown", "neutral", outlined=True),
        ),
        row(
            *(TickLabel(word) for word in ("waiting", "sent", "delivered", "read", "failed", "deferred")),
            gap=12,
        ),
    ]


def _fields() -> list[QHBoxLayout]:
    name = Field("Name", QLineEdit("Linen apron"), required=True, help="As customers will see it")
    price = Field("Price", QLineEdit("39,0O"), required=True)
    price.set_error("“39,0O” has a letter O in it")
    stock = Field("Stock", QLineEdit("58"))
    stock.set_was("61")
    address = Field("Product page", QLineEdit("https://"))
    address.editor.setObjectName("focused")
    fixed = Field("Product id", QLineEdit("linen-apron-crossback"))
    fixed.set_locked("fixed once created")
    chips = ChipsEdit("Add a catalog")
    chips.set_values(["Kitchen", "Gifts"])
    currency = QComboBox()
    currency.addItems(["EUR", "USD", "INR"])
    shown = QCheckBox("Show “Add to Cart” in the shop")
    shown.setChecked(True)
    text = QPlainTextEdit(
        "Stonewashed European linen, straps that cross at the back, two deep patch pockets."
    )
    text.setFixedHeight(dp(60))
    wrong = Field("Discounted", QLineEdit("39.00"))
    wrong.set_error("The discounted price 39.00 is higher than the price 35.00.", ("Use 35.00", lambda: None))
    count = QSpinBox()
    count.setValue(3)
    chosen = QRadioButton("Use the first")
    chosen.setChecked(True)
    pairs: list[tuple[QWidget, ...]] = [
        (name, price),
        (stock, address),
        (fixed, Field("Catalogs", chips)),
        (Field("Currency", currency), shown, QCheckBox("Off")),
        (Field("Description", text), wrong),
        (Field("Header line", count), chosen, QRadioButton("Leave them out")),
    ]
    return [row(*pair, stretch=False, gap=12) for pair in pairs]


def _run() -> list[QWidget]:
    bar = ProportionBar(14, "Rows")
    bar.set_parts(
        [
            Part(8071, "success", "accepted"),
            Part(131, "danger", "refused"),
            Part(4, "warning", "to decide"),
            Part(8, "accent", "on the way"),
            Part(3688, "neutral", "not sent", outline=True),
        ]
    )
    tiles = []
    for icon, tone, title, value, words in (
        ("check", "success", "Accepted", "8,071", "Show rows"),
        ("error", "danger", "Refused", "131", "Show rows"),
        ("decide", "warning", "To decide", "4", "Decide now"),
        ("send", "accent_text", "On the way", "8", None),
        ("clock", "text2", "Not sent yet", "3,688", None),
        ("check", "success", "Adds up to", "11,902", None),
    ):
        tile = Tile(icon, tone, title)
        tile.set_value(value)
        tile.set_link(words)
        tiles.append(tile)
    chart = RateChart("Rows a second")
    chart.setFixedHeight(dp(190))
    chart.set_start(0)
    chart.set_points(
        [
            (at, min(52.0, 8 + at * 0.9) if at < 100 else 20 + min(20, (at - 100) * 0.5))
            for at in range(0, 200, 3)
        ]
    )
    chart.set_marks([ChartMark(100, "the store asked us to wait 5 s")])
    chart.set_forecast(290, "done about 09:43")
    line = ProgressLine("autumn-range.csv")
    line.set_fraction(0.62)
    return [bar, TileRow(tiles), chart, line]


def _notices() -> list[QWidget]:
    refused = NoticeCard(
        "error", "The store refused row 203", ["customer with this email already exists"], "Show the row"
    )
    offline = NoticeCard("warning", "Not connected since 09:41", link="Try now")
    offline.set_text("Work is kept. Trying again in 12 s")
    card = Card()
    card.body.setContentsMargins(1, 1, 1, 1)
    empty = EmptyState("catalog", "No products here yet", "Drop a file, or create the first one by hand.")
    empty.add_button(button("Import a file", "import"))
    empty.add_button(button("New product", "plus", "primary"))
    card.body.addWidget(empty)
    return [refused, offline, card]


def _lists() -> list[QWidget]:
    rows = [
        RowButton("phone", "danger", "Damaged by a spreadsheet", "9.19E+11: digits are gone", "128"),
        RowButton("phone", "danger", "Too short for its country", "", "41"),
        RowButton("warning", "warning", "Same phone in two rows", "Will run one after the other", "22"),
    ]
    rows[0].setChecked(True)
    decision = DecisionBox(
        "phone",
        "danger",
        "128 phone numbers lost their last digits in a spreadsheet",
        "“3.93471E+11” holds 6 of 12 digits. The rest cannot be worked out, "
        "and guessing would reach a stranger.",
    )
    decision.add_button(button("Fetch from another file", "file"))
    decision.add_button(button("Leave the 128 out"))
    decision.set_note("Ctrl Z takes it back")
    facts = Facts()
    facts.set_facts(
        [
            Fact("Link", "wickloom.example/p/linen-apron-crossback-with-two-patch-pockets", link=True),
            Fact("Catalogs", "Kitchen"),
            Fact("Product id", "linen-apron-crossback", mono=True),
        ]
    )
    return [SectionHeading("Phone doctor", "300 rows"), *rows, decision, facts]


def _frames() -> list[QWidget]:
    header = PageHeader("Import customers", back="")
    steps = Steps(["File", "Columns", "Check", "Rehearse", "Run", "Result"])
    steps.set_current(2)
    header.add_leading(steps)
    bar = Toolbar()
    bar.add(SearchField("Search name or id"))
    bar.add(FilterChip("Filter", "plus", menu=False))
    bar.add_stretch()
    bar.add(PlainLabel("3,482 products · all pages read", "caption", "text2"))
    bar.add(tool_button("refresh", "Refresh"))
    footer = Footer()
    footer.set_message(FooterPart("1 problem to fix", "danger", "error"), FooterPart("3 changes"))
    footer.add(button("Discard changes", kind="quiet"))
    footer.add(button("Save to Wickloom Europe", "lock", "primary"))
    return [header, bar, footer]


def _thumbs() -> QHBoxLayout:
    broken, waiting, add = Thumbnail(56, "Photo 4"), Thumbnail(56, "Photo 1"), Thumbnail(56)
    broken.set_broken("404")
    add.set_add("Add URL")
    return row(waiting, broken, add)


def sheet(title: str) -> QWidget:
    """The whole sheet, two columns."""
    whole = Ground("canvas")
    columns_row = QHBoxLayout(whole)
    columns_row.setContentsMargins(dp(20), dp(12), dp(20), dp(20))
    columns_row.setSpacing(dp(24))
    left, right = QVBoxLayout(), QVBoxLayout()
    for column, share in ((left, 5), (right, 8)):
        column.setSpacing(dp(8))
        columns_row.addLayout(column, share)

    def section(column: QVBoxLayout, words: str, parts: Sequence[QHBoxLayout | QWidget]) -> None:
        column.addWidget(PlainLabel(words, "label", "text2"))
        for part in parts:
            if isinstance(part, QWidget):
                column.addWidget(part)
            else:
                column.addLayout(part)

    left.addWidget(PlainLabel(title, "title"))
    section(left, "Buttons, chips, segments", _buttons())
    section(left, "Status pills: icon, word, colour", _pills())
    section(left, "Fields: rest, error, edited, focused, locked", _fields())
    section(left, "Table rows and cells", [Framed(table(), "canvas")])
    section(left, "Images", [_thumbs()])
    section(right, "Run bar: parts that add up", _run())
    section(right, "Notices", _notices())
    section(right, "Lists and decisions", _lists())
    section(right, "Frames of a page", _frames())
    for column in (left, right):
        column.addStretch(1)
    whole.setFixedWidth(dp(1440))
    return whole
