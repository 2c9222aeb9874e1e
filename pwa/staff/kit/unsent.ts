import { tillOf } from '#sync/till/proof/enrol.ts'
import { canSign } from '#sync/till/proof/signing.ts'
import { keepTeller } from '#sync/till/teller.ts'
import { TillDb } from '#sync/till/till-db.ts'

/** A network that takes longer than this to say that the shop is there is none to sign in by. */
const PATIENCE_MS = 4000

/** What stays behind when somebody signs out here. */
export interface LeftBehind {
  /** Sales and notes without an accepting verdict. */
  unsent: number
  /** How many of them only go out once somebody signs in here again: they have no signature of this till's. */
  unsigned: number
  /** Whether this browser is a till that the shop cannot be reached from: nobody could sign in here. */
  isCutOff: boolean
  /** Whether the till can be locked instead, and opened again without a network. */
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

/** Whoever signs out is not taken for signed in after a restart. */
export async function forgetTeller(): Promise<void> {
  const db = new TillDb()
  await keepTeller(db, null).finally(() => db.close())
}
