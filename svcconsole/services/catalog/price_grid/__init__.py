"""Prices and stock of many variants changed at once: cells, rules, pending changes, the plan that is sent."""
