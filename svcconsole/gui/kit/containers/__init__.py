"""Widgets that hold and arrange others: cards, headers, footers, popovers, stacks, layouts."""
