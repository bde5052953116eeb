"""Objects for the tests of the worker process."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

from svcconsole.services.workers.worker_host import WorkCancelled


class Refusal(Exception):
    """An expected error with a sentence."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Awkward(Exception):
    """Cannot be rebuilt from its arguments on the other side."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__("awkward")


class Counter:
    """Something with state, so that tests see one object is hosted."""

    def __init__(self, start: int = 0) -> None:
        self.value = start

    def add(self, number: int) -> int:
        self.value += number
        return self.value

    def pid(self) -> int:
        return os.getpid()

    def refuse(self) -> None:
        raise Refusal("The file is empty.")

    def awkward(self) -> None:
        raise Awkward(1, 2)

    def die(self) -> None:
        os._exit(7)

    def count(self, upto: int, progress: Callable[[int], None]) -> int:
        for number in range(upto):
            progress(number)
        return upto

    def work_until_cancelled(self, progress: Callable[[str], None], cancelled: Callable[[], bool]) -> None:
        progress("begun")
        while not cancelled():
            time.sleep(0.005)
        raise WorkCancelled
