import { tillOf } from '#sync/till/proof/enrol.ts'
import { canSign } from '#sync/till/proof/device-key.ts'
import { keepTeller } from '#sync/till/teller.ts'
import { TillDb } from '#sync/till/till-db.ts'

/** If the network needs longer than this to reach the shop, nobody can sign in through it. */
const PATIENCE_MS = 4000

/** What stays behind after a sign-out here. */
export interface LeftBehind {
  /** Sales and notes without an accepting verdict. */
  unsent: number
  /** How many of them wait for a sign-in here: this till has not signed them. */
  unsigned: number
  /** Whether this browser is a till that cannot reach the shop: nobody could sign in here. */
  isCutOff: boolean
  /** Whether the till can be locked instead, and unlocked without a network. */
  canLock: boolean
}

export async function lookBeforeLeaving(): Promise<LeftBehind> {
  const db = new TillDb()
  try {
    const unsent = await db.outbox.count()
    const unsigned = unsent === 0 ? 0 : await db.outbox.filter(({ signed }) => signed === undefined).count()
    return { unsent, unsigned, isCutOff: (await tillOf(db)) !== null && !(await isShopThere()), canLock: canSign() }
  } finally {
    db.close()
  }
}

const isShopThere = () =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** After a sign-out, a restart must not restore the user. */
export async function forgetTeller(): Promise<void> {
  const db = new TillDb()
  await keepTeller(db, null).finally(() => db.close())
}
