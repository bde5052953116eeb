"""A field has one name: in its form, and among the fields that the columns of an import fill."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from svcconsole.gui.design.words import show
from svcconsole.gui.kit.forms.form import Form
from svcconsole.gui.kit.remote_pictures import Pictures
from svcconsole.gui.tabs.catalog.editing.record_kinds import catalogs
from svcconsole.gui.tabs.catalog.product.product_labels import product_labels, variant_labels
from svcconsole.gui.tabs.customers.customer_form import customer_form
from svcconsole.tables.mapping.fields import PRODUCT_FIELDS, TargetField
from svcconsole.tables.mapping.person_fields import CUSTOMER_FIELDS
from svcconsole.tables.mapping.request_fields import CATALOG_FIELDS

OTHERWISE = {"overWriteAssets", "partnerCustomerId", "phoneNumber"}
"""A box that says what it does; what is an id of the shop's own there and here; what the number is for."""


def imported(fields: Sequence[TargetField], inside: str = "") -> dict[str, str]:
    return {
        field.path.removeprefix(inside): show(field.label)
        for field in fields
        if field.path.startswith(inside)
    }


def named(form: Form[Any]) -> dict[str, str]:
    return {spec.wire: spec.label for spec in form.specs}


def test_a_picture_of_a_product_is_called_one_thing(qapp: QApplication) -> None:
    ours, variant = imported(PRODUCT_FIELDS), imported(PRODUCT_FIELDS, "combinations.")
    assert product_labels()["image"] == ours["image"] == "Main picture"
    assert product_labels()["url"] == ours["url"]
    assert (variant_labels()["image"], variant_labels()["product_url"]) == (
        variant["image"],
        variant["productUrl"],
    )


@pytest.mark.parametrize("kind", ["catalogs", "customers"])
def test_a_field_of_a_form_is_called_as_in_its_import(qtbot: QtBot, kind: str) -> None:
    fields: Sequence[TargetField] = CATALOG_FIELDS if kind == "catalogs" else CUSTOMER_FIELDS
    form: Form[Any] = (
        catalogs().form({}, cast(Pictures, None), "", False)
        if kind == "catalogs"
        else customer_form(lambda: None, existing=False, external=False)
    )
    qtbot.addWidget(form)
    wanted = {path: label for path, label in imported(fields).items() if path not in OTHERWISE}
    here = {wire: label for wire, label in named(form).items() if wire in wanted}
    assert here == {path: label for path, label in wanted.items() if path in here}
    assert len(here) >= 5
