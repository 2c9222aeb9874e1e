import { UUID } from '#sync/protocol/mutation.ts'
import { kindOf } from './kinds/known-kinds.ts'
import { entriesOf } from './outbox.ts'
import { addProofs, proofsFor } from './proof/proofs.ts'
import { withRoom } from './room.ts'
import { hexHashOf } from './proof/device-key.ts'
import type { LocalSale, OutboxEntry, Proofs, TillDb } from './till-db.ts'

const FORMAT = 'selvedge unsent sales'
/** 1: unsigned sales only. 2: entries of every kind, with signatures and the proofs of their keys and grants. */
const VERSION = 2

type CarriedEntry = Pick<OutboxEntry, 'id' | 'device_id' | 'protocol' | 'mutation' | 'signed' | 'key_id'>
type CarriedProofs = Pick<Proofs, 'certificates' | 'grants'>

/** An exported entry, without the counters of its device; a sale also has the copy that the device kept. */
interface Carried {
  entry: CarriedEntry
  sale?: LocalSale
}
interface Parcel {
  format: string
  version: number
  device_id: string | null
  exported_at: string
  sha256: string
  sales: Carried[]
  proofs?: CarriedProofs
}

/** A file that is not a complete export of unsent sales. Nothing was imported from it. */
export class DamagedFile extends Error {
  override name = 'DamagedFile'
}

/**
 * Exports all unsent entries, rejected ones too, as the text of a file. They stay on this device as well: ids prevent a
 * second booking.
 */
export async function exportSales(db: TillDb): Promise<{ name: string; text: string; count: number }> {
  const entries = [...(await entriesOf(db, 0).toArray()), ...(await entriesOf(db, 1).toArray())].sort(
    (a, b) => a.position - b.position,
  )
  const kept = await db.sales.bulkGet(entries.map(({ id }) => id))
  const sales = entries.map(({ id, device_id, protocol, mutation, signed, key_id }, i): Carried => ({
    entry: { id, device_id, protocol, mutation, ...(signed && { signed }), ...(key_id && { key_id }) },
    ...(kept[i] && { sale: withoutVerdict(kept[i]) }),
  }))
  const proofs = await proofsFor(db, entries)
  const till = await db.till.get('till')
  const exported_at = new Date().toISOString()
  const parcel: Parcel = {
    format: FORMAT,
    version: VERSION,
    device_id: till?.device_id ?? null,
    exported_at,
    sha256: await hashOf(sales, proofs),
    sales,
    proofs,
  }
  return {
    name: `unsent-sales-${till?.code ?? 'till'}-${exported_at.slice(0, 10)}.json`,
    text: JSON.stringify(parcel, null, 1),
    count: sales.length,
  }
}

/**
 * Imports a file into this outbox with the original ids, sequence numbers, device and signatures. Entries that are
 * here, or were accepted from here, count as `known` and stay unchanged.
 * @throws DamagedFile with words for the cashier
 */
export async function importSales(db: TillDb, text: string): Promise<{ added: number; known: number }> {
  const { sales, proofs } = await unpack(text)
  const ids = sales.map(({ entry }) => entry.id)
  return withRoom(db, () =>
    db.transaction('rw', db.sales, db.outbox, db.till, async () => {
      const waiting = new Set((await db.outbox.where('id').anyOf(ids).toArray()).map(({ id }) => id))
      const kept = await db.sales.bulkGet(ids)
      const fresh = sales.filter(
        ({ entry }, i) =>
          !waiting.has(entry.id) && kept[i]?.verdict?.status !== 'accepted' && ids.indexOf(entry.id) === i,
      )
      if (proofs) await addProofs(db, { ...proofs, grants: await othersGrants(db, proofs.grants) })
      await db.sales.bulkPut(fresh.flatMap(({ sale }) => sale ?? []))
      await db.outbox.bulkAdd(fresh.map(({ entry }) => ({ ...entry, attempts: 0, not_before: 0, held: 0 as const })))
      return { added: fresh.length, known: sales.length - fresh.length }
    }),
  )
}

/** This till's own grants come only from the server, never from a file. */
async function othersGrants(db: TillDb, grants: Proofs['grants']): Promise<Proofs['grants']> {
  const own = (await db.till.get('till'))?.id
  return Object.fromEntries(Object.entries(grants).filter(([, { grant }]) => grant.till_id !== own))
}

async function unpack(text: string): Promise<Pick<Parcel, 'sales' | 'proofs'>> {
  const parcel = parse(text)
  if (parcel?.format !== FORMAT || !Array.isArray(parcel.sales))
    throw new DamagedFile('This file has no unsent sales, or is damaged.')
  const { version = 0, sales, proofs } = parcel
  if (version < 1 || version > VERSION)
    throw new DamagedFile(
      'This file comes from another version of the till. Update this device, then import the file again.',
    )
  if (parcel.sha256 !== (await hashOf(sales, proofs)))
    throw new DamagedFile('This file has changed since the other device wrote it. Export it again.')
  if (!sales.every(isWhole))
    throw new DamagedFile('This file is damaged: one of its entries is incomplete. Export it again.')
  return { sales, ...(proofs && { proofs }) }
}

/** The server would never settle one sale under two ids. */
const isWhole = ({ entry, sale }: Partial<Carried>): boolean =>
  entry !== undefined &&
  UUID.test(entry.id) &&
  [entry.mutation?.id, ...(entry.signed ? [entry.signed.id] : [])].every(id => id === entry.id) &&
  typeof entry.mutation.payload === 'object' &&
  kindOf(entry.mutation.kind).isWhole(entry.mutation, sale)

function parse(text: string): Partial<Parcel> | null {
  try {
    return JSON.parse(text) as Partial<Parcel> | null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function withoutVerdict({ verdict, accepted_at, ...sale }: LocalSale): LocalSale {
  return sale
}

/** A file of version 1 has no proofs; its hash covers only the sales. */
const hashOf = (sales: readonly Carried[], proofs: CarriedProofs | undefined): Promise<string> =>
  hexHashOf(JSON.stringify(proofs ? [sales, proofs] : sales))
