"""The fault table: what each wire fault means for a read, an upsert and a once-only call."""

from __future__ import annotations

from svcconsole.api import errors
from svcconsole.api.errors import Outcome
from svcconsole.api.faults import Ending, Fault, Rule
from svcconsole.api.operations import Effect
from svcconsole.words.message import mark, message

UNKNOWN_SAYS = message("It is not known whether the store carried it out.")
PROBABLY_SAYS = message("It had begun to say yes, so it was probably carried out.")
UNKNOWN_ADVICE = {
    Effect.READ: "",
    Effect.UPSERT: message("Read the record back, or send it again: it is written over, not added twice."),
    Effect.ONCE: message("Look in the store first: sending it again may do it twice."),
}

UNEXPLAINED = mark("It gave no reason ({status}).")

_NOT_SENT = Ending(Outcome.NOT_SENT)
_THROTTLED = Ending(Outcome.THROTTLED)
_PAUSE = Ending(Outcome.PAUSE, 1)
_PAUSE_LATER = Ending(Outcome.PAUSE, 3)
_REJECTED = Ending(Outcome.REJECTED, 1)
_UNKNOWN = Ending(Outcome.UNKNOWN, 1)
_UNKNOWN_LATER = Ending(Outcome.UNKNOWN, 3)
_UNKNOWN_LAST = Ending(Outcome.UNKNOWN)

_LATER = message("Try again in a while.")
_CHECK_ADDRESS = message("Check the store's address and API prefix in its profile.")
_ASK_STORE = message("Ask whoever runs the store's platform; the details are in the request's record.")

RULES: dict[Fault, Rule] = {
    # F01-F05
    Fault.UNREACHED: Rule(
        _NOT_SENT,
        _NOT_SENT,
        _NOT_SENT,
        mark("{store} was not reached: {detail}. Nothing was sent."),
        message("Check the network and the store's address, then try again."),
    ),
    # F06-F09
    Fault.TLS: Rule(
        _PAUSE,
        _PAUSE,
        _PAUSE,
        mark("No secure connection to {store}: {detail}. Nothing was sent."),
        message(
            "Check the address and this computer's date; a company network may need its own certificate file."
        ),
        errors.NotTrusted,
    ),
    # F10-F12, and a 407 that is no answer of the store
    Fault.PROXY: Rule(
        _PAUSE,
        _PAUSE,
        _PAUSE,
        mark("The proxy on the way to {store} did not let the request through: {detail}."),
        message("Check this computer's proxy settings."),
        errors.ProxyInTheWay,
    ),
    # F13
    Fault.POOL: Rule(
        _NOT_SENT,
        _NOT_SENT,
        _NOT_SENT,
        mark("Too many requests to {store} are waiting. This one was not sent."),
        _LATER,
    ),
    # F14-F15, F17, F20-F28
    Fault.BROKEN: Rule(
        _NOT_SENT,
        _UNKNOWN_LAST,
        _UNKNOWN,
        mark("The connection to {store} broke before its answer was complete."),
        _LATER,
    ),
    # F16, F19, F33
    Fault.SILENT: Rule(
        _NOT_SENT,
        _UNKNOWN_LAST,
        _UNKNOWN,
        mark("{store} did not finish its answer in time."),
        _LATER,
    ),
    # F30-F32
    Fault.GARBLED: Rule(
        Ending(Outcome.NOT_SENT, 3),
        _UNKNOWN_LATER,
        _UNKNOWN,
        mark("What {store} sent back is not an answer of a web server."),
        _CHECK_ADDRESS,
    ),
    # F29
    Fault.CUT: Rule(
        _NOT_SENT,
        _UNKNOWN_LAST,
        _UNKNOWN,
        mark("The answer of {store} breaks off in the middle."),
        _LATER,
    ),
    # F34-F36, F54-F57
    Fault.UNREADABLE: Rule(
        _PAUSE,
        _UNKNOWN,
        _UNKNOWN,
        mark("{store} answered, but the answer cannot be read: {detail}."),
        _ASK_STORE,
        errors.NotThisApi,
    ),
    # F37
    Fault.SWITCHED: Rule(
        _PAUSE,
        _PAUSE,
        _UNKNOWN,
        mark("{store} switched to another protocol instead of answering."),
        _CHECK_ADDRESS,
        errors.NotThisApi,
    ),
    # F38
    Fault.REDIRECT: Rule(
        _PAUSE,
        _PAUSE,
        _PAUSE,
        mark("{store} points to another address ({status}), which is not followed."),
        _CHECK_ADDRESS,
        errors.WrongAddress,
    ),
    # F38 with 303, which servers answer after carrying a request out
    Fault.SEE_OTHER: Rule(
        _PAUSE,
        _UNKNOWN,
        _UNKNOWN,
        mark("{store} points to another address for its answer ({status}), which is not followed."),
        _CHECK_ADDRESS,
        errors.WrongAddress,
    ),
    # F39, F50 with any other 4xx, F58 with a reason
    Fault.REFUSED: Rule(_REJECTED, _REJECTED, _REJECTED, mark("{store} refused this."), ""),
    # F40
    Fault.UNAUTHORIZED: Rule(
        _PAUSE,
        _PAUSE,
        _PAUSE,
        mark("{store} does not accept the token."),
        message("Enter the store's current token in its profile."),
        errors.Unauthorized,
    ),
    Fault.FORBIDDEN: Rule(
        _PAUSE,
        _PAUSE,
        _PAUSE,
        mark("{store} does not allow this with this token or from this computer."),
        message("Ask whoever issued the token what it may do."),
        errors.Unauthorized,
    ),
    # F41
    Fault.NOT_THERE: Rule(
        _PAUSE,
        _PAUSE,
        _PAUSE,
        mark("{store} answers, but this operation is not there ({status})."),
        _CHECK_ADDRESS,
        errors.WrongAddress,
    ),
    # 501, which is not in the fault table: nothing was executed, and the address is right
    Fault.NOT_OFFERED: Rule(
        _PAUSE,
        _PAUSE,
        _PAUSE,
        mark("{store} does not offer this operation ({status}). Nothing was carried out."),
        _ASK_STORE,
    ),
    # F42
    Fault.NO_CUSTOMER: Rule(
        _REJECTED,
        _REJECTED,
        _REJECTED,
        mark("{store} has no such customer."),
        message("Check the id."),
        errors.CustomerNotFound,
    ),
    # F43
    Fault.NO_TEMPLATE: Rule(
        _REJECTED,
        _REJECTED,
        _REJECTED,
        mark("{store} does not know this template."),
        message("Copy the template's id from the store's dashboard."),
        errors.InvalidTemplate,
    ),
    # F44
    Fault.SLOW_REQUEST: Rule(
        _NOT_SENT,
        _NOT_SENT,
        _NOT_SENT,
        mark("{store} gave up waiting for the request and did not process it."),
        _LATER,
    ),
    Fault.TOO_EARLY: Rule(
        _THROTTLED, _THROTTLED, _THROTTLED, mark("{store} was not ready for the request yet."), _LATER
    ),
    # F45
    Fault.BUSY: Rule(_THROTTLED, _THROTTLED, _THROTTLED, mark("{store} asks to send more slowly."), _LATER),
    # F46-F49
    Fault.FAILED: Rule(
        _NOT_SENT,
        _UNKNOWN_LAST,
        _UNKNOWN,
        mark("{store} had an error of its own ({status})."),
        _LATER,
    ),
    # F50
    Fault.ODD: Rule(
        _PAUSE,
        _UNKNOWN,
        _UNKNOWN,
        mark("{store} answered with the status {status}, which this service does not use."),
        _ASK_STORE,
        errors.NotThisApi,
    ),
    # F51
    Fault.FOREIGN: Rule(
        _PAUSE_LATER,
        _PAUSE_LATER,
        _UNKNOWN,
        mark("A web page came back instead of an answer of {store}."),
        message(
            "Check whether the network wants a sign-in in the browser; if not, check the store's address."
        ),
        errors.NotThisApi,
    ),
    # F52-F53
    Fault.NO_JSON: Rule(
        _PAUSE_LATER,
        _UNKNOWN_LATER,
        _UNKNOWN,
        mark("The answer of {store} is {detail}."),
        _CHECK_ADDRESS,
        errors.NotThisApi,
    ),
    # F58 without a reason; of a write it contradicts the status beside it
    Fault.UNSUCCESSFUL: Rule(
        _REJECTED,
        _REJECTED,
        _REJECTED,
        mark("{store} answered that it did not succeed, without a reason."),
        _ASK_STORE,
    ),
    # F58-F59 of a write
    Fault.CONTRADICTION: Rule(
        _REJECTED,
        _UNKNOWN,
        _UNKNOWN,
        mark("{store} contradicts itself: {detail}."),
        _ASK_STORE,
    ),
    # F60-F63
    Fault.MISFIT: Rule(
        _PAUSE,
        _UNKNOWN,
        _UNKNOWN,
        mark("The answer of {store} does not hold what this operation returns: {detail}."),
        _ASK_STORE,
        errors.NotThisApi,
    ),
}
