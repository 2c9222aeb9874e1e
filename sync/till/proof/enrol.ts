import type { EnrolledKey } from '#sync/protocol/signed.ts'
import type { Till, TillSequence } from '#sync/protocol/till.ts'
import { keyToSend, takeKey, type SentKey } from './own-key.ts'
import { withRoom } from '../room.ts'
import type { Counters, TillDb } from '../till-db.ts'

/** A browser that is set up as a till: `code` begins its receipt numbers. */
export type EnrolledTill = Counters & { id: number; code: string }

export type PostTill = (
  body: { name: string; device_id: string } & Partial<SentKey>,
) => Promise<Till & TillSequence & Partial<EnrolledKey>>

/** The till that this browser is, or null before its first online visit. */
export async function tillOf(db: TillDb): Promise<EnrolledTill | null> {
  const till = await db.till.get('till')
  return till && till.code !== null && till.id !== null ? { ...till, id: till.id, code: till.code } : null
}

/** Whether this browser never began to become a till, so that nothing here names one. */
export const isNewDevice = async (db: TillDb): Promise<boolean> =>
  (await db.till.get('till')) === undefined && (db.mirror?.read() ?? null) === null

/** The name that was given to this device when it began to become a till. */
export const nameOf = async (db: TillDb): Promise<string | undefined> => (await db.till.get('till'))?.name

/**
 * Enrols this browser as a till, or finds its till, and registers its signing key. The device id and the key are stored
 * before they are sent, so that a lost reply creates no second till or key. Receipt and sequence numbers continue after
 * the highest that this browser, its mirror or the server knows.
 * @throws what `post` throws
 */
export const enrol = (db: TillDb, post: PostTill, name: string): Promise<EnrolledTill> =>
  navigator.locks.request(`enrol ${db.name}`, async () => {
    const { device_id } = await own(db, name)
    const {
      id,
      code,
      name: given,
      last_number,
      last_seq,
      ...key
    } = await post({ name, device_id, ...(await keyToSend(db, device_id)) })
    const till = await withRoom(db, () =>
      db.transaction('rw', db.till, async () => {
        const known = (await db.till.get('till'))!
        const till: EnrolledTill = {
          ...known,
          id,
          code,
          name: known.id === null ? given : known.name,
          last_number: Math.max(known.last_number, last_number),
          last_seq: Math.max(known.last_seq, last_seq),
          ...(isEnrolled(key) && (await takeKey(db, key))),
        }
        await db.till.put(till)
        return till
      }),
    )
    db.mirror?.write(till)
    return till
  })

/** A server that does not know protocol 2 yet returns no key. */
const isEnrolled = (key: Partial<EnrolledKey>): key is EnrolledKey =>
  typeof key.key_id === 'string' && typeof key.certificate === 'string' && key.chain !== undefined

/** Stores the till's new name from the back office. @throws StorageFull */
export const renameTill = async (db: TillDb, name: string): Promise<void> =>
  void (await withRoom(db, () => db.till.update('till', { name })))

/** This device's row: restored from its mirror if the database was emptied, else new. */
const own = (db: TillDb, name: string): Promise<Counters> =>
  withRoom(db, () =>
    db.transaction('rw', db.till, async () => {
      const known = await db.till.get('till')
      const mirrored = db.mirror?.read() ?? null
      const same = !known || known.device_id === mirrored?.device_id ? mirrored : null
      const counters: Counters = {
        ...known,
        key: 'till',
        id: known?.id ?? null,
        code: known?.code ?? null,
        // Until the shop has a name, the newest counts.
        name: known?.id == null ? name : known.name,
        teller: known?.teller ?? null,
        device_id: known?.device_id ?? mirrored?.device_id ?? crypto.randomUUID(),
        last_number: Math.max(known?.last_number ?? 0, same?.last_number ?? 0),
        last_seq: Math.max(known?.last_seq ?? 0, same?.last_seq ?? 0),
      }
      await db.till.put(counters)
      db.mirror?.write(counters)
      return counters
    }),
  )
