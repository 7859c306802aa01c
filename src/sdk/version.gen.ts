// Generated from the contract table by scripts/generate-sdk.mjs. Do not edit.

/** The version of this package. */
export const version = '0.1.0'
