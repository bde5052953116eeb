"""svcconsole: the desktop console of a store's customer-engagement platform."""

__version__ = "0.1.0"
