"""The fields of messages to the recipients of a file; what a payload holds is named by its path."""

from __future__ import annotations

from svcconsole.tables.fields import TargetField
from svcconsole.tables.person_fields import PHONE_NAMES

CONTACT = "contactIdentifier"
_CONTACT = TargetField(
    CONTACT,
    "Recipient",
    "phone",
    "person",
    required=True,
    example="+39 333 123 4567",
    synonyms=("recipient", "contact", "phone number", *PHONE_NAMES),
)
_REST = (
    TargetField(
        "businessPhoneNumber",
        "Business number",
        "text",
        "person",
        example="+39 02 1234 5678",
        help="The number it is sent from; the store's own when nothing fills it.",
    ),
    TargetField("appId", "App id", "id", "person"),
    TargetField(
        "callbackData",
        "Callback data",
        "json",
        "person",
        example='{"campaign":"spring"}',
        help="JSON that comes back with what becomes of the message; a reference of run and row is added.",
    ),
    TargetField("medium", "Medium", "text", "person", example="whatsapp", help="Always whatsapp."),
)
TEMPLATE_FIELDS = (
    _CONTACT,
    TargetField(
        "payload.templateId",
        "Template id",
        "id",
        "person",
        required=True,
        example="welcome",
        synonyms=("template", "template id"),
    ),
    TargetField(
        "type", "Kind of template", "text", "person", example="CAROUSEL", help="DEFAULT or CAROUSEL."
    ),
    *_REST,
)
MESSAGE_FIELDS = (
    _CONTACT,
    TargetField(
        "type", "Type of message", "text", "person", required=True, example="text", synonyms=("message type",)
    ),
    *_REST,
)
