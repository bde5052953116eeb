"""The API reference of customers, user properties and tickets (specification: endpoints 12, 13, 15, 16)."""

from __future__ import annotations

from svcconsole.api import operations as api
from svcconsole.api.reference.entry import Entry, Example, Open
from svcconsole.words.message import message

PHONE, BRAND = "+4915225550123", "+4915225550999"

ENTRIES = (
    Entry(
        api.UPSERT_CUSTOMER,
        message("Creates a customer, or updates the one that is found by its keys."),
        (
            message("At least one of email and phoneNumber is required."),
            message("An address needs address1, city, country, countryCode, state and zip."),
            message(
                "alternateEmails and alternatePhoneNumbers add contact assets; with overWriteAssets true "
                "they replace those there are."
            ),
            message("secondaryEmails and secondaryPhoneNumbers are deprecated."),
        ),
        (
            Example(
                message("A customer with an address and a second e-mail"),
                {
                    "partnerCustomerId": "C-1001",
                    "firstName": "Asha",
                    "lastName": "Rao",
                    "phoneNumber": PHONE,
                    "email": "asha@customer.example",
                    "alternateEmails": ["asha.rao@customer.example"],
                    "tags": ["fair", "retail"],
                    "addresses": [
                        {
                            "address1": "Lindenweg 12",
                            "city": "Hamburg",
                            "country": "Germany",
                            "countryCode": "DE",
                            "state": "Hamburg",
                            "zip": "20095",
                            "isDefault": True,
                        }
                    ],
                },
            ),
            Example(
                message("Replace the contact assets"),
                {
                    "partnerCustomerId": "C-1001",
                    "phoneNumber": PHONE,
                    "alternateEmails": ["rao@customer.example"],
                    "overWriteAssets": True,
                },
            ),
        ),
        message("data.customer: the customer with its assets."),
        (
            Open(
                message("How the customer to update is found."),
                message(
                    "By partnerCustomerId, else by phoneNumber, else by email, upper and lower case alike."
                ),
                ("partnerCustomerId",),
            ),
            Open(
                message("What an absent field does."),
                message("It keeps its value; an empty text empties it."),
            ),
        ),
    ),
    Entry(
        api.GET_CUSTOMER,
        message("Fetches one customer by either of its ids."),
        (
            message("At least one of partnerCustomerId and svcCustomerId is required."),
            message("Addresses, assets and tags come only where their switch is true."),
            message("A customer that does not exist is answered with 406."),
        ),
        (
            Example(
                message("Everything about one customer"),
                {
                    "partnerCustomerId": "C-1001",
                    "includeAssets": True,
                    "includeAddress": True,
                    "includeTags": True,
                },
            ),
        ),
        message("data.customer: the customer."),
        (
            Open(
                message("What tags look like in the answer."),
                message("A list of texts."),
                ("data.customer.tags",),
            ),
        ),
    ),
    Entry(
        api.RECORD_USER_PROPERTIES,
        message("Records many user properties at once; each entry is checked for itself."),
        (
            message("userProperties is required; every entry needs firstName and lastName."),
            message("An entry with any field outside the 17 is not valid."),
            message("Entries that are not valid come back with the reason; the others are recorded."),
        ),
        (
            Example(
                message("Two entries"),
                {
                    "userProperties": [
                        {
                            "firstName": "Asha",
                            "lastName": "Rao",
                            "email": "asha@customer.example",
                            "partnerCustomerId": "C-1001",
                            "emailMarketingConsent": True,
                            "tags": ["fair"],
                        },
                        {
                            "firstName": "李",
                            "lastName": "雷",
                            "phoneNumber": "+8613055500101",
                            "smsMarketingConsent": False,
                            "createdAt": "2026-01-31T08:00:00Z",
                        },
                    ]
                },
            ),
        ),
        message(
            "data.invalidUserProperties and data.bulkUpsertUPResponse with createCount, updateCount and "
            "docsFailedToUpdate."
        ),
        (
            Open(
                message("How an entry to update is found."),
                message(
                    "By partnerCustomerId, else by phoneNumber, else by email; with none of them it is new."
                ),
                ("userProperties.partnerCustomerId",),
            ),
            Open(
                message("What an element of docsFailedToUpdate holds."),
                message("index and error."),
                ("data.bulkUpsertUPResponse.docsFailedToUpdate",),
            ),
            Open(message("Whether status is a number or true."), message("The number 200."), ("status",)),
            Open(
                message("Whether appId is needed or accepted here."),
                message("It is accepted and not needed."),
                ("appId",),
            ),
        ),
    ),
    Entry(
        api.CREATE_TICKET,
        message("Creates a helpdesk ticket and assigns it."),
        (
            message(
                "EMAIL needs brandEmail and customerEmail; WHATSAPP needs brandPhoneNumber and "
                "customerPhoneNumber; TASKS needs taskTitle."
            ),
            message("SPECIFIC_AGENT needs agentMail, SPECIFIC_TEAM needs teamId."),
            message("ALL_AGENTS leaves the choice to the store: in turn, or unassigned."),
            message("Sending it twice creates two tickets."),
        ),
        (
            Example(
                message("A WhatsApp ticket for whoever is next"),
                {
                    "channel": "WHATSAPP",
                    "brandPhoneNumber": BRAND,
                    "customerPhoneNumber": PHONE,
                    "labelIds": [1],
                    "assignmentType": "ALL_AGENTS",
                    "context": "Handle broken on arrival, order 1017",
                },
            ),
            Example(
                message("An e-mail ticket for one agent"),
                {
                    "channel": "EMAIL",
                    "brandEmail": "care@brand.example",
                    "customerEmail": "asha@customer.example",
                    "assignmentType": "SPECIFIC_AGENT",
                    "agentMail": "asha@practice.example",
                },
            ),
            Example(
                message("A task for a team"),
                {
                    "channel": "TASKS",
                    "taskTitle": "Call back on Monday",
                    "assignmentType": "SPECIFIC_TEAM",
                    "teamId": 1,
                },
            ),
        ),
        message("data.ticket: id, customerId, storeId, agentId, teamId, channelName."),
        (
            Open(
                message("Whether the channel may be in lower case."),
                message("Any case is taken."),
                ("channel",),
            ),
            Open(
                message("What an agent, team or label that does not exist does."),
                message("400 naming it."),
                ("agentMail", "teamId", "labelIds"),
            ),
        ),
    ),
)
