"""Makes customers of ten languages and writes them in an encoding, the same for the same seed."""

from __future__ import annotations

import random
import unicodedata

PEOPLE = {
    "German": (
        "Jürgen Björn Günther Käthe Zoë Sören Jörg Bärbel Gülsen Anna Lukas Felix Mia",
        "Müller Schäfer Köhler Krüger Weiß Groß Böhm Jäger Schröder Hübner Löffler Schmidt Wagner",
        "München Köln Düsseldorf Nürnberg Lübeck Gießen Tübingen Görlitz Straßburg Berlin",
    ),
    "French": (
        "Chloé François Hélène Jérôme Zoé Noël Anaïs Gaël Loïc Benoît Marie Luc Élodie",
        "Lefèvre Gérard Béranger Châtelain Forêt Garçon Dupré Thévenet Maître Martin Durand Cœur",
        "Besançon Nîmes Orléans Béziers Évreux Saint-Étienne Châlons Mâcon Paris Alençon",
    ),
    "Spanish": (
        "José María Íñigo Begoña Andrés Ángel Inés Raúl Mónica Nuño Ana Luis Óscar",
        "Muñoz García Peña Núñez Ibáñez Gómez Rodríguez Ordóñez Martínez Sánchez Güell López",
        "Málaga Logroño Cádiz A-Coruña León Ávila Córdoba Jaén Madrid Almería",
    ),
    "Polish": (
        "Małgorzata Grzegorz Łukasz Paweł Żaneta Wojciech Stanisław Jędrzej Bożena Anna Zofia",
        "Wiśniewska Brzęczykowski Źrebiec Świątek Żółtek Wójcik Dąbrowski Kamiński Zając Nowak",
        "Łódź Wrocław Kraków Gdańsk Poznań Częstochowa Rzeszów Białystok Świdnica Toruń",
    ),
    "Czech": (
        "Zdeněk Božena Jiří Tomáš Žofie Kateřina Matěj Ondřej Růžena Jan Petr Lukáš",
        "Dvořák Šťastná Říhová Novák Svobodová Černý Kučera Veselý Horák Němec Krejčí",
        "Plzeň Ostrava Brno Žďár Třebíč Děčín Břeclav České-Budějovice Jičín Přerov",
    ),
    "Russian": (
        "Анна Сергей Ольга Дмитрий Юлия Екатерина Пётр Алексей Наталья Игорь Фёдор Жанна",
        "Иванов Кузнецова Щербаков Соловьёв Цветкова Чернышёв Юрьева Яковлев Попов Эльдаров",
        "Москва Санкт-Петербург Нижний-Новгород Казань Челябинск Ярославль Уфа Тюмень Элиста",
    ),
    "Greek": (
        "Γιώργος Ελένη Άννα Νίκος Αγγελική Ιωάννης Όλγα Κώστας Έφη Αθηνά Ήρα Ξένια",
        "Παπαδόπουλος Αγγελίδου Κωνσταντίνου Οικονόμου Δημητρίου Βασιλείου Χριστοδούλου Άνθης",
        "Αθήνα Θεσσαλονίκη Πάτρα Ηράκλειο Λάρισα Βόλος Ιωάννινα Άργος Χανιά Έδεσσα",
    ),
    "Turkish": (
        "Ayşe Çağlar Gülşen İbrahim Işıl Mehmet Özlem Şükrü Uğur Zeynep Ömer Yiğit",
        "Yılmaz Öztürk Şahin Çelik Doğan Kılıç Aydın Güneş Kaya Özdemir Koç Yıldız",
        "İstanbul Diyarbakır Eskişehir Muğla Iğdır Çanakkale Şanlıurfa Niğde Ankara Kırşehir",
    ),
    "Japanese": (
        "太郎 花子 健一 由美子 翔太 美咲 大輔 さくら 陽菜 拓也 真理子 ユウキ",
        "佐藤 鈴木 高橋 田中 渡辺 伊藤 山本 中村 小林 加藤 吉田 斎藤",
        "東京都新宿区 大阪市北区 横浜市 札幌市中央区 福岡県 名古屋市 京都府 神戸市",
    ),
    "Chinese": (
        "伟 芳 秀英 敏 静怡 丽华 建国 子轩 雨涵 浩然 志强 晓明",
        "王 李 张 刘 陈 杨 赵 黄 周 吴 徐 孙 马 欧阳",
        "北京市朝阳区 上海市浦东新区 广州市 深圳市南山区 杭州市 成都市 武汉市 西安市",
    ),
    "Taiwanese": (
        "志明 淑芬 家豪 怡君 雅婷 俊傑 美玲 宗翰 佳穎 承恩 詩涵 冠宇",
        "陳 林 黃 張 李 王 吳 劉 蔡 楊 許 鄭 謝 歐陽",
        "臺北市信義區 高雄市 臺中市西屯區 新竹縣 桃園市中壢區 嘉義市 花蓮縣 屏東縣",
    ),
    "Korean": (
        "민준 서연 도윤 지우 하은 예준 수빈 지훈 유진 현우 은지 영희",
        "김 이 박 최 정 강 조 윤 장 임 한 오 서 신",
        "서울시강남구 부산시해운대구 인천시 대구시수성구 광주시 대전시 수원시 제주시",
    ),
    "Hebrew": (
        "דוד שרה יוסף רחל משה תמר אברהם נועה יעל איתן",
        "כהן לוי מזרחי פרץ ביטון דהן אברהם פרידמן שפירא",
        "ירושלים תל-אביב חיפה באר-שבע נתניה אשדוד רמת-גן",
    ),
    "Arabic": (
        "محمد فاطمة أحمد عائشة خالد مريم يوسف ليلى إبراهيم نورة",
        "العلي الحسن القحطاني المنصوري حداد السيد الشمري النجار",
        "الرياض دبي القاهرة جدة أبوظبي الدوحة عمان المنامة",
    ),
    "Lithuanian": (
        "Rūta Žygimantas Šarūnas Eglė Jūratė Mantas Ąžuolas Giedrė Vytautas Ramunė",
        "Kazlauskas Žukauskienė Petrauskaitė Šimkus Jankauskas Čepulis Ražauskas Grinevičius",
        "Vilnius Kaunas Klaipėda Šiauliai Panevėžys Marijampolė Mažeikiai Utena",
    ),
    "Vietnamese": (
        "Nguyễn Hương Dũng Thảo Phượng Đức Quỳnh Hạnh Tuấn Mỹ Ngọc Sơn",
        "Trần Lê Phạm Hoàng Huỳnh Võ Đặng Bùi Đỗ Hồ Ngô Dương",
        "Hà-Nội Đà-Nẵng Hải-Phòng Cần-Thơ Huế Biên-Hòa Nha-Trang Mỹ-Tho",
    ),
    "Thai": (
        "สมชาย สมหญิง ประเสริฐ วิไล นภา ธนพล กมลชนก อนุชา",
        "ใจดี ศรีสุข ทองดี แสงจันทร์ บุญมา วงศ์ใหญ่ รักไทย",
        "กรุงเทพ เชียงใหม่ ภูเก็ต ขอนแก่น นครราชสีมา ชลบุรี",
    ),
}
"""Given names, family names and places of each language, from common knowledge."""

TONES = "\u0300\u0301\u0303\u0309\u0323"


def customers(language: str, count: int, seed: int = 1, *, endings: str = "\n") -> str:
    """A table of customers with a header: first name, last name, e-mail, phone, city."""
    chosen = random.Random(f"{language} {seed}")
    given, family, places = (words.split() for words in PEOPLE[language])
    lines = ["First name;Last name;Email;Phone;City"]
    for number in range(count):
        phone = f"+{chosen.randrange(10**10, 10**11)}"
        lines.append(
            f"{chosen.choice(given)};{chosen.choice(family)};customer{number}@example.com;"
            f"{phone};{chosen.choice(places)}"
        )
    return endings.join([*lines, ""])


def encoded(text: str, codec: str) -> tuple[str, bytes]:
    """The text as the encoding can hold it, and its bytes."""
    if codec == "cp1258":
        text = "".join(map(_with_tones_apart, unicodedata.normalize("NFC", text)))
    return text, text.encode(codec)


def _with_tones_apart(letter: str) -> str:
    """Windows-1258 writes the tone of a vowel as a sign of its own."""
    plain = unicodedata.normalize("NFD", letter)
    body = "".join(sign for sign in plain if sign not in TONES)
    return unicodedata.normalize("NFC", body) + "".join(sign for sign in plain if sign in TONES)
