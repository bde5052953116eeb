"""What single fields mean, where name and type do not say enough; keyed by model and Python name."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel

from svcconsole.api.models import (
    catalog,
    common,
    customers,
    flows,
    helpdesk,
    messaging,
    reports,
    templates,
    user_properties,
)
from svcconsole.api.models.resource import Answered

_PHONE = "With + and country code."
_APP_ID = "The store's application id."
_WHEN = "Any text is taken; best is ISO 8601, such as 2026-01-31T08:00:00Z."

_PERSON = {
    "phone_number": _PHONE,
    "partner_customer_id": "The id you give the customer.",
}
_MESSAGE = {
    "contact_identifier": f"The recipient's phone number. {_PHONE}",
    "type": "Decides the payload's shape.",
    "business_phone_number": "The number it is sent from.",
    "payload": "Its shape follows from type.",
    "app_id": _APP_ID,
    "callback_data": "Text that reads as JSON; it comes back in this message's webhooks. Not empty.",
}
_TEMPLATE = {**_MESSAGE, "type": "CAROUSEL when the template has cards."}
_COMPONENTS = {
    "header": "The media above the text.",
    "body": "One text for each variable, in order.",
    "button": "One entry for each button that takes a value.",
    "limited_time_offer": "When the offer ends.",
}
_PRODUCT = {
    "url": "Its page in your shop.",
    "image": "The URL of its main picture.",
    "currency": "A currency code, such as EUR.",
    "photos": "May be an empty list.",
    "tags": "Set apart by commas.",
    "catalog_ids": "Catalogs it belongs to; they must exist already.",
    "combinations": "Its variants.",
    "add_to_cart_disabled": "true hides the Add to Cart button; false unless given.",
}
_COMBINATION = {
    "name": "Default or the product's name where there is only one.",
    "product_id": "The id of the product it belongs to.",
    "price": "Before any discount.",
    "discounted_price": "What the customer pays.",
    "quantity": "How many are available.",
    "image": "The URL of its picture.",
    "product_url": "Its page in your shop.",
    "currency": "A currency code, such as EUR.",
    "options": "Option name to option value, such as Colour: Oat. Left out where there is only one.",
}
_CATALOG = {"image": "The URL of its picture.", "url": "Its page in your shop."}
_ADDRESS = {
    "partner_address_id": "The id you give the address.",
    "address_id": "The service's id of the address.",
    "country_code": "Two letters, such as DE.",
    "zip": "The postal code.",
    "timezone": "Such as Europe/Berlin.",
    "is_default": "Whether it is used where none is named.",
}
_USER = {
    "source": "Where you know the person from.",
    "phone_number": _PHONE,
    "alternate_phone_number": _PHONE,
    "created_at": _WHEN,
    "updated_at": _WHEN,
    "email_marketing_consent": "Whether the person agreed to e-mails.",
    "sms_marketing_consent": "Whether the person agreed to text messages.",
    "partner_customer_id": "The id you give the customer.",
}

NOTES: Mapping[type[BaseModel], Mapping[str, str]] = {
    catalog.UpsertProducts: {"products": "No id twice."},
    catalog.Product: _PRODUCT,
    catalog.Photo: {"photo_url": "The address of the picture."},
    catalog.Combination: _COMBINATION,
    catalog.UpsertCatalogs: {"catalogs": "No id twice."},
    catalog.Catalog: _CATALOG,
    catalog.ListProducts: {
        "after_product_id": "The last id of the page before; left out for the first page."
    },
    catalog.ListCatalogs: {
        "after_catalog_id": "The last id of the page before; left out for the first page."
    },
    catalog.StoredProduct: {"catalog_ids": "Catalogs it belongs to."},
    catalog.ProductsData: {"products": "In the order of the ids in a list, as asked in the others."},
    customers.UpsertCustomer: {
        **_PERSON,
        "phone_number": f"{_PHONE} This or email is needed.",
        "email": "This or phoneNumber is needed.",
        "alternate_emails": "Become assets of the customer.",
        "alternate_phone_numbers": "Become assets of the customer.",
        "secondary_emails": "Deprecated: use alternateEmails.",
        "secondary_phone_numbers": "Deprecated: use alternatePhoneNumbers.",
        "over_write_assets": "true replaces the assets there are with those given here.",
    },
    customers.Address: {**_ADDRESS, "phone_number": _PHONE},
    customers.GetCustomer: {
        "partner_customer_id": "The id you gave the customer. One of the two ids is needed.",
        "svc_customer_id": "The service's id of the customer, as text.",
        "include_assets": "true answers assets, too.",
        "include_address": "true answers addresses, too.",
        "include_tags": "true answers tags, too.",
    },
    customers.StoredAddress: {"phone_number": "As the store keeps it."},
    customers.StoredCustomer: {
        "id": "The service's id of the customer.",
        "partner_customer_id": "The id you gave the customer.",
        "addresses": "Only when asked for.",
        "assets": "Secondary e-mails and phone numbers; on Get customer only when asked for.",
        "tags": "Only when asked for.",
    },
    customers.Asset: {"asset_name": "PHONE_NUMBER or EMAIL.", "country_code": "Null for an e-mail."},
    user_properties.RecordUserProperties: {"app_id": _APP_ID},
    user_properties.UserProperty: _USER,
    user_properties.RefusedUserProperty: {
        "store_id": "These three stand beside the fields of the entry as it was sent.",
        "error": "Why the entry was refused.",
    },
    user_properties.UserPropertiesData: {"invalid_user_properties": "The entries that were refused."},
    user_properties.UserPropertyCounts: {
        "create_count": "How many were new.",
        "update_count": "How many were updated.",
        "docs_failed_to_update": "What could not be written.",
    },
    helpdesk.CreateTicket: {
        "channel": "Decides which fields are needed.",
        "label_ids": "Labels of this store.",
        "brand_email": "Needed when channel is EMAIL.",
        "customer_email": "Needed when channel is EMAIL.",
        "brand_phone_number": f"Needed when channel is WHATSAPP. {_PHONE}",
        "customer_phone_number": f"Needed when channel is WHATSAPP. {_PHONE}",
        "task_title": "Needed when channel is TASKS.",
        "assignment_type": "ALL_AGENTS leaves the choice to the store.",
        "agent_mail": "Needed when assignmentType is SPECIFIC_AGENT.",
        "team_id": "Needed when assignmentType is SPECIFIC_TEAM.",
        "context": "Notes for whoever takes the ticket.",
    },
    helpdesk.Ticket: {
        "agent_id": "The agent it was assigned to.",
        "team_id": "Null when no team was assigned.",
        "channel_name": "The channel it was created on.",
    },
    reports.GenerateReport: {
        "report_name": "Exactly as written here.",
        "emails": "Who gets the report.",
        "filters": "They apply to some reports only.",
        "cursor": "Goes on where an earlier file of the same report ended.",
    },
    reports.DateRange: {
        "start_date": "ISO 8601 with a time zone, such as 2026-01-01T00:00:00Z.",
        "end_date": "ISO 8601 with a time zone; not before startDate.",
    },
    reports.GetReport: {"report_history_id": "The number that Generate report answered."},
    reports.ReportRequestedData: {"report_history_id": "The number to ask for the report by."},
    reports.ReportData: {
        "download_link": "The address of the file; it needs no token.",
        "report_status": "QUEUE, IN_PROGRESS, COMPLETED or FAILED.",
        "cursor": "Null when the file holds everything.",
    },
    messaging.SendMessage: _MESSAGE,
    messaging.SendMessageV1: {name: note for name, note in _MESSAGE.items() if name != "callback_data"},
    messaging.Media: {"media_link": "The file's address on the web.", "caption": "The text under it."},
    messaging.MediaPayload: {"type": "The same as the message's own type."},
    messaging.OptionsPayload: {"section": "What can be chosen."},
    messaging.ButtonsPayload: {"section": "The buttons.", "header": "A picture above the text."},
    messaging.OptionSection: {"payload": "The choices.", "button_title": "What opens the list."},
    messaging.Option: {"id": "Comes back when it is chosen.", "name": "What the person reads."},
    messaging.HeaderImage: {"media_link": "The picture's address on the web."},
    messaging.AddressPayload: {"address": "Filled in beforehand for the person to confirm."},
    messaging.DeliveryAddress: {"phone_number": _PHONE},
    messaging.SingleProductPayload: {"product_retailer_id": "The id of the product's variant."},
    messaging.ProductSection: {"variant_ids": "The ids of product variants."},
    messaging.FetchMessages: {"message_ids": "As they were answered when the messages were sent."},
    messaging.SentData: {"id": "What the message is looked up by."},
    messaging.SentV1Response: {"id": "Listed by the specification; its sample leaves it out."},
    messaging.MessageRecord: {
        "id": "The service's id of the message.",
        "message_id": "The channel's id of the message.",
        "created_at": "Null when no message was found.",
        "receiver_id": "Who it was sent to.",
        "type": "The channel, such as whatsapp.",
        "message": "What it says; that none was found, when none was.",
        "asset_value": "The phone number, or another identifier.",
        "failure_reason": "Why it failed, when it did.",
    },
    templates.SendTemplate: _TEMPLATE,
    templates.SendTemplateV1: {name: note for name, note in _TEMPLATE.items() if name != "callback_data"},
    templates.TemplatePayload: {
        "template_id": "As the dashboard shows it.",
        "components": "What it is filled with.",
    },
    templates.CarouselPayload: {
        "template_id": "As the dashboard shows it.",
        "components": "What it is filled with.",
    },
    templates.Components: _COMPONENTS,
    templates.CarouselComponents: {
        **_COMPONENTS,
        "body": "One text for the text above the cards.",
        "carousel": "The cards.",
    },
    templates.CarouselCard: {
        name: note for name, note in _COMPONENTS.items() if name != "limited_time_offer"
    },
    templates.TemplateHeader: {"data": "The media's address on the web."},
    templates.TemplateButton: {
        "index": "The button's position; the first one's is 0.",
        "data": "What the button is filled with.",
    },
    templates.LimitedTimeOffer: {"data": "The end, as the template wants it."},
    templates.TemplateSentData: {"id": "What the message is looked up by."},
    flows.InitiateFlow: {
        "app_id": _APP_ID,
        "medium": "The channel, such as whatsapp.",
        "phone_number": f"{_PHONE} This or email is needed.",
        "email": "This or phoneNumber is needed.",
        "node_name": "The node of the flow to begin at.",
        "business_phone_number": "The number it is sent from.",
        "session_id": "From the journey builder; belongs to one flow.",
        "carry_payload": "Passed into the flow: each key with a list of texts.",
        "payload": "The cart the person left behind.",
    },
    flows.AbandonedCartPayload: {"phone_number": _PHONE},
    flows.AbandonedCart: {
        "phone_number": _PHONE,
        "converted": "Whether it was bought after all.",
        "cart_price": "The sum of the cart.",
        "cart": "What is in it.",
    },
    flows.PartnersData: {"source": "Where the cart is kept."},
    common.Envelope: {"status": "200 when it was accepted.", "success": "true when it was accepted."},
}

LOOSE_TYPES: Mapping[type[BaseModel], Mapping[str, str]] = {
    common.Envelope: {"status": "number", "success": "true or false"},
    user_properties.UserPropertyCounts: {
        "create_count": "number",
        "update_count": "number",
        "docs_failed_to_update": "list",
    },
}
"""The specification's type of fields whose model reads anything."""


def loose_type(model: type[BaseModel], name: str) -> str:
    """What an answer's field is by the specification where its model takes anything; empty: not known."""
    return _inherited(LOOSE_TYPES, model, name)


def note(model: type[BaseModel], name: str) -> str:
    """What the field `name` of `model` means; empty where its name and type say all there is."""
    return _inherited(NOTES, model, name)


def _inherited(table: Mapping[type[BaseModel], Mapping[str, str]], model: type[BaseModel], name: str) -> str:
    """What a table says of a field of the model, of one it is made from, or of the request's own."""
    for kind in model.__mro__:
        if name in table.get(kind, {}):
            return table[kind][name]
        if issubclass(kind, Answered) and "sent_as" in vars(kind):
            return _inherited(table, kind.sent_as, name)
    return ""
