"""How anything looks: tokens, colours, theme, style, fonts, icons, painting, sizes, text."""
