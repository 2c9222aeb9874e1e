import { hash } from 'node:crypto'
import type { MutationKind } from '#api/mutation-kind.ts'
import { canonical } from '#sync/protocol/canonical.ts'

/** Stored beside each fingerprint, so that a later way of taking it can tell its own from these. */
export const CONTENT_VERSION = 1

/**
 * The fingerprint of what a mutation says: the same for any spelling of the same facts, and without the customer, whom
 * the till forgets.
 */
export const contentOf = <Payload>(kind: MutationKind<Payload>, payload: Payload) =>
  hash('sha256', canonical({ ...kind.content(payload), kind: kind.kind }))

/** The fingerprint of a mutation that breaks the rules: all of what it says, and the id it came under. */
export const contentOfBroken = ({ id, kind, payload }: { id: string; kind?: unknown; payload?: unknown }) =>
  hash('sha256', canonical({ id, kind, payload }))
