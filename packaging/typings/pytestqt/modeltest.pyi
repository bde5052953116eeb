from PySide6.QtCore import QAbstractItemModel

class ModelTester:
    def check(self, model: QAbstractItemModel, force_py: bool = False) -> None: ...
