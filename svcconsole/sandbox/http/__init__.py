"""The HTTP face of the practice store: who may come in, routes, answers, the OpenAPI document."""
