import { hash } from 'node:crypto'
import type { MutationKind } from '#api/mutation-kind.ts'
import { canonical } from '#sync/protocol/canonical.ts'

/** Stored beside each fingerprint, so that a later format can recognise this one. */
export const CONTENT_VERSION = 1

/**
 * The fingerprint of a mutation's facts: the same for any spelling of them. Leaves out the customer, whom the till
 * forgets.
 */
export const contentOf = <Payload>(kind: MutationKind<Payload>, payload: Payload) =>
  hash('sha256', canonical({ ...kind.content(payload), kind: kind.kind }))

/** The fingerprint of an invalid mutation: all of its content, and its id. */
export const contentOfBroken = ({ id, kind, payload }: { id: string; kind?: unknown; payload?: unknown }) =>
  hash('sha256', canonical({ id, kind, payload }))
