"""What columns of people are called in the languages of files: names compared by `headers.normalise`."""

from __future__ import annotations

from typing import Final

FIRST_NAMES: Final = (
    "given name", "forename", "fname", "prénom", "prenom", "vorname", "nombre", "nome", "imię", "имя",
    "voornaam", "förnamn", "fornavn", "etunimi", "keresztnév", "jméno", "prenume", "adı", "الاسم الأول",
    "שם פרטי", "名", "nama depan", "tên",
)  # fmt: skip

LAST_NAMES: Final = (
    "family name", "surname", "lname", "nom", "nom de famille", "nachname", "familienname", "apellidos",
    "apellido", "cognome", "sobrenome", "apelido", "nazwisko", "фамилия", "achternaam", "efternamn",
    "etternavn", "sukunimi", "vezetéknév", "příjmení", "soyad", "soyadı", "اسم العائلة", "الاسم الأخير",
    "שם משפחה", "姓", "성", "nama belakang", "họ",
)  # fmt: skip

WHOLE_NAMES: Final = (
    "name", "full name", "whole name", "display name", "customer name", "contact name", "buyer name",
    "nom complet", "nombre completo", "nombre y apellidos", "nome completo", "vollständiger name",
    "名前", "氏名", "お名前", "姓名", "名字", "이름", "الاسم", "الاسم الكامل", "имя и фамилия", "фио",
    "ad soyad", "imię i nazwisko", "पूरा नाम", "नाम", "שם מלא", "שם", "ชื่อ", "họ và tên", "nama",
    "nama lengkap",
)  # fmt: skip

EMAILS: Final = (
    "e mail address", "email address", "primary email", "e mail", "mail", "customer email",
    "billing email", "correo electrónico", "correo electronico", "correo", "adresse e mail",
    "adresse email", "courriel", "e mail adresse", "email adresse", "indirizzo email",
    "posta elettronica", "endereço de e mail", "adres e mail", "эл. почта", "электронная почта",
    "почта", "e posta", "eposta", "e post", "sähköposti", "メールアドレス", "メール", "电子邮件",
    "电子邮箱", "邮箱", "電子郵件", "이메일", "البريد الإلكتروني", "البريد الالكتروني", "الايميل",
    "דוא״ל", "אימייל", "ईमेल", "อีเมล", "surel",
)  # fmt: skip

PHONES: Final = (
    "mobile phone", "mobile", "mobile number", "mobile no", "mobile no.", "mobile phone number", "cell",
    "cell phone", "cellphone", "cell number", "whatsapp", "whatsapp number", "whatsapp no", "phone",
    "phone number", "phone no", "phone no.", "phone #", "primary phone", "telephone",
    "telephone number", "tel", "tel.", "tel no", "contact number", "contact no", "msisdn",
    "billing phone", "customer phone", "téléphone", "telephone portable", "téléphone portable",
    "portable", "mobile (tél.)", "numéro de téléphone", "telefon", "telefonnummer", "handy",
    "handynummer", "mobil", "mobilnummer", "mobiltelefon", "rufnummer", "teléfono", "telefono",
    "teléfono móvil", "móvil", "movil", "celular", "número de teléfono", "cellulare",
    "numero di telefono", "telefone", "telemóvel", "telemovel", "número de telefone", "telefoon",
    "telefoonnummer", "mobiel", "telefon komórkowy", "numer telefonu", "komórka", "телефон",
    "номер телефона", "мобильный", "мобильный телефон", "cep telefonu", "puhelin", "puhelinnumero",
    "telefonszám", "電話", "電話番号", "携帯", "携帯電話", "携帯番号", "手机", "手机号", "手机号码",
    "电话", "电话号码", "联系电话", "手機", "手機號碼", "전화", "전화번호", "휴대폰", "휴대전화",
    "هاتف", "الهاتف", "رقم الهاتف", "جوال", "الجوال", "رقم الجوال", "موبايل", "محمول", "טלפון", "נייד",
    "טלפון נייד", "फ़ोन", "फोन", "मोबाइल", "मोबाइल नंबर", "โทรศัพท์", "เบอร์โทร", "เบอร์โทรศัพท์",
    "số điện thoại", "điện thoại", "nomor telepon", "nomor hp", "no hp", "telepon", "simu",
)  # fmt: skip
"""Columns of phone numbers, those that messages reach first."""

PHONE_COUNTRIES: Final = (
    "phone country", "phone country code", "country calling code", "calling code", "dial code",
    "dialing code", "dialling code", "isd code", "isd", "phone code", "phone prefix",
    "mobile country code",
)  # fmt: skip

STREETS: Final = (
    "address", "address 1", "address line 1", "street", "street address", "adresse", "straße",
    "strasse", "billing address", "billing address 1", "dirección", "direccion", "calle", "indirizzo",
    "endereço", "rua", "ulica", "adres", "улица", "адрес", "住所", "地址", "주소", "العنوان", "כתובת",
    "पता",
)  # fmt: skip

CITIES: Final = (
    "town", "ville", "stadt", "ort", "ciudad", "città", "citta", "cidade", "miasto", "plaats", "город",
    "şehir", "sehir", "市区町村", "城市", "도시", "المدينة", "עיר", "शहर", "billing city", "localité",
)  # fmt: skip

STATES: Final = (
    "state/region", "state / region", "province", "region", "state/province", "county", "bundesland",
    "provincia", "estado", "stato", "województwo", "область", "регион", "il", "都道府県", "省",
    "المنطقة", "billing state",
)  # fmt: skip

COUNTRIES: Final = (
    "country/region", "country / region", "country name", "pays", "land", "país", "pais", "paese",
    "kraj", "страна", "ülke", "ulke", "国", "国家", "국가", "البلد", "الدولة", "ארץ", "מדינה", "देश",
    "billing country",
)  # fmt: skip

ZIPS: Final = (
    "postal code", "postcode", "post code", "zip code", "zipcode", "zip/postal code", "code postal",
    "plz", "postleitzahl", "código postal", "codigo postal", "cp", "cap", "cep", "kod pocztowy",
    "индекс", "posta kodu", "郵便番号", "邮编", "邮政编码", "우편번호", "الرمز البريدي", "מיקוד",
    "pin code", "pincode", "billing postcode",
)  # fmt: skip
