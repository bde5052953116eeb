"""What shops write in the column that says whether they show a product to customers."""

from __future__ import annotations

from typing import Final

from svcconsole.tables.values.values import flag, trimmed

_SHOWN: Final = {
    "TRUE": "y wahr vrai verdadero verdadeiro vero waar sant sand sann tosi prawda pravda igaz doğru adevărat"
    " istina истина істина cert ja oui sí si sim",
    "English": "active activated published publish enabled visible online live public shown available"
    " in_stock listed approved",
    "German": "aktiv aktiviert veröffentlicht sichtbar öffentlich verfügbar freigegeben",
    "French": "actif active activé publié publiée visible disponible en_ligne",
    "Spanish": "activo activa activado publicado publicada visible disponible",
    "Portuguese": "ativo ativa ativado publicado publicada visível disponível",
    "Italian": "attivo attiva attivato pubblicato pubblicata visibile disponibile",
    "Dutch": "actief gepubliceerd zichtbaar beschikbaar",
    "Swedish": "aktiverad publicerad synlig tillgänglig",
    "Danish, Norwegian": "aktiveret aktivert udgivet publisert synlig tilgængelig tilgjengelig",
    "Finnish": "aktiivinen julkaistu näkyvä saatavilla",
    "Polish": "aktywny aktywna aktywne opublikowany opublikowana opublikowane widoczny dostępny",
    "Czech, Slovak": "aktivní aktívny publikováno publikované zveřejněno viditelný viditeľný dostupný",
    "Hungarian": "aktív közzétéve publikált látható elérhető",
    "Romanian": "activ publicat vizibil disponibil",
    "Croatian, Serbian, Slovenian": "aktivan aktivno aktiven objavljen objavljeno vidljiv vidljivo viden",
    "Russian": "активен активный активно опубликован опубликовано включен включено виден доступен",
    "Ukrainian": "активний активно опубліковано доступний",
    "Catalan": "actiu publicat",
    "Turkish": "aktif etkin yayında yayınlandı yayımlandı görünür",
    "Arabic": "نشط مفعل منشور مرئي ظاهر متاح",
    "Hindi": "सक्रिय प्रकाशित दृश्यमान उपलब्ध",
    "Chinese": "启用 啟用 已发布 已發布 已上架 上架 在售 可见 可見 显示 顯示",
    "Japanese": "有効 公開 公開中 公開済み 表示 販売中",
}
"""TRUE as Excel writes it, and what says active, published and visible, by language; a `_` is a space."""
_HIDDEN: Final = {
    "FALSE": "n falsch faux falso onwaar falskt falsk usann epätosi fałsz nepravda hamis yanlış fals laž"
    " neistina ложь хибність nein non não nee -1 2",
    "English": "inactive draft archived disabled hidden unpublished unlisted private deleted discontinued",
    "German": "inaktiv entwurf archiviert deaktiviert versteckt ausgeblendet",
    "French": "inactif brouillon archivé désactivé masqué caché",
    "Spanish": "inactivo borrador archivado desactivado oculto",
    "Portuguese": "inativo rascunho arquivado desativado",
    "Italian": "inattivo bozza archiviato disattivato nascosto",
    "Dutch": "inactief concept gearchiveerd verborgen",
    "Polish": "nieaktywny szkic zarchiwizowany ukryty",
    "Russian": "неактивен черновик скрыт",
    "Turkish": "pasif taslak arşivlendi gizli",
    "Arabic": "مسودة مؤرشف مخفي",
    "Hindi": "निष्क्रिय ड्राफ़्ट",
    "Chinese": "禁用 草稿 已下架 下架 隐藏 隱藏",
    "Japanese": "無効 下書き 非公開 非表示",
}
"""FALSE, what WooCommerce and Magento count hidden products with, and what says draft, archived, hidden."""


def _words(by_language: dict[str, str]) -> frozenset[str]:
    return frozenset(word.replace("_", " ") for words in by_language.values() for word in words.split())


_WORDS: Final = {
    **dict.fromkeys(_words(_HIDDEN), False),
    **dict.fromkeys(_words(_SHOWN), True),
}


def says_shown(text: str) -> bool | None:
    """Whether the word says that a shop shows the product; None for a word that is not known."""
    said = flag(text)
    return _WORDS.get(trimmed(text).casefold()) if said is None else said
