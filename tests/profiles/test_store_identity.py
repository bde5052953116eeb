"""Which addresses lead to one store, and which to two."""

from __future__ import annotations

import pytest

from svcconsole.api.errors import RefusedHere
from svcconsole.profiles import Profile
from svcconsole.store_identity import identity_of, identity_of_profile, of_same_address

SAME = (
    ("http://127.0.0.1:8080", "http://localhost:8080", "http://LOCALHOST:8080/", "http://[::1]:08080",
     "http://127.0.0.53:8080", "http://localhost.:8080/integrations"),
    ("https://api.shop.example", "https://API.Shop.Example", "https://api.shop.example:443",
     "https://api.shop.example:0443/", "https://api.shop.example./integrations/",
     " https://api.shop.example "),
    ("https://10.0.0.7:8443/eu", "https://10.0.0.7:08443/eu/"),
    ("https://[2001:db8::1]", "https://[2001:0DB8:0:0::1]:443"),
    ("https://läden.example", "https://LÄDEN.example", "https://xn--lden-loa.example"),
)  # fmt: skip


@pytest.mark.parametrize("spellings", SAME, ids=lambda spellings: spellings[0])
def test_one_store_however_its_address_is_spelled(spellings: tuple[str, ...]) -> None:
    assert len({identity_of(spelling) for spelling in spellings}) == 1
    assert len({identity_of(spelling).folder for spelling in spellings}) == 1


def test_what_is_another_store_stays_apart() -> None:
    stores = [
        *(identity_of(spellings[0]) for spellings in SAME),
        identity_of("http://localhost:8081"),
        identity_of("https://localhost:8080"),
        identity_of("https://api.shop.example/eu"),
        identity_of("https://api.shop.example/EU"),
        identity_of("https://api.shop.example", prefix="abc"),
        identity_of("https://api.shop.example", app_id="1"),
        identity_of("https://api.shop.example", app_id="2"),
    ]
    assert len({store.folder for store in stores}) == len(stores)


def test_a_profile_stands_for_its_address() -> None:
    one = Profile(name="One", base_url="https://API.shop.example:443/", app_id="1")
    two = Profile(name="Two", base_url="https://api.shop.example", app_id="2")
    odd = Profile(name="Odd", base_url="nowhere")
    assert identity_of_profile(one) == identity_of("https://api.shop.example", "svc", "1")
    assert identity_of_profile(odd) is None
    known = [one, two, odd]
    assert of_same_address(known, "https://api.shop.example", None, None) == (one, two)
    assert of_same_address(known, "https://api.shop.example", "svc", "2") == (two,)
    assert of_same_address(known, "https://api.shop.example", "abc", None) == ()
    with pytest.raises(RefusedHere):
        identity_of("nowhere")
