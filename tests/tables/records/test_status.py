"""Drafts and archived products: told, imported like the others unless the rule leaves them out, every row
counted; and fields that nothing can be set for."""

from __future__ import annotations

from pathlib import Path

import pytest

from svcconsole.api.models.catalog import Product
from svcconsole.tables.checking.problems import Draft
from svcconsole.tables.checking.rules import Rules
from svcconsole.tables.mapping.mapping import Column, Fixed, Mapping, Source, parse_set
from svcconsole.tables.mapping.targets import PRODUCTS
from svcconsole.tables.presets import recognise
from svcconsole.tables.reading.errors import TableError
from svcconsole.tables.records.products import build
from tests.tables.shared import recorded
from tests.tables.tables import DECIDED, codes, drafts_of, opened, written

HEADER = "Handle,Title,Variant SKU,Variant Price,Variant Inventory Qty,Image Src,Status"


def products(
    folder: Path, *statuses: str, column: str = "Status", rules: Rules = DECIDED
) -> list[Draft[Product]]:
    """One product of two rows for each status, which only the first row has."""
    lines = [HEADER.replace("Status", column)]
    for number, status in enumerate(statuses):
        lines.append(f"p{number},Soap {number},S{number},4.50,3,https://images.example/{number}.jpg,{status}")
        lines.append(f"p{number},,T{number},5.50,3,,")
    return drafts_of(written(folder, "\n".join(lines)), rules)


@pytest.mark.parametrize(
    "status",
    ["draft", "Archived", " DRAFT ", "unpublished", "FALSE", "FALSCH", "-1", "2", "unlisted", "on request"],
)
def test_what_the_shop_does_not_show_is_told_and_imported(tmp_path: Path, status: str) -> None:
    drafts = products(tmp_path, status, "active")
    assert [draft.request is not None for draft in drafts] == [True, True]
    [told] = [problem for problem in drafts[0].problems if problem.code == "status_hidden"]
    assert (told.level, told.row, told.column, told.rule) == ("warning", 1, "Status", "status")
    assert drafts[0].asked["status"] == 1
    assert "status" not in drafts[1].asked


@pytest.mark.parametrize(
    "status",
    [
        "active",
        "",
        "TRUE",
        "WAHR",
        "ИСТИНА",
        "DOĞRU",
        "1",
        "Enabled",
        "publish",
        "Aktiv",
        "activo",
        "ativo",
        "attivo",
        "publié",
        "Veröffentlicht",
        "available",
        "In stock",
        "listed",
        "Approved",
        "aktif",
        "aktywny",
        "actief",
        "نشط",
        "सक्रिय",
        "已上架",
        "公開中",
        "опубликован",
    ],
)
def test_what_it_shows_is_not_held_back(tmp_path: Path, status: str) -> None:
    leaving_out = DECIDED.decide("status", "leave_out")
    draft, _ = products(tmp_path, status, "draft", rules=leaving_out)
    assert draft.request is not None and "status" not in draft.asked


def test_a_word_that_is_not_known_is_asked_about_only_where_it_tells_products_apart(tmp_path: Path) -> None:
    leaving_out = DECIDED.decide("status", "leave_out")
    alike = products(tmp_path, "Zug", "zug ", rules=leaving_out)
    assert [draft.request is not None for draft in alike] == [True, True]
    assert not any("status" in draft.asked for draft in alike)
    for other in ("", "active", "draft"):
        differing, _ = products(tmp_path, "Zug", other, rules=leaving_out)
        assert differing.request is None, other
    drafts = products(tmp_path, "Entwurf", "Entwurf", rules=leaving_out)
    assert [draft.request for draft in drafts] == [None, None], "a word for a draft tells it by itself"


def test_left_out_are_all_rows_of_such_a_product_and_nothing_else_is_asked_of_it(tmp_path: Path) -> None:
    open_questions = Rules().decide("status", "leave_out")
    drafts = products(tmp_path, "draft", "active", "archived", rules=open_questions)
    assert [draft.left_out for draft in drafts] == [(1, 2), (), (5, 6)]
    assert [dict(draft.asked) for draft in drafts if draft.left_out] == [{"status": 1}, {"status": 1}]
    assert [bool(draft.problems) for draft in drafts] == [False, True, False]
    assert sum(len(draft.rows) for draft in drafts) == 6


def test_asked_again_it_waits_for_an_answer(tmp_path: Path) -> None:
    [draft] = products(tmp_path, "draft", rules=DECIDED.ask("status"))
    assert draft.request is None
    assert codes([draft])["status_open"] == 1


def test_an_older_export_says_it_in_its_column_for_published_ones(tmp_path: Path) -> None:
    drafts = products(tmp_path, "false", "true", column="Published")
    assert [codes([draft])["status_hidden"] for draft in drafts] == [1, 0]


SHOP_FILES = (
    (
        "woocommerce",
        "ID,Type,SKU,Name,Published,Visibility in catalog,In stock?,Stock,Regular price,Images",
        "7,simple,MUG-1,Mug,{},visible,1,5,12.50,https://images.example/m.jpg",
        ("-1", "0", "2"),
    ),
    (
        "magento",
        "sku,store_view_code,attribute_set_code,product_type,product_websites,name,product_online,"
        "visibility,price,url_key,base_image,qty",
        'MUG-1,,Default,simple,base,Mug,{},"Catalog, Search",12.50,mug,https://images.example/m.jpg,5',
        ("2", "0"),
    ),
    (
        "shopify-classic",
        "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,"
        "Variant Inventory Qty,Variant Price,Image Src",
        "mug,Mug,,V,T,,{},Title,Default Title,MUG-1,5,12.50,https://images.example/m.jpg",
        ("FALSCH", "FAUX", "ЛОЖЬ"),
    ),
    (
        "bigcommerce",
        "Item Type,Product ID,Product Name,Product Type,Product Code/SKU,Price,Current Stock Level,"
        "Product Visible?,Category,Product Image File - 1",
        "Product,12,Mug,P,MUG-1,12.50,7,{},Mugs,https://images.example/m.jpg",
        ("N",),
    ),
)
SHOWN_IN_THEM = {"bigcommerce": "Y", "shopify-classic": "VRAI"}


@pytest.mark.parametrize(("preset", "head", "line", "hidden"), SHOP_FILES)
def test_what_a_shop_system_writes_for_hidden_products_is_left_out_by_the_answer(
    tmp_path: Path, preset: str, head: str, line: str, hidden: tuple[str, ...]
) -> None:
    leaving_out = DECIDED.decide("status", "leave_out")
    assert recognise(head.split(",")).preset == preset
    for word, kept in ((SHOWN_IN_THEM.get(preset, "1"), True), *((word, False) for word in hidden)):
        [draft] = drafts_of(written(tmp_path, f"{head}\n{line.format(word)}\n"), leaving_out)
        assert (draft.request is not None) is kept, word


# By hand: ours has a tray (active, rows 1 and 2), a hat (draft), a mug (archived); the real one a shirt
# (active, rows 1 to 12), trousers (draft, 13 to 16), a hat (archived, 17).
TEMPLATES = recorded(
    [("products/shopify_template.csv", ((1, 2), (3,), (4,)))],
    [
        (
            "products/shopify/shopify_sample_product_template_lf.csv",
            (tuple(range(1, 13)), (13, 14, 15, 16), (17,)),
        )
    ],
)


@pytest.mark.parametrize(("folder", "template"), TEMPLATES)
def test_a_template_with_a_draft_and_an_archived_product(
    folder: Path, template: tuple[str, tuple[tuple[int, ...], ...]]
) -> None:
    path, (active, draft, archived) = template
    table, rows = opened(folder / path)
    mapping = recognise(table.header).mapping
    drafts = build(table.header, rows, mapping, DECIDED.decide("status", "leave_out"))
    assert [(each.rows, each.left_out) for each in drafts] == [
        (active, ()),
        (draft, draft),
        (archived, archived),
    ]
    assert [draft.request is not None for draft in drafts] == [True, False, False]


NOT_FOR_ONE_ROW = {"photos.position"}
"""Shows only where a product has more than one photo."""
TEXTS = {
    "combinations.price": "77", "combinations.compareAtPrice": "99", "combinations.discountedPrice": "2",
    "combinations.quantity": "41", "currency": "SEK", "combinations.currency": "SEK", "url": "https://x.example/",
    "combinations.productUrl": "https://x.example/", "image": "https://x.example/i.png",
    "combinations.image": "https://x.example/i.png", "photos.photoUrl": "https://x.example/i.png",
    "addToCartDisabled": "true", "status": "draft", "photos.position": "2",
}  # fmt: skip


@pytest.mark.parametrize("path", [spec.path for spec in PRODUCTS.fields if spec.path not in NOT_FOR_ONE_ROW])
def test_what_may_be_set_reaches_the_request_and_the_rest_is_refused(tmp_path: Path, path: str) -> None:
    spec = PRODUCTS.field(path)
    text = TEXTS.get(path, "Something else")
    if not spec.settable:
        with pytest.raises(
            TableError, match=f"{path} cannot be set: products have no field for it"
        ) as caught:
            parse_set(f"{path}={text}")
        assert path not in caught.value.advice and "combinations.price" in caught.value.advice
        return
    name = f"option{path[6]}.name" if path.startswith("option") else None
    lines = "Id,Name,Price,Stock,Picture,Size\np,Soap,4.50,3,https://images.example/p.jpg,M\n"
    known: dict[str, Source] = {
        "id": Column("Id"), "name": Column("Name"), "combinations.price": Column("Price"),
        "combinations.quantity": Column("Stock"), "photos.photoUrl": Column("Picture"),
        **({name: Fixed("Size"), f"option{path[6]}.value": Column("Size")} if name else {}),
    }  # fmt: skip
    file, rules = written(tmp_path, lines), DECIDED.decide("status", "leave_out")
    [plain] = drafts_of(file, rules, Mapping(sources=known))
    setting = parse_set(f"{path}={text}")
    [changed] = drafts_of(file, rules, Mapping(sources=known).with_setting(setting, force=True))
    assert plain.request is not None
    assert changed.request != plain.request
