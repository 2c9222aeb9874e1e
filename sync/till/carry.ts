import { UUID } from '#sync/protocol/mutation.ts'
import { entriesOf } from './outbox.ts'
import { withRoom } from './room.ts'
import type { LocalSale, OutboxEntry, TillDb } from './till-db.ts'

const FORMAT = 'selvedge unsent sales'
const VERSION = 1

/** An entry as it is carried, without what only counts on the device it comes from. */
interface Carried { entry: Pick<OutboxEntry, 'id' | 'device_id' | 'protocol' | 'mutation'>; sale: LocalSale }
interface Parcel { format: string; version: number; device_id: string | null; exported_at: string; sha256: string; sales: Carried[] }

/** A file that is no export of unsent sales, or not a whole one. Nothing of it was taken. */
export class DamagedFile extends Error {
  override name = 'DamagedFile'
}

/** The unsent sales, rejected ones among them, as the text of a file. They stay on this device too: no sale is booked twice. */
export async function exportSales(db: TillDb): Promise<{ name: string; text: string; count: number }> {
  const entries = [...await entriesOf(db, 0).toArray(), ...await entriesOf(db, 1).toArray()].sort((a, b) => a.position - b.position)
  const kept = await db.sales.bulkGet(entries.map(({ id }) => id))
  const sales = entries.flatMap(({ id, device_id, protocol, mutation }, i): Carried[] => {
    const sale = kept[i]
    return sale ? [{ entry: { id, device_id, protocol, mutation }, sale: withoutVerdict(sale) }] : []
  })
  const till = await db.till.get('till')
  const exported_at = new Date().toISOString()
  const parcel: Parcel = { format: FORMAT, version: VERSION, device_id: till?.device_id ?? null, exported_at, sha256: await sha256(sales), sales }
  return { name: `unsent-sales-${till?.code ?? 'till'}-${exported_at.slice(0, 10)}.json`, text: JSON.stringify(parcel, null, 1), count: sales.length }
}

/**
 * Takes the sales of a file into this outbox under their own ids, sequence numbers and device. Those that are here already,
 * or were accepted from here, are `known` and left alone.
 * @throws DamagedFile with words for the cashier
 */
export async function importSales(db: TillDb, text: string): Promise<{ added: number; known: number }> {
  const sales = await unpack(text)
  const ids = sales.map(({ entry }) => entry.id)
  return withRoom(db, () => db.transaction('rw', db.sales, db.outbox, async () => {
    const waiting = new Set((await db.outbox.where('id').anyOf(ids).toArray()).map(({ id }) => id))
    const kept = await db.sales.bulkGet(ids)
    const fresh = sales.filter(({ entry }, i) => !waiting.has(entry.id) && kept[i]?.verdict?.status !== 'accepted' && ids.indexOf(entry.id) === i)
    await db.sales.bulkPut(fresh.map(({ sale }) => sale))
    await db.outbox.bulkAdd(fresh.map(({ entry }) => ({ ...entry, attempts: 0, not_before: 0, held: 0 as const })))
    return { added: fresh.length, known: sales.length - fresh.length }
  }))
}

async function unpack(text: string): Promise<Carried[]> {
  const parcel = parse(text)
  if (parcel?.format !== FORMAT || !Array.isArray(parcel.sales)) throw new DamagedFile('This file holds no unsent sales, or it is damaged.')
  if (parcel.version !== VERSION) throw new DamagedFile('This file comes from another version of the till. Update this device, then import it again.')
  if (parcel.sha256 !== await sha256(parcel.sales)) throw new DamagedFile('This file is damaged: it is not what the other device wrote. Export it once more.')
  if (!parcel.sales.every(isWhole)) throw new DamagedFile('This file is damaged: one of its sales is not whole. Export it once more.')
  return parcel.sales
}

/** A sale under two ids would never be settled. */
const isWhole = ({ entry, sale }: Partial<Carried>) =>
  entry && UUID.test(entry.id) && [entry.mutation?.id, entry.mutation?.payload?.id, sale?.id].every(id => id === entry.id) && Array.isArray(entry.mutation.payload.lines)

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

async function sha256(sales: readonly Carried[]): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(sales)))
  return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
