"""Template messages in the practice store (specification: endpoint 10)."""

from __future__ import annotations

from http import HTTPStatus

from svcconsole.api import operations as api
from svcconsole.api.models import templates as models
from svcconsole.sandbox.delivery.recipients import recipient
from svcconsole.sandbox.http.answers import Refused, RefusedTemplate, status_and, success
from svcconsole.sandbox.rules.message_text import template_text
from svcconsole.sandbox.rules.messaging import record
from svcconsole.sandbox.rules.prices import charge
from svcconsole.sandbox.rules.template_registry import find
from svcconsole.sandbox.rules.template_rules import mismatches
from svcconsole.sandbox.store.call_context import Call, Handlers


def send_template(call: Call, request: models.SendTemplate) -> bytes:
    """`data.id`, as for any message; 407 for an unknown template, 400 for one that is filled in wrongly."""
    return success({"id": _accept(call, request)})


def send_template_v1(call: Call, request: models.SendTemplateV1) -> bytes:
    """`response.id` next to `status`; an unknown template in the usual envelope (decisions, row 17)."""
    try:
        return status_and(response={"id": _accept(call, request)})
    except RefusedTemplate as refused:
        raise Refused(refused.status, *refused.messages) from None


def _accept(call: Call, request: models.SendTemplate | models.SendTemplateV1) -> str:
    template_id = request.payload.template_id
    template = find(call.connection, template_id)
    if template is None:
        raise RefusedTemplate(f"payload.templateId {template_id} is not a template of this store")
    differences = mismatches(template, request.type, request.payload)
    if differences:
        raise Refused(HTTPStatus.BAD_REQUEST, *differences)
    if recipient(request.contact_identifier).failure is None:
        charge(call, "whatsapp", template.category)
    return record(
        call,
        request,
        contact=request.contact_identifier,
        business_number=request.business_phone_number,
        kind="template",
        text=template_text(template, request.payload),
        callback_data=request.callback_data if isinstance(request, models.SendTemplate) else None,
        template_id=template_id,
    )


HANDLERS: Handlers = {
    api.SEND_TEMPLATE_V1: send_template_v1,
    api.SEND_TEMPLATE: send_template,
}
