"""Makes resources/reading/letters.json: how often one letter follows another in the words of a language.

    .venv/bin/python packaging/letter_costs.py

Counted in the names of countries, languages, currencies and months of the Unicode CLDR (as babel ships
them) and in the names of places that phonenumbers knows, both libraries of this program. Only the counts
are kept: a cost is -ln(probability) in halves, written as one character from "0" on.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from babel import Locale
from phonenumbers.geodata import GEOCODE_DATA

OUT = Path(__file__).resolve().parent.parent / "resources" / "reading" / "letters.json"

LETTERED = (
    *("de", "fr", "es", "pt", "it", "nl", "sv", "da", "nb", "fi", "is", "et", "ca", "ga", "cy", "mt", "eo"),
    *("pl", "cs", "sk", "hu", "sl", "hr", "ro", "sq", "lt", "lv", "tr", "vi"),
    *("ru", "uk", "be", "bg", "sr", "mk", "kk", "el", "he", "ar", "fa", "th"),
)
"""Languages written with letters; the others below with signs for syllables and words."""

SIGNED = {"ja": "ja", "zh": "zh", "zh_TW": "zh_Hant", "ko": "ko"}

GEO = {"he": "iw", "nb": "no", "zh_TW": "zh_Hant"}
STRENGTH = 4.0
"""How many letters seen outweigh what is known of single letters."""

LEAST = 0.0005
"""The share of a letter that the alphabet has and the counted names hardly."""

FREQUENT = 800
MORE = {
    "de": "àèêñçø", "fr": "àâæçëîïôœùûüÿ", "pt": "àâêôõüú", "es": "üçà", "it": "àèéìîòóù", "nl": "áàèêëïöóôü",
    "sv": "éèüàëø", "da": "éèäöüá", "nb": "éèêòôäö", "fi": "éšžüå", "is": "éáöæþð", "ca": "àèéíïòóúüç",
    "ga": "áéíóú", "cy": "âêîôûŵŷ", "pl": "ąćęłńóśźż", "cs": "áčďéěíňóřšťúůýžöü", "sk": "áäčďéíĺľňóôŕšťúýž",
    "hu": "áéíóöőúüű", "sl": "čšžćđ", "hr": "čćđšž", "ro": "ăâîşţ", "sq": "çë", "lt": "ąčęėįšųūž",
    "lv": "āčēģīķļņšūžōŗ", "et": "äõöüšž", "tr": "çğıöşüâîû", "mt": "ċġħżàèìòù", "eo": "ĉĝĥĵŝŭ",
    "ru": "ёъэщ", "uk": "ґєії", "be": "ўі", "bg": "ъьщ", "sr": "ђјљњћџ", "mk": "ѓќѕјљњџ", "he": "ךםןףץ",
}  # fmt: skip
"""Letters of a language's alphabet, or common in its foreign names, that the counted names may lack."""

NAMES = {
    "ja": (
        "田山中村本川木小高藤井佐伊渡辺加吉松林清水斎石橋池内野上原島前後岡長谷近坂遠青福西三太健一二郎子"
        "美恵真由優花陽翔大輝和幸直樹拓也哉介誠明浩隆博正義雄雅久智裕彩香奈愛莉結衣桜葵蓮悠斗翼涼千夏春秋"
        "冬佳代紀典宏章洋康弘修学剛勇進茂実豊勝昭敏昌孝恭光輔聡亮祐司治幹雪菜舞里沙理絵梨咲希歩未来七海空"
        "沢浜崎宮森菅野平黒柳丸堀市区町丁目番地号県府都東京道北南大阪横浜名古屋神戸札幌福岡仙台広島千葉埼"
        "玉兵庫愛知静岡新潟長崎沖縄熊本鹿児株式会社様円税込商品名価格在庫数量住所電話備考顧客氏男女色赤青"
        "白黒緑"
    ),
    "zh": (
        "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁"
        "任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴"
        "莫孔向汤伟芳娜秀英敏静丽强磊军洋勇艳杰娟涛明超霞平刚桂兰芬玲红梅建国华文志海云鹏飞鑫浩宇轩子涵梓"
        "欣怡佳俊晨思雨婷雪琳博睿天泽一诺嘉诗美玉凤春光东辉莉凯健波斌亮峰慧颖倩帅翠淑珍省市区县镇路街号室"
        "楼单元北京上海广州深圳天津重庆成都杭州武汉西安南京苏州山湖浙福河黑龙吉辽宁四川新疆内蒙古姓名电话"
        "地址邮箱备注客户商品价格库存数量"
    ),
    "zh_TW": (
        "陳林黃張李王吳劉蔡楊許鄭謝郭洪曾邱廖賴周徐蘇葉莊呂江何蕭羅高潘簡朱鍾彭游詹胡施沈余盧梁趙顏柯翁魏"
        "孫戴范方宋鄧杜傅侯曹薛丁卓馬阮董唐溫藍蔣石古紀姚連馮歐程湯田康姜汪白鄒尤巫鐘涂龔韓袁家豪志明俊傑"
        "建宏淑芬美惠雅婷怡君佳穎欣宜雯玲麗華秀英文雄慧珍宇軒承恩冠廷品妤詩涵子晴柏翰宗翰彥偉誠市縣區路街"
        "段巷弄號樓台臺北中南高雄桃園新竹基隆嘉義彰化屏東宜蘭花蓮姓名電話地址備註客戶商品價格庫存數量"
    ),
    "ko": (
        "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지나엄채원천방"
        "공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모남탁국어은편용예경봉사부가영수준호서연민"
        "지우현예은윤하도현건재승태상동철혜숙희미란순자옥경아름다운서울시구동로길부산대구인천광주울산경기"
        "강원충청전라제주특별도읍면번지호층아파트이름전화주소메모고객상품가격재고수량"
    ),
}
"""The commonest signs of family names, given names, addresses and headers, from common knowledge."""

WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0e31\u0e34-\u0e4e])*")
ALIKE = str.maketrans("İșțȘȚ", "IşţŞŢ")
TONES = "\u0300\u0301\u0303\u0309\u0323"
"""Marks that Windows-1258 writes after the letter."""


def main() -> None:
    tables: dict[str, object] = {
        language: _pairs(language, Counter(_words(language))) for language in LETTERED
    }
    signs = {name: _frequent(NAMES[name], Counter(_words(locale))) for name, locale in SIGNED.items()}
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(
        json.dumps({"pairs": tables, "signs": signs}, ensure_ascii=False, indent=0, sort_keys=True) + "\n",
        "utf-8",
    )


def _words(language: str) -> Iterator[str]:
    """Words of names, in small letters, each as often as different names have it (at most five times)."""
    locale = Locale.parse(language)
    names = {
        *locale.territories.values(),
        *locale.languages.values(),
        *locale.currencies.values(),
        *locale.scripts.values(),
        *locale.variants.values(),
        *(zone["city"] for zone in locale.time_zones.values() if "city" in zone),
        *(name for width in locale.months["format"].values() for name in width.values()),
        *(name for width in locale.days["format"].values() for name in width.values()),
    }
    code = GEO.get(language, language)
    names |= {places[code] for places in GEOCODE_DATA.values() if code in places}
    counts = Counter(
        word for name in names for word in WORD.findall(_written(name, language).translate(ALIKE).lower())
    )
    for word, count in counts.items():
        for _ in range(min(count, 5)):
            yield word


def _written(name: str, language: str) -> str:
    if language != "vi":
        return name
    out = []
    for letter in unicodedata.normalize("NFC", name):
        plain = unicodedata.normalize("NFD", letter)
        tones = "".join(sign for sign in plain if sign in TONES)
        out.append(unicodedata.normalize("NFC", "".join(sign for sign in plain if sign not in TONES)) + tones)
    return "".join(out)


def _pairs(language: str, words: Counter[str]) -> dict[str, object]:
    """The letters of a language and, row by row, what each costs after each ("" = the edge of a word)."""
    single: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    for word, count in words.items():
        for before, letter in zip(" " + word, word + " ", strict=True):
            pairs[before, letter] += count
            single[letter] += count
    total = sum(single.values())
    latin = single["a"] > total / 50
    own = {
        letter
        for letter, count in single.items()
        if count >= max(2, total / 40_000) and letter != " " and (latin or not letter.isascii())
    }
    letters = [" ", *sorted(own.union(MORE.get(language, "")))]
    for letter in MORE.get(language, ""):
        single[letter] = max(single[letter], round(total * LEAST))
    rows = []
    for before in letters:
        seen = sum(pairs[before, letter] for letter in letters)
        row = ""
        for letter in letters:
            alone = (single[letter] + 0.3) / (total + 0.3 * len(letters))
            chance = (pairs[before, letter] + STRENGTH * alone) / (seen + STRENGTH)
            row += chr(ord("0") + min(40, round(-2 * math.log(chance))))
        rows.append(row)
    return {"letters": "".join(letters), "costs": rows}


def _frequent(names: str, words: Counter[str]) -> str:
    """The most frequent signs, most frequent first."""
    counts = Counter(dict.fromkeys(names, 1000))
    for word, count in words.items():
        for sign in word:
            if sign > "\u2e7f":
                counts[sign] += count
    return "".join(
        sign for sign, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:FREQUENT]
    )


if __name__ == "__main__":
    main()
