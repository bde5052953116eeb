"""The section Team of the settings: the shared workspace, who may do what, which workers were heard."""
