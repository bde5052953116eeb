"""An invented home-goods store: catalogs and products, variants, low stock, names in several scripts."""

from __future__ import annotations

from typing import NamedTuple

CATALOGS = (
    ("kitchen", "Kitchen & table", "Stoneware, linen and tools for everyday cooking."),
    ("bedroom", "Bedroom", "Bed linen, throws and quiet light."),
    ("living", "Living room", "Cushions, lamps and small furniture."),
    ("bath", "Bath", "Towels, soap and what keeps them dry."),
    ("outdoor", "Balcony & garden", "Planters, lanterns and seats for outside."),
    ("gifts", "Gifts under 30", "Small things, wrapped on request."),
)


class Item(NamedTuple):
    """One demo product; prices in EUR, `stock` one number per variant (the last one repeats)."""

    id: str
    name: str
    catalogs: str
    price: str
    reduced: str
    option: str
    values: tuple[str, ...]
    stock: tuple[int, ...]
    text: str


ONE = ("", ())
SIZES = ("Size", ("S", "M", "L"))
BED = ("Size", ("90 × 200", "140 × 200", "160 × 200"))
CLAY = ("Colour", ("Oat", "Slate", "Moss"))
LINEN = ("Colour", ("Natural", "Terracotta", "Ink"))


def _item(
    line: str, choice: tuple[str, tuple[str, ...]] = ONE, stock: tuple[int, ...] = (24,), reduced: str = ""
) -> Item:
    identifier, name, catalogs, price, text = (part.strip() for part in line.split("|"))
    option, values = choice
    # not every product shows the same colour first
    turn = len(identifier) % len(values) if option == "Colour" else 0
    values = values[turn:] + values[:turn]
    return Item(identifier, name, catalogs, price, reduced or price, option, values, stock, text)


PRODUCTS = (
    _item(
        "apron-linen|Linen apron|kitchen gifts|28.00|Washed linen, long ties, one deep pocket.",
        LINEN,
        (12, 4, 0),
    ),
    _item("bath-mat-ribbed|Ribbed bath mat|bath|24.90|Heavy cotton that dries quickly.", CLAY, (18, 9, 31)),
    _item("bath-sheet|Bath sheet|bath|36.00|600 g/m², 100 × 150 cm.", CLAY, (40, 22, 3)),
    _item(
        "bed-linen-washed|Washed bed linen set|bedroom|119.00|One duvet cover, one pillowcase.",
        BED,
        (6, 14, 11),
    ),
    _item("bedside-lamp|Bedside lamp “Nook”|bedroom|64.00|Dims with a touch.", ONE, (7,), "52.00"),
    _item("bench-oak|Oak bench|living outdoor|189.00|Solid oak, oiled, 110 cm.", ONE, (2,)),
    _item("bottle-carafe|Carafe with tumbler|kitchen bedroom|22.50|The tumbler is the lid.", ONE, (33,)),
    _item("bowl-cereal|Cereal bowl|kitchen gifts|14.00|Stoneware, dishwasher safe.", CLAY, (60, 48, 52)),
    _item("bowl-serving|Serving bowl|kitchen|39.00|For salad for six.", CLAY, (8, 0, 5)),
    _item("bread-board|Bread board|kitchen|34.00|Beech end grain.", SIZES, (16, 20, 9)),
    _item("bread-bag|Bread bag|kitchen gifts|16.00|Keeps a loaf three days.", ONE, (45,)),
    _item("butter-dish|Butter dish|kitchen gifts|26.00|Stoneware with a lid that fits.", CLAY, (13, 6, 2)),
    _item("candle-fig|Scented candle “Fig”|living gifts|19.00|Rapeseed wax, 40 hours.", ONE, (70,)),
    _item("candle-pine|Scented candle “Pine”|living gifts|19.00|Rapeseed wax, 40 hours.", ONE, (0,)),
    _item("coffee-dripper|Coffee dripper|kitchen gifts|24.00|For one or two cups.", CLAY, (25, 25, 19)),
    _item(
        "cushion-boucle|Bouclé cushion|living|42.00|50 × 50 cm, feather filling.", CLAY, (15, 12, 8), "35.00"
    ),
    _item("cushion-linen|Linen cushion cover|living|29.00|50 × 50 cm, without filling.", LINEN, (30, 17, 21)),
    _item("door-stop|Door stop “Size <S>”|living gifts|12.00|A brass block, 600 g.", ONE, (28,)),
    _item("duvet-light|Summer duvet|bedroom|98.00|Light cotton filling.", BED, (5, 9, 7)),
    _item("egg-cups|Egg cups, set of 4|kitchen gifts|18.00|Stackable.", CLAY, (22, 14, 10)),
    _item(
        "espresso-cups|Espresso cups, set of 2|kitchen gifts|21.00|80 ml, thick walled.", CLAY, (3, 26, 24)
    ),
    _item(
        "floor-lamp|Floor lamp “Arc”|living|249.00|Steel, linen shade, 160 cm.", LINEN, (4, 1, 0), "199.00"
    ),
    _item("garden-chair|Folding garden chair|outdoor|79.00|Acacia, folds flat.", ONE, (20,)),
    _item("garden-table|Folding garden table|outdoor|129.00|Acacia, 70 × 70 cm.", ONE, (6,)),
    _item("glass-tumblers|Tumblers, set of 4|kitchen|28.00|Recycled glass.", ONE, (41,)),
    _item("glass-wine|Wine glasses, set of 4|kitchen|44.00|Thin, tempered.", ONE, (17,)),
    _item("hammock|Cotton hammock|outdoor|89.00|Carries 160 kg.", LINEN, (9, 3, 6), "69.00"),
    _item(
        "hand-soap|Hand soap|bath gifts|9.50|Olive oil and laurel.",
        ("Scent", ("Laurel", "Rosemary")),
        (90, 66),
    ),
    _item("herb-planter|Herb planter|kitchen outdoor|32.00|Three pots on a tray.", ONE, (14,)),
    _item("kettle-enamel|Enamel kettle|kitchen|49.00|1.8 l, also for induction.", CLAY, (11, 8, 0)),
    _item("knife-paring|Paring knife|kitchen gifts|23.00|Carbon steel, walnut handle.", ONE, (19,)),
    _item("lantern-brass|Garden lantern|outdoor|38.00|For pillar candles.", SIZES, (12, 7, 2)),
    _item(
        "laundry-basket|Laundry basket|bath bedroom|54.00|Seagrass with a cotton bag.",
        ("Size", ("M", "L")),
        (10, 4),
    ),
    _item(
        "mirror-round|Round mirror|bath living|119.00|Thin oak frame.",
        ("Diameter", ("50 cm", "70 cm")),
        (5, 2),
    ),
    _item("mug-stoneware|Stoneware mug|kitchen gifts|13.50|300 ml.", CLAY, (120, 84, 97)),
    _item("napkins-linen|Linen napkins, set of 4|kitchen gifts|29.00|45 × 45 cm.", LINEN, (26, 31, 12)),
    _item("oven-gloves|Oven gloves|kitchen gifts|18.00|Thick cotton.", LINEN, (38, 20, 16)),
    _item(
        "pillow-wool|Wool pillow|bedroom|59.00|Height can be adjusted.",
        ("Size", ("40 × 80", "80 × 80")),
        (13, 9),
    ),
    _item("picnic-blanket|Picnic blanket|outdoor|62.00|Waxed underside.", ONE, (8,), "49.00"),
    _item("pitcher-glass|Glass pitcher|kitchen|27.00|1.2 l.", ONE, (21,)),
    _item("planter-terracotta|Terracotta planter|outdoor|21.00|With saucer.", SIZES, (34, 27, 11)),
    _item("plate-dinner|Dinner plate|kitchen|17.00|27 cm.", CLAY, (75, 58, 63)),
    _item("plate-side|Side plate|kitchen|12.50|20 cm.", CLAY, (80, 61, 4)),
    _item("rug-jute|Jute rug|living|139.00|Hand woven.", ("Size", ("120 × 180", "170 × 240")), (7, 3)),
    _item("rug-runner|Cotton runner|living kitchen|58.00|70 × 200 cm.", LINEN, (9, 5, 8), "46.00"),
    _item("salt-cellar|Salt cellar|kitchen gifts|15.00|With an olive wood lid.", ONE, (29,)),
    _item("shelf-ladder|Ladder shelf|living|159.00|Ash, five boards.", ONE, (0,)),
    _item("shower-curtain|Shower curtain|bath|34.00|Cotton, 180 × 200 cm.", LINEN, (16, 10, 13)),
    _item("side-table|Side table|living bedroom|94.00|Powder-coated steel.", CLAY, (6, 8, 1)),
    _item("soap-dish|Soap dish|bath gifts|11.00|Drains by itself.", CLAY, (50, 44, 39)),
    _item("stool-kids|Step stool|living bath|46.00|Birch, carries 120 kg.", ONE, (15,)),
    _item("teapot|Teapot with strainer|kitchen gifts|29.90|0.9 l.", CLAY, (12, 9, 6)),
    _item(
        "tea-towels|Tea towels, set of 3|kitchen gifts|19.50|Half linen, with a loop.", LINEN, (56, 47, 33)
    ),
    _item("throw-wool|Wool throw|bedroom living|84.00|130 × 180 cm.", CLAY, (10, 7, 0), "72.00"),
    _item("towel-hand|Hand towel|bath|14.00|50 × 100 cm.", CLAY, (88, 71, 60)),
    _item("tray-oak|Oak tray|kitchen living|36.00|With two handles.", SIZES, (13, 11, 5)),
    _item("vase-tall|Tall vase|living|33.00|Mouth-blown.", ("Colour", ("Clear", "Smoke")), (14, 7)),
    _item("watering-can|Watering can|outdoor gifts|27.00|1.5 l, long spout.", CLAY, (18, 12, 15)),
    _item("incense-ar|مبخرة خزفية|living gifts|26.00|مبخرة مصنوعة يدويًا من الخزف.", ONE, (12,)),
    _item("tray-ar|صينية نحاسية|kitchen|58.00|صينية تقديم مستديرة.", ("المقاس", ("صغير", "كبير")), (6, 2)),
    _item("teacup-ja|湯呑み 二個組|kitchen gifts|34.00|手作りの陶器、二個組。", ONE, (9,)),
    _item("chopsticks-zh|檀木筷子（五双）|kitchen gifts|24.00|天然木材，附收纳盒。", ONE, (27,)),
    _item(
        "gift-card|Gift card 🎁|gifts|25.00|Sent by e-mail.", ("Amount", ("25 €", "50 €", "100 €")), (999,)
    ),
)
"""In the gift card the variants differ in stock only: a demo of one price for several options."""
