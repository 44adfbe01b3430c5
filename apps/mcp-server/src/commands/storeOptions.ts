/**
 * Options that every command which serves a memory has.
 *
 * @module
 */

export const NO_CREATE = { type: "boolean", help: "an absent store is an error" } as const

export const READ_ONLY = { type: "boolean", help: "offer no tool that writes" } as const
