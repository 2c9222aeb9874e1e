import { putRow, rowOf, type HeldGrant, type OutboxEntry, type Proofs, type TillDb } from '../till-db.ts'

/** How long after its end a grant is kept: no mutation still stored here names an older one. */
const USEFUL_MS = 120 * 24 * 60 * 60_000

type Tokens = Pick<Proofs, 'certificates' | 'grants'>

export const proofsOf = async (db: TillDb): Promise<Tokens> =>
  (await rowOf(db, 'proofs')) ?? { certificates: {}, grants: {} }

/** The certificates and grants that let the server recognise these authors. */
export async function proofsFor(db: TillDb, some: readonly Pick<OutboxEntry, 'key_id' | 'signed'>[]): Promise<Tokens> {
  const { certificates, grants } = await proofsOf(db)
  return {
    certificates: only(
      certificates,
      some.map(({ key_id }) => key_id),
    ),
    grants: only(
      grants,
      some.map(({ signed }) => signed?.grant),
    ),
  }
}

/** Adds certificates and grants to the stored ones. Call it inside a transaction, or alone. */
export async function addProofs(db: TillDb, { certificates = {}, grants = {} }: Partial<Tokens>): Promise<void> {
  const known = await proofsOf(db)
  const all = Object.entries({ ...known.grants, ...grants })
  // This device's clock may have jumped ahead: a grant is old by the newest one.
  const newest = Math.max(...all.map(([, { grant }]) => Date.parse(grant.expires_at)))
  const useful = all.filter(([, { grant }]) => Date.parse(grant.expires_at) > Math.min(Date.now(), newest) - USEFUL_MS)
  await putRow(db, {
    key: 'proofs',
    certificates: { ...certificates, ...known.certificates },
    grants: Object.fromEntries(useful),
  })
}

/** The grant that a person got last for this till, with its token; null if there is none. */
export async function grantOf(db: TillDb, user_id: number, till_id: number): Promise<HeldGrant | null> {
  const theirs = Object.values((await proofsOf(db)).grants).filter(
    ({ grant }) => grant.user_id === user_id && grant.till_id === till_id,
  )
  return theirs.at(-1) ?? null
}

const only = <T>(all: Readonly<Record<string, T>>, names: readonly (string | null | undefined)[]): Record<string, T> =>
  Object.fromEntries([...new Set(names)].flatMap(name => (name && all[name] !== undefined ? [[name, all[name]]] : [])))
