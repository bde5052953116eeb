"""An invented shop: names in many scripts, long and marked-up ones, products low, out, in no catalog."""

from __future__ import annotations

from typing import Any

CATALOGS = [
    {"id": key, "name": name, "description": f"All of {name}", "url": f"https://shop.example/{key}"}
    for key, name in (
        ("kitchen", "Kitchen"), ("garden", "Garden"), ("autumn", "Autumn"), ("tea", "Tea"),
        ("textiles", "Textiles"), ("gifts", "Gifts"), ("home", "Home"),
    )
]  # fmt: skip

_NAMES: tuple[tuple[str, str, tuple[str, ...], int, tuple[float, ...], int], ...] = (
    ("terracotta-planter", "Terracotta Planter, ribbed, with saucer", ("garden", "autumn"), 214, (18, 42), 6),
    ("linen-apron-crossback",
     "Linen Apron with Cross-Back Straps and Two Patch Pockets (adult, one size fits most)",
     ("kitchen",), 58, (39,), 4),
    ("genmaicha-100g", "玄米茶 Genmaicha, loose leaf 100 g", ("tea",), 1026, (8.5, 14), 2),
    ("blue-clay-mug", "كوب فخار أزرق مصنوع يدويًا", ("kitchen", "gifts"), 7, (16,), 3),
    ("handloom-dupatta-indigo", "हैंडलूम दुपट्टा, इंडिगो", ("textiles",), 112, (54,), 5),
    ("midnight-snack-box", "Midnight Snack Box 🍫🌙", ("gifts",), 0, (24.9,), 1),
    ("wolldecke-brandung-gross", "Größe-L Wolldecke „Brandung“",
     ("textiles", "home", "gifts"), 36, (89, 129), 8),
    ("bougie-foret-hiver", "Bougie « Forêt d’hiver »", ("gifts",), 340, (21,), 2),
    ("kids-apron-s", "Size <S> Kids’ Apron <b>bold</b>", ("kitchen",), 91, (19,), 2),
    ("stoneware-bowl", "Stoneware Serving Bowl", (), 67, (34, 58), 3),
    ("oil-lamp-clay", "Λυχνία λαδιού από πηλό", ("gifts",), 12, (27.5,), 1),
    ("bud-vase-smoked", "Bud Vase, smoked glass", ("garden", "gifts"), 405, (14,), 4),
)  # fmt: skip


def shop_products(base: str = "https://shop.example") -> list[dict[str, Any]]:
    """The products as they are sent."""
    made = []
    for identity, name, catalogs, stock, prices, variants in _NAMES:
        url = f"{base}/p/{identity}"
        share, rest = divmod(stock, variants)
        rows = [
            {
                "id": f"{identity}-{number}",
                "name": "Default" if variants == 1 else f"Variant {number}",
                "productId": identity,
                "price": prices[number % len(prices)],
                "discountedPrice": prices[number % len(prices)],
                "quantity": share + (rest if number == 1 else 0),
                "image": f"{url}.png",
                "productUrl": url,
                **({} if variants == 1 else {"options": {"Colour": f"No {number}"}}),
            }
            for number in range(1, variants + 1)
        ]
        made.append(
            {
                "id": identity,
                "name": name,
                "url": url,
                "description": f"{name}. Washes at 30 °C and softens with every wash.",
                "currency": "EUR",
                "tags": "linen, kitchen, gift idea",
                "catalogIds": list(catalogs),
                "photos": [{"photoUrl": f"{url}-{number}.png"} for number in range(1, 5)],
                "combinations": rows,
            }
        )
    return made
