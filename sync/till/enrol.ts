import type { Till, TillSequence } from '#sync/protocol/till.ts'
import type { Counters, TillDb } from './till-db.ts'
import { withRoom } from './room.ts'

/** A browser that is a till: `code` begins its receipt numbers. */
export type EnrolledTill = Counters & { id: number; code: string }

export type PostTill = (body: { name: string; device_id: string }) => Promise<Till & TillSequence>

/** The till this browser is, or null before its first online visit. */
export async function tillOf(db: TillDb): Promise<EnrolledTill | null> {
  const till = await db.till.get('till')
  return till && till.code !== null && till.id !== null ? { ...till, id: till.id, code: till.code } : null
}

/**
 * Makes this browser a till, or finds which it is. The device's id is kept before it is sent, so that a lost reply enrols no second
 * till; receipt and sequence numbers go on after the highest that this browser, its mirror or the server knows.
 * @throws what `post` throws
 */
export const enrol = (db: TillDb, post: PostTill, name: string): Promise<EnrolledTill> =>
  navigator.locks.request(`enrol ${db.name}`, async () => {
    const { device_id } = await own(db, name)
    const { id, code, name: given, last_number, last_seq } = await post({ name, device_id })
    const till = await withRoom(db, () => db.transaction('rw', db.till, async () => {
      const known = (await db.till.get('till'))!
      const till: EnrolledTill = { ...known, id, code, name: given, last_number: Math.max(known.last_number, last_number), last_seq: Math.max(known.last_seq, last_seq) }
      await db.till.put(till)
      return till
    }))
    db.mirror?.write(till)
    return till
  })

/** Takes over what the back office calls this till now. @throws StorageFull */
export const renameTill = async (db: TillDb, name: string): Promise<void> => void await withRoom(db, () => db.till.update('till', { name }))

/** This device's row, made of its mirror where the database was emptied, else new. */
const own = (db: TillDb, name: string): Promise<Counters> => withRoom(db, () => db.transaction('rw', db.till, async () => {
  const known = await db.till.get('till')
  const mirrored = db.mirror?.read() ?? null
  const same = !known || known.device_id === mirrored?.device_id ? mirrored : null
  const counters: Counters = {
    key: 'till', id: known?.id ?? null, code: known?.code ?? null, name: known?.name ?? name,
    teller: known?.teller ?? null,
    device_id: known?.device_id ?? mirrored?.device_id ?? crypto.randomUUID(),
    last_number: Math.max(known?.last_number ?? 0, same?.last_number ?? 0),
    last_seq: Math.max(known?.last_seq ?? 0, same?.last_seq ?? 0),
  }
  await db.till.put(counters)
  db.mirror?.write(counters)
  return counters
}))
