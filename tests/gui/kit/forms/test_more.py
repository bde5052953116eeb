"""Fields that no section of a form names stand on the page all the same, under "More"."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from svcconsole.api.models.catalog import Catalog, Product
from svcconsole.gui.kit.containers.cards import SectionHeading
from svcconsole.gui.kit.forms.fields import Kind
from svcconsole.gui.kit.forms.form import Form
from svcconsole.gui.kit.forms.layout import Section
from tests.support.qt import show


def headings(form: QWidget) -> list[str]:
    """The headings of the page from top to bottom."""
    found = sorted(
        form.findChildren(SectionHeading), key=lambda one: one.mapTo(form, one.rect().topLeft()).y()
    )
    return [heading.findChildren(QLabel)[0].text() for heading in found]


def test_fields_that_no_section_names_stand_under_more(qtbot: QtBot) -> None:
    form = show(qtbot, Form(Catalog, sections=(Section("Catalog", (("name",), ("id",))),)), 900, 700)
    assert headings(form) == ["Catalog", "More"]
    last = max(y_of(form, name) for name in ("name", "id"))
    assert all(y_of(form, name) > last for name in ("description", "image", "url"))


def y_of(form: Form[Any], name: str) -> int:
    widget = form.editors[name].widget
    return widget.mapTo(form, widget.rect().topLeft()).y()


def test_a_page_without_headings_gets_none(qtbot: QtBot) -> None:
    assert headings(show(qtbot, Form(Catalog), 900, 700)) == []
    assert headings(show(qtbot, Form(Catalog, sections=(Section("", (("name",),)),)), 900, 700)) == []


def test_a_list_that_no_section_names_keeps_its_own_heading(qtbot: QtBot) -> None:
    named = tuple((name,) for name in Product.model_fields if name != "metafields")
    form = show(qtbot, Form(Product, sections=(Section("Product", named),)), 900, 1400)
    assert form.editors["metafields"].spec.kind is Kind.RECORDS
    assert headings(form)[-1] == "Metafields"
    assert "More" not in headings(form)
