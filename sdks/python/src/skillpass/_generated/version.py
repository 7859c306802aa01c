# Generated from the contract table by scripts/generate-python-sdk.mjs. Do not edit.
__version__ = "0.1.0"
