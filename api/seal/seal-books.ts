import { insertRow, isDuplicate, select, selectOne, sqlTime } from '#api/db/database.ts'
import { leaveRoom } from '#api/jobs/leave-room.ts'
import { digestRows, pack } from '#api/seal/digest-rows.ts'
import { faultOfHead, keepHead } from '#api/seal/head.ts'
import { hashOf, lastLink, NOTHING } from '#api/seal/links.ts'
import { noteEarlier } from '#api/seal/seal-notes.ts'
import { faultOfSignature, sealKey, signSeal } from '#api/seal/seal-key.ts'
import { SEALED_TABLES, type SealedTable } from '#api/seal/sealed-tables.ts'

/**
 * Ids are assigned before rows are committed. No transaction takes so long that a lower id could still appear after
 * this.
 */
const LAG_SECONDS = 120
const AT_ONCE = 500

/**
 * Seals new rows, table by table, and announces the new head. If another process is sealing, leaves the rest to it.
 * @throws if the chain's end has changed: continuing would hide that
 */
export async function sealBooks(lagSeconds = LAG_SECONDS): Promise<void> {
  const end = await lastLink()
  const fault = (await faultOfHead()) ?? (end && faultOfSignature(end))
  if (fault) throw new Error(fault)
  await noteEarlier()
  const room = leaveRoom()
  for (const table of SEALED_TABLES) {
    const before = await boundOf(table, lagSeconds)
    while (await addLink(table, before)) await room()
  }
  const last = await lastLink()
  if (last) keepHead(last)
}

const reached = async (code: string) =>
  (await selectOne<{ up_to: number }>('SELECT COALESCE(MAX(up_to), 0) AS up_to FROM seals WHERE table_code = ?', [
    code,
  ]))!.up_to

/** The first unsealed position. An order waits for its movement, so that both are read committed. */
async function boundOf({ code, placedIn }: SealedTable, lagSeconds: number): Promise<number> {
  if (placedIn !== code) return (await reached(placedIn)) + 1
  // If none is recent, anything after this statement is not old enough either.
  return (await selectOne<{ id: number }>(
    `SELECT COALESCE(MIN(IF(created_at > NOW(3) - INTERVAL ? SECOND, id, NULL)), MAX(id) + 1, 0) AS id FROM ${code}
      WHERE id > ?`,
    [lagSeconds, await reached(code)],
  ))!.id
}

/** Adds one link to the chain. Returns whether there may be more. */
async function addLink(table: SealedTable, before: number): Promise<boolean> {
  const last = await lastLink()
  const places = await select<{ place: number; owner: number }>(`${table.places} LIMIT ${AT_ONCE}`, {
    after: await reached(table.code),
    before,
  })
  if (places.length === 0) return false
  const digests = pack(
    await digestRows(
      table,
      places.map(({ owner }) => owner),
    ),
  )
  const link = {
    id: (last?.id ?? 0) + 1,
    table_code: table.code,
    up_to: places.at(-1)!.place,
    digests,
    sealed_at: new Date(),
  }
  const hash = hashOf(link, last?.hash ?? NOTHING)
  try {
    await insertRow('seals', {
      ...link,
      sealed_at: sqlTime(link.sealed_at.getTime()),
      hash,
      public_key: sealKey().publicKey,
      signature: signSeal(link.id, hash),
    })
  } catch (error) {
    if (isDuplicate(error)) return false // another process was faster, and continues
    throw error
  }
  return places.length === AT_ONCE
}
