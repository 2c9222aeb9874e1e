import { createHash, createHmac } from 'node:crypto'
import { select } from '#api/db/database.ts'
import { sealKey } from '#api/seal/seal-key.ts'
import type { SealedTable } from '#api/seal/sealed-tables.ts'

type Row = Record<string, unknown> & { id: number }
/** `personal`: a keyed hash, so that nobody can guess a phone number from it; null if the table names no people. */
export interface Digest {
  id: number
  facts: Buffer
  personal: Buffer | null
  /** Nothing about a person is in it. */ isEmpty: boolean
}

const BYTES = 16

export async function digestRows(table: SealedTable, owners: readonly number[], by = table.owner): Promise<Digest[]> {
  if (owners.length === 0) return []
  const { code, columns, personal } = table
  const rows = await select<Row>(
    `SELECT ${[...columns, ...personal].map(column => `t.${column}`).join(', ')} FROM ${table.table} t
      WHERE t.${by} IN (:owners) ORDER BY t.id`,
    { owners },
  )
  return rows.map(row => ({
    id: row.id,
    facts: digestOf(table, row),
    personal:
      personal.length === 0
        ? null
        : createHmac('sha256', sealKey().secret)
            .update(textOf(code, ['id', ...personal], row))
            .digest()
            .subarray(0, BYTES),
    isEmpty: personal.every(column => row[column] === null),
  }))
}

/** The digest of a row's columns that never change. */
export const digestOf = ({ code, columns }: SealedTable, row: Record<string, unknown>): Buffer =>
  createHash('sha256')
    .update(textOf(code, columns, row))
    .digest()
    .subarray(0, BYTES)

const textOf = (code: string, columns: readonly string[], row: Record<string, unknown>) =>
  JSON.stringify([code, ...columns.map(column => row[column])])

export const pack = (digests: readonly Digest[]): Buffer =>
  Buffer.concat(
    digests.flatMap(({ id, facts, personal }) => {
      const head = Buffer.alloc(4)
      head.writeUInt32BE(id)
      return personal ? [head, facts, personal] : [head, facts]
    }),
  )

export function unpack({ personal }: SealedTable, packed: Buffer): Omit<Digest, 'isEmpty'>[] {
  const size = personal.length > 0 ? 4 + 2 * BYTES : 4 + BYTES
  return Array.from({ length: Math.floor(packed.length / size) }, (_, n) => {
    const entry = packed.subarray(n * size, (n + 1) * size)
    return {
      id: entry.readUInt32BE(0),
      facts: entry.subarray(4, 4 + BYTES),
      personal: personal.length > 0 ? entry.subarray(4 + BYTES) : null,
    }
  })
}
