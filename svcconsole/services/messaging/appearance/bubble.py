"""The parts of a message as a phone shows it: header, text, buttons, list, products, cards, offer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

HeaderKind = Literal["text", "image", "video", "document", "location", "product"]
ButtonKind = Literal["reply", "url", "phone", "copy_code", "list", "product", "products", "address"]


@dataclass(frozen=True, slots=True)
class Header:
    """What stands over the text: words (`text`), or media at `link`; `name` is a document's file name."""

    kind: HeaderKind
    text: str = ""
    link: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Button:
    """One button; `data` is where it leads, the number it calls or the code it copies. `text` blank: not
    written yet."""

    kind: ButtonKind
    text: str = ""
    data: str = ""


@dataclass(frozen=True, slots=True)
class ListRow:
    """One line of a list sheet; `id` comes back when it is chosen and is not shown."""

    title: str
    id: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True)
class ListSection:
    title: str
    rows: tuple[ListRow, ...] = ()


@dataclass(frozen=True, slots=True)
class ListSheet:
    """What opens from the bottom when the list button is pressed."""

    title: str
    sections: tuple[ListSection, ...] = ()


@dataclass(frozen=True, slots=True)
class ProductLook:
    """A product as a card: `price` is ready to be shown ("€35.00"), `before` the one before a reduction,
    `picture` a URL.

    A blank `name`: the store's catalog, as far as it was read here, has no such product.
    """

    id: str
    name: str = ""
    price: str = ""
    picture: str = ""
    before: str = ""


ProductLookup = Callable[[str], ProductLook | None]
"""The product of an id, None where the catalog read here has none."""


@dataclass(frozen=True, slots=True)
class ProductSection:
    title: str
    products: tuple[ProductLook, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """A limited-time offer: its words, the code if there is one, and its end; `said` is the end as written,
    for ends that are no moment."""

    text: str
    ends: datetime | None = None
    said: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class Address:
    """The address of an address message: who, how to reach them, and the lines from small to large."""

    name: str = ""
    phone: str = ""
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bubble:
    """A message as it will be seen. `body` holds WhatsApp's own marks (`*bold*`); `formatting.py` reads them.

    `cards` stand side by side under a carousel's bubble. `sheet` opens by a button of kind `list`,
    `products` by one of kind `products`. `folds_after` is the number of lines before "Read more".
    `catalog` is the id of the catalog the products are from. In a `template` places like `{{1}}` may still
    be filled; in any other message they would be read as they stand. `suspects` are parts of the words that
    are likely wrong: whoever looks through messages sees them underlined, the customer does not.
    """

    header: Header | None = None
    body: str = ""
    footer: str = ""
    buttons: tuple[Button, ...] = ()
    sheet: ListSheet | None = None
    products: tuple[ProductSection, ...] = ()
    catalog: str = ""
    cards: tuple[Bubble, ...] = ()
    offer: Offer | None = None
    address: Address | None = None
    folds_after: int = 0
    template: bool = False
    suspects: tuple[str, ...] = ()

    @property
    def is_blank(self) -> bool:
        """Whether nothing has been written yet."""
        return self == Bubble(folds_after=self.folds_after, template=self.template)

    @property
    def code(self) -> str:
        """The code that a copy-code button copies; blank without one."""
        return next((button.data for button in self.buttons if button.kind == "copy_code"), "")
