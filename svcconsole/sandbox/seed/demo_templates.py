"""The demo store's templates besides those of every store: what campaigns and orders send."""

from __future__ import annotations

from svcconsole.sandbox.rules.template_registry import Button, Template, save_templates
from svcconsole.sandbox.store.call_context import Call

_SHOP = "https://practice-store.example/"
_STOP = "Reply STOP to hear no more of offers"

OFFERS = (
    (
        "january_white",
        "Hello {{1}}, the white weeks: bed linen and towels for a fifth less.",
        "See the linen",
    ),
    ("new_glazes", "Hello {{1}}, three new glazes left the kiln this week.", "See the glazes"),
    ("valentine_table", "Hello {{1}}, a table for two: candles, glasses, napkins.", "Set the table"),
    ("spring_table", "Hello {{1}}, spring has arrived on our tables.", "See what is new"),
    ("easter_gifts", "Hello {{1}}, small gifts for Easter, wrapped if you like.", "See the gifts"),
    ("garden_opening", "Hello {{1}}, the garden is open: planters, lanterns, seats.", "Into the garden"),
    ("mothers_day", "Hello {{1}}, eleven things she would not buy for herself.", "Find one"),
    ("linen_week", "Hello {{1}}, linen for warm nights: sheets, covers, throws.", "See the linen"),
    ("summer_terrace", "Hello {{1}}, long evenings outside: hammocks, tables, light.", "See the terrace"),
    ("last_pieces", "Hello {{1}}, last pieces: when they are gone they are gone.", "See what is left"),
)
ORDER_CONFIRMED = {
    "en": "Hello {{1}}, thank you. We have your order {{2}} and pack it now.",
    "de": "Hallo {{1}}, vielen Dank. Ihre Bestellung {{2}} ist da, wir packen sie jetzt.",
    "fr": "Bonjour {{1}}, merci. Nous avons bien reçu votre commande {{2}} et la préparons.",
    "es": "Hola {{1}}, gracias. Tenemos su pedido {{2}} y lo estamos preparando.",
    "it": "Buongiorno {{1}}, grazie. Abbiamo ricevuto l’ordine {{2}} e lo stiamo preparando.",
    "nl": "Hallo {{1}}, bedankt. We hebben je bestelling {{2}} en pakken die nu in.",
}
ORDER_SHIPPED = {
    "en": "Your order {{1}} left our warehouse today.",
    "de": "Ihre Bestellung {{1}} hat heute unser Lager verlassen.",
    "fr": "Votre commande {{1}} a quitté notre entrepôt aujourd’hui.",
    "es": "Su pedido {{1}} ha salido hoy de nuestro almacén.",
    "it": "Il suo ordine {{1}} è partito oggi dal nostro magazzino.",
    "nl": "Je bestelling {{1}} is vandaag uit ons magazijn vertrokken.",
}
CART_REMINDER = Template(
    id="cart_reminder",
    category="marketing",
    body="Hello {{1}}, your cart is still as you left it: {{2}}.",
    buttons=(Button(type="URL", text="Back to the cart", url=f"{_SHOP}cart/{{{{1}}}}"),),
)
TEMPLATES = (
    *(
        Template(
            id=name,
            category="marketing",
            header="image",
            body=body,
            footer=_STOP,
            buttons=(Button(type="URL", text=button, url=f"{_SHOP}collections/{{{{1}}}}"),),
        )
        for name, body, button in OFFERS
    ),
    *(
        Template(id=f"{name}_{language}", language=language, category="utility", body=body)
        for name, texts in (("order_confirmed", ORDER_CONFIRMED), ("order_shipped", ORDER_SHIPPED))
        for language, body in texts.items()
    ),
    CART_REMINDER,
)
BY_ID = {template.id: template for template in TEMPLATES}


def in_language(name: str, language: str) -> Template:
    """The template of an order in the customer's language, or in English."""
    return BY_ID.get(f"{name}_{language}") or BY_ID[f"{name}_en"]


def seed_demo_templates(call: Call) -> None:
    save_templates(call.connection, TEMPLATES)
