import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { saleTotals } from '#sync/protocol/pricing.ts'
import { createCycle, type Cycle } from '#sync/till/cycle.ts'
import { enrol, type PostTill } from '#sync/till/proof/enrol.ts'
import { askGrantWith, keepGrant } from '#sync/till/proof/grants.ts'
import { needsEnrolment } from '#sync/till/proof/own-key.ts'
import { pushWith } from '#sync/till/push.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import { deviceOf } from '#sync/till/proof/signing.ts'
import { rowOf, TillDb } from '#sync/till/till-db.ts'
import { aDraft } from '#tests/support/till.ts'

/** Who sells at the till, and how that person signs in there. */
export interface Seller {
  id: number
  token: () => Promise<string>
}
export interface Sold {
  pesewas: number
  units: number
}
type Profile = { name: string; rows: object[] }[]

const PRICE = 10

/** A browser that is a till: the till's own code over IndexedDB. */
export class CampaignTill {
  db = new TillDb(`outbox ${randomUUID()}`, null)
  cycle: Cycle = cycleOf(this.db)
  /** Each finished sale by its id. */
  readonly sold = new Map<string, Sold>()
  /** How often somebody had to set it up. */
  setUps = 0
  readonly #seller: Seller
  readonly #chores: (() => Promise<void>)[] = []

  constructor(seller: Seller) {
    this.#seller = seller
  }

  /** Sets the till up and signs its seller in, as often as it takes. */
  async setUp(): Promise<void> {
    const token = await this.#seller.token()
    const { id } = this.#seller
    const ask = askGrantWith(
      { token: () => token, user: () => ({ id }) } as Parameters<typeof askGrantWith>[0],
      deviceOf(this.db),
      id,
    )
    while (await this.#isUnknown()) {
      await enrol(this.db, postWith(token), 'Counter').catch(whenUnanswered)
      await keepGrant(this.db, { id, name: 'Ama' } as Parameters<typeof keepGrant>[1], ask)
      await sleep(20)
    }
    this.setUps += 1
  }

  async #isUnknown(): Promise<boolean> {
    return !(await this.db.till.get('till'))?.grant || (await needsEnrolment(this.db))
  }

  async sell(goods: readonly number[], random: () => number): Promise<void> {
    const lines = goods
      .filter(() => random() < 0.4)
      .concat(goods[0]!)
      .slice(-3)
      .map(product_variation_id => ({ product_variation_id, quantity: 1 + Math.floor(random() * 3), price: PRICE }))
    const account_code = ['CASH', 'MTN_MOBILE_MONEY', 'BANK'][Math.floor(random() * 3)]!
    const { id, total } = await ringUp(
      this.db,
      aDraft({ teller_id: this.#seller.id, account_code, lines, total: saleTotals(lines).total, customer_name: 'Esi' }),
    )
    this.sold.set(id, {
      pesewas: Math.round(total * 100),
      units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    })
  }

  /** Does one thing between two sendings. */
  between = (chore: () => Promise<void>): Promise<void> =>
    new Promise((resolve, reject) => {
      this.#chores.push(() => chore().then(resolve, reject))
    })

  /** Sends what waits; does what was asked for; has its seller sign in where it needs another key. */
  async turn(): Promise<void> {
    await this.cycle.nudge()
    if (await needsEnrolment(this.db)) await this.setUp()
    for (let chore; (chore = this.#chores.shift());) await chore()
  }

  waiting = (): Promise<number> => this.db.outbox.count()

  async drain(): Promise<void> {
    for (; (await this.waiting()) > 0; await sleep(20)) await this.cycle.nudge()
  }

  /** Asks the server until it wants nothing again in this life of its own. */
  async settle(generation: string): Promise<void> {
    for (; !(await this.#isSettled(generation)); await sleep(20)) {
      await this.cycle.nudge()
      await this.cycle.ask()
    }
  }

  async #isSettled(generation: string): Promise<boolean> {
    const known = await rowOf(this.db, 'generation')
    return (await this.waiting()) === 0 && known?.id === generation && !known.wanted
  }

  /** What the browser holds now. */
  profile = (): Promise<Profile> =>
    Promise.all(this.db.tables.map(async table => ({ name: table.name, rows: (await table.toArray()) as object[] })))

  /** The browser begins as an older copy of itself. */
  async goBackTo(profile: Profile): Promise<void> {
    this.db.close()
    this.db = new TillDb(`outbox ${randomUUID()}`, null)
    for (const { name, rows } of profile) await this.db.table(name).bulkAdd(rows)
    this.cycle = cycleOf(this.db)
  }
}

const cycleOf = (db: TillDb) =>
  createCycle(db, pushWith({ token: () => null, renew: async () => 'refused' }, deviceOf(db)))

class Unanswered extends Error {}

const postWith =
  (token: string): PostTill =>
  async body => {
    const reply = await fetch('/api/staff/tills', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    }).catch(() => null)
    if (!reply || reply.status >= 500) throw new Unanswered()
    if (reply.status >= 300) throw new Error(`The till was refused: ${reply.status} ${await reply.text()}`)
    return ((await reply.json()) as { till: Awaited<ReturnType<PostTill>> }).till
  }

function whenUnanswered(error: unknown): void {
  if (!(error instanceof Unanswered)) throw error
}
