"""The client against the practice store: what it sends is taken, what it is told arrives as it should."""

from __future__ import annotations

import pytest

from svcconsole.api import operations as api
from svcconsole.api.client import Client, Connection
from svcconsole.api.errors import CustomerNotFound, NotThisApi, Rejected, Unauthorized, WrongAddress
from svcconsole.api.paging import End, pages
from svcconsole.api.token import Token
from tests.api.models.samples import CATALOG, CUSTOMER, PRODUCT, TICKET
from tests.support.generate import products
from tests.support.practice import PracticeStore, start_practice_store


def client_of(store: PracticeStore, token: str | None = None, base_url: str | None = None) -> Client:
    return Client(Connection(base_url or store.base_url, Token(token or store.token)))


async def test_the_six_operations(practice_store: PracticeStore) -> None:
    async with client_of(practice_store) as client:
        catalogs = api.UPSERT_CATALOGS.request.read({"catalogs": [CATALOG]})
        assert (await client.call(api.UPSERT_CATALOGS, catalogs)).data.catalogs[0].name == "Kitchen"
        upsert = api.UPSERT_PRODUCTS.request.read({"products": [PRODUCT]})
        answered = (await client.call(api.UPSERT_PRODUCTS, upsert)).data.products
        asked = api.GET_PRODUCTS.request(product_ids=["mug"])
        assert (await client.call(api.GET_PRODUCTS, asked)).data.products == answered
        assert (await client.call(api.LIST_PRODUCTS, api.LIST_PRODUCTS.request())).data.products == answered
        listed = (await client.call(api.LIST_CATALOGS, api.LIST_CATALOGS.request())).data.catalogs
        asked_catalogs = api.GET_CATALOGS.request(catalog_ids=["kitchen"])
        assert (await client.call(api.GET_CATALOGS, asked_catalogs)).data.catalogs == listed


async def test_a_walk_over_250_products_is_complete(practice_store: PracticeStore) -> None:
    everything = products(250)
    async with client_of(practice_store) as client:
        await client.call(api.UPSERT_PRODUCTS, api.UPSERT_PRODUCTS.request.read({"products": everything}))
        walked = [page async for page in pages(client, api.LIST_PRODUCTS)]
    assert [len(page.items) for page in walked] == [100, 100, 50, 0]
    assert [item.id for page in walked for item in page.items] == [one["id"] for one in everything]
    assert [page.end for page in walked] == [None, None, None, End.COMPLETE]


async def test_a_refusal_lands_on_its_field_with_the_stores_words(practice_store: PracticeStore) -> None:
    request = api.UPSERT_PRODUCTS.request.read({"products": products(2, catalogIds=["attic"])})
    async with client_of(practice_store) as client:
        with pytest.raises(Rejected) as caught:
            await client.call(api.UPSERT_PRODUCTS, request)
    assert caught.value.status == 400
    assert caught.value.server_words == (
        "catalog attic does not exist: products[0].catalogIds[0] and 1 more;"
        " create it with catalogs/createOrUpdate first",
    )
    assert [field.loc for field in caught.value.fields] == [("products", 0, "catalog_ids", 0)]


async def test_customers_go_there_and_back_and_a_refusal_lands_on_its_contact(
    practice_store: PracticeStore,
) -> None:
    async with client_of(practice_store) as client:
        made = await client.call(api.UPSERT_CUSTOMER, api.UPSERT_CUSTOMER.request.read(CUSTOMER))
        asked = api.GET_CUSTOMER.request.read({"svcCustomerId": made.data.customer.id, "includeTags": True})
        found = (await client.call(api.GET_CUSTOMER, asked)).data.customer
        assert (found.id, found.tag_names) == (made.data.customer.id, ("fair",))
        with pytest.raises(Rejected) as caught:
            wrong = api.UPSERT_CUSTOMER.request(email="a@x.example", alternate_emails=["b@x.example", "b"])
            await client.call(api.UPSERT_CUSTOMER, wrong)
        assert [field.loc for field in caught.value.fields] == [("alternate_emails", 1)]
        with pytest.raises(Rejected) as caught:
            ticket = api.CREATE_TICKET.request.read({**TICKET, "labelIds": [1, 98]})
            await client.call(api.CREATE_TICKET, ticket)
        assert [field.loc for field in caught.value.fields] == [("label_ids", 1)]
        with pytest.raises(CustomerNotFound):
            await client.call(api.GET_CUSTOMER, api.GET_CUSTOMER.request(partner_customer_id="nobody"))


async def test_another_token_is_unauthorized(practice_store: PracticeStore) -> None:
    async with client_of(practice_store, token="not-this-one") as client:
        with pytest.raises(Unauthorized):
            await client.call(api.LIST_CATALOGS, api.LIST_CATALOGS.request())


async def test_another_address_is_told(practice_store: PracticeStore) -> None:
    async with client_of(practice_store, base_url=f"{practice_store.base_url}/shop") as client:
        with pytest.raises((WrongAddress, NotThisApi)):
            await client.call(api.LIST_CATALOGS, api.LIST_CATALOGS.request())


async def test_a_restart_on_the_same_port_is_not_noticed_by_the_client() -> None:
    with start_practice_store(token="kept") as store:
        port, connection = store.port, Connection(store.base_url, Token("kept"))
        async with Client(connection) as client:
            await client.call(api.LIST_CATALOGS, api.LIST_CATALOGS.request())
            store.kill()
            with start_practice_store(port=port, token="kept"):
                await client.call(api.LIST_CATALOGS, api.LIST_CATALOGS.request())
