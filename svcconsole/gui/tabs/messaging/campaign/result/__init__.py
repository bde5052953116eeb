"""The result of a campaign: funnel, hours, countries, texts and reasons, saved as picture, table or proof."""
