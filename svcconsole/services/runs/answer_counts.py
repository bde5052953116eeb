"""Counts of the answers that said nothing certain, and when they are too many to go on (rule W7)."""

from __future__ import annotations

import time
from collections import deque

OFFLINE_AFTER = 3
UNKNOWN_IN_A_ROW = 3
UNKNOWN_WINDOW = 200


class AnswerCounts:
    """How the last answers of a run's store were; each method says whether the run has to hold."""

    def __init__(self) -> None:
        self._unanswered = self._strange = 0
        self._unknown: deque[bool] = deque(maxlen=UNKNOWN_WINDOW)
        self._unknown_at = 0.0

    def answered(self) -> None:
        """The store said yes or no clearly."""
        self._unanswered = self._strange = 0
        self._unknown.append(False)

    def unknown_template(self) -> bool:
        """The store does not have this template; three in a row and the others would end alike (F43)."""
        strange = self._strange + 1
        self.answered()
        self._strange = strange % UNKNOWN_IN_A_ROW
        return not self._strange

    def unanswered(self) -> bool:
        """Nobody answered; three in a row mean the store is away (F01 to F05)."""
        self._unanswered += 1
        return self._unanswered >= OFFLINE_AFTER

    def resumed(self) -> None:
        """The store is there again."""
        self._unanswered = 0

    def unclear(self, sent_at: float) -> bool:
        """Reading back showed a batch did not arrive: three in a row, or more than one in a hundred.

        `sent_at` is when the look was sent: batches that were on the way together count once.
        """
        self._unanswered = 0
        if sent_at < self._unknown_at:
            return False
        self._unknown_at = time.monotonic()
        self._unknown.append(True)
        last = list(self._unknown)[-UNKNOWN_IN_A_ROW:]
        often = len(self._unknown) == UNKNOWN_WINDOW and sum(self._unknown) > UNKNOWN_WINDOW / 100
        too_many = often or (len(last) == UNKNOWN_IN_A_ROW and all(last))
        if too_many:
            self._unknown.clear()
        return too_many
