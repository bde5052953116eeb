"""The fields of messages to the recipients of a file; what a payload holds is named by its path."""

from __future__ import annotations

from svcconsole.tables.mapping.fields import TargetField
from svcconsole.tables.mapping.person_fields import PHONE_COUNTRY
from svcconsole.tables.mapping.person_names import PHONES
from svcconsole.words.message import message

CONTACT = "contactIdentifier"
_CONTACT = TargetField(
    CONTACT,
    message("Recipient"),
    "phone",
    "person",
    required=True,
    example="+39 333 123 4567",
    synonyms=("recipient", "contact", "phone number", *PHONES),
)
_REST = (
    TargetField(
        "businessPhoneNumber",
        message("Business number"),
        "phone",
        "person",
        example="+39 02 1234 5678",
        help=message("The number it is sent from; the store's own when nothing fills it."),
    ),
    TargetField("appId", message("App id"), "id", "person"),
    TargetField(
        "callbackData",
        message("Tracking data"),
        "json",
        "person",
        example='{"campaign":"spring"}',
        help=message(
            "JSON that comes back with what becomes of the message; a reference of run and row is added."
        ),
    ),
    TargetField(
        "medium", message("Medium"), "text", "person", example="whatsapp", help=message("Always whatsapp.")
    ),
)
TEMPLATE_FIELDS = (
    _CONTACT,
    PHONE_COUNTRY,
    TargetField(
        "payload.templateId",
        message("Template id"),
        "id",
        "person",
        required=True,
        example="welcome",
        synonyms=("template", "template id"),
    ),
    TargetField(
        "type",
        message("Kind of template"),
        "text",
        "person",
        example="CAROUSEL",
        help=message("DEFAULT or CAROUSEL."),
    ),
    *_REST,
)
MESSAGE_FIELDS = (
    _CONTACT,
    PHONE_COUNTRY,
    TargetField(
        "type",
        message("Type of message"),
        "text",
        "person",
        required=True,
        example="text",
        synonyms=("message type",),
    ),
    *_REST,
)
