from types import TracebackType
from typing import Any

class SignalBlocker:
    signal_triggered: bool
    args: list[Any] | None
    def wait(self) -> None: ...
    def __enter__(self) -> SignalBlocker: ...
    def __exit__(
        self, type: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None: ...
