"""Widgets that know no feature: any page may use them."""
