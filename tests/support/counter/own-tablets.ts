import 'fake-indexeddb/auto'
import '#tests/support/server/locks.ts'
import { createCycle, type Cycle } from '#sync/till/cycle.ts'
import { enrol, type PostTill } from '#sync/till/proof/enrol.ts'
import { askGrantWith, keepGrant } from '#sync/till/proof/grants.ts'
import { shownSeal } from '#sync/till/proof/kept-seal.ts'
import { pushWith } from '#sync/till/push.ts'
import { deviceOf } from '#sync/till/proof/device-key.ts'
import type { Mirror } from '#sync/till/replica/mirror.ts'
import { TillDb } from '#sync/till/till-db.ts'
import type { aUser, Api } from '#tests/support/server/api.ts'

type Person = Awaited<ReturnType<typeof aUser>>
export interface Tablet {
  db: TillDb
  cycle: Cycle
}

/** A browser as a till, with the till's own code over IndexedDB. `fetch` must reach the api. */
export async function aTabletAt(api: Api, person: Person, mirror: Mirror | null = null): Promise<Tablet> {
  const db = new TillDb(`outbox ${crypto.randomUUID()}`, mirror)
  await enrol(db, postAs(api, person), 'Counter')
  await signInAt(db, person)
  return { db, cycle: cycleOf(db) }
}

/** A till as an older build set it up, with nobody signed in since the update. `fetch` must reach the api. */
export async function aKeylessTabletAt(api: Api, person: Person): Promise<Tablet> {
  const db = new TillDb(`outbox ${crypto.randomUUID()}`, null)
  await enrol(db, ({ name, device_id }) => postAs(api, person)({ name, device_id }), 'Counter')
  await db.table('till').delete('next signer') // an older build makes no key
  return {
    db,
    cycle: createCycle(db, pushWith({ token: () => person.token, renew: async () => 'refused' }, deviceOf(db))),
  }
}

/** Gives a till its key, now that somebody is signed in. */
export async function giveKeyAt(api: Api, { db }: Tablet, person: Person): Promise<void> {
  await enrol(db, postAs(api, person), 'Counter')
  await signInAt(db, person)
}

const postAs =
  (api: Api, { token }: Person): PostTill =>
  async body =>
    (await api.send('POST', '/api/staff/tills', { token, body })).body.till as unknown as Awaited<ReturnType<PostTill>>

export const cycleOf = (db: TillDb) =>
  createCycle(
    db,
    pushWith({ token: () => null, renew: async () => 'refused' }, deviceOf(db), () => shownSeal(db)),
  )

export const signInAt = (db: TillDb, { id, token }: Person) =>
  keepGrant(
    db,
    { id, name: 'Ama' } as Parameters<typeof keepGrant>[1],
    askGrantWith({ token: () => token, user: () => ({ id }) } as Parameters<typeof askGrantWith>[0], deviceOf(db), id),
  )
