import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { saleTotals } from '#sync/protocol/pricing.ts'
import type { PostTill } from '#sync/till/proof/enrol.ts'
import { askGrantWith, keepGrant } from '#sync/till/proof/grants.ts'
import { needsEnrolment } from '#sync/till/proof/own-key.ts'
import type { Push } from '#sync/till/push.ts'
import { deviceOf } from '#sync/till/proof/device-key.ts'
import { rowOf } from '#sync/till/till-db.ts'
import { chores, type Chores, type SellingTill, type Sold } from '#tests/support/counter/selling-till.ts'
import { aDraft } from '#tests/support/till/till.ts'
import { PRESENT, type TillBuild } from '#tests/support/counter/till-builds.ts'

/** The seller at the till, and how they sign in. */
export interface Seller {
  id: number
  token: () => Promise<string>
}
type Profile = { name: string; rows: object[] }[]

const PRICE = 10

/** A browser as a till: the till's own code, of the current or the previous build, over IndexedDB. */
export class CampaignTill implements SellingTill {
  /** Each finished sale by its id. */
  readonly sold = new Map<string, Sold>()
  readonly chores: Chores = chores()
  /** How often somebody had to set it up. */
  setUps = 0
  /** How many sales were rung up before the current build came. */
  unsigned = 0
  db
  cycle
  #build: TillBuild
  #isDeaf = false
  readonly #seller: Seller

  constructor(seller: Seller, build: TillBuild = PRESENT) {
    this.#seller = seller
    this.#build = build
    this.db = new build.TillDb(`outbox ${randomUUID()}`, null)
    this.cycle = this.#newCycle()
  }

  /** Sets the till up and signs its seller in, with as many tries as needed. */
  async setUp(): Promise<void> {
    const token = await this.#seller.token()
    const { id } = this.#seller
    const ask = askGrantWith(
      { token: () => token, user: () => ({ id }) } as Parameters<typeof askGrantWith>[0],
      deviceOf(this.db),
      id,
    )
    while (await this.#isUnknown()) {
      await this.#build.enrol(this.db, postWith(token), 'Counter').catch(whenUnanswered)
      if (this.#signs()) await keepGrant(this.db, { id, name: 'Ama' } as Parameters<typeof keepGrant>[1], ask)
      await sleep(20)
    }
    this.setUps += 1
  }

  #signs = (): boolean => this.#build === PRESENT

  async #isUnknown(): Promise<boolean> {
    const till = await this.db.till.get('till')
    return this.#signs() ? !till?.grant || (await needsEnrolment(this.db)) : !till?.code
  }

  #newCycle() {
    const push = this.#build.pushWith(this.#session(), deviceOf(this.db))
    const heard: Push = async request => {
      const answer = await push(request)
      return this.#isDeaf ? { kind: 'trouble', reason: 'unreachable', smaller: false, wait_ms: 0 } : answer
    }
    return this.#build.createCycle(this.db, heard)
  }

  /** Signed entries go out with nobody signed in. Unsigned ones, of the previous build, need somebody. */
  #session(): Parameters<TillBuild['pushWith']>[0] {
    if (this.#signs() && this.unsigned === 0) return { token: () => null, renew: async () => 'refused' }
    let token: string | null = null
    return {
      token: () => token,
      renew: () =>
        this.#seller.token().then(
          next => {
            token = next
            return 'renewed'
          },
          () => 'unreachable',
        ),
    }
  }

  /** Sends waiting entries, but loses the answer. */
  async sendUnheard(): Promise<void> {
    this.#isDeaf = true
    await this.cycle.nudge()
    this.#isDeaf = false
  }

  /** Upgrades to the current build over the data of the previous one; its seller signs in. */
  async upgrade(): Promise<void> {
    this.db.close()
    this.#build = PRESENT
    this.unsigned = this.sold.size
    this.#open(this.db.name)
    await this.setUp()
  }

  #open(name: string): void {
    this.db = new this.#build.TillDb(name, null)
    this.cycle = this.#newCycle()
  }

  async sell(goods: readonly number[], random: () => number): Promise<void> {
    const lines = goods
      .filter(() => random() < 0.4)
      .concat(goods[0]!)
      .slice(-3)
      .map(product_variation_id => ({ product_variation_id, quantity: 1 + Math.floor(random() * 3), price: PRICE }))
    const account_code = ['CASH', 'MTN_MOBILE_MONEY', 'BANK'][Math.floor(random() * 3)]!
    const { id, total } = await this.#build.ringUp(
      this.db,
      aDraft({ teller_id: this.#seller.id, account_code, lines, total: saleTotals(lines).total, customer_name: 'Esi' }),
    )
    this.sold.set(id, {
      pesewas: Math.round(total * 100),
      units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      unsigned: !this.#signs(),
    })
  }

  /** Sends waiting entries, does the chores, and signs the seller in if the till needs another key. */
  async turn(): Promise<void> {
    await this.cycle.nudge()
    if (this.#signs() && (await needsEnrolment(this.db))) await this.setUp()
    await this.chores.doAll()
  }

  waiting = (): Promise<number> => this.db.outbox.count()

  async drain(): Promise<void> {
    for (; (await this.waiting()) > 0; await sleep(20)) await this.cycle.nudge()
  }

  /** Asks the server until it needs nothing again in its current generation. */
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

  /** The browser's current data. */
  profile = (): Promise<Profile> =>
    Promise.all(this.db.tables.map(async table => ({ name: table.name, rows: (await table.toArray()) as object[] })))

  /** Restarts the browser with an older copy of its data. */
  async goBackTo(profile: Profile): Promise<void> {
    this.db.close()
    this.#open(`outbox ${randomUUID()}`)
    for (const { name, rows } of profile) await this.db.table(name).bulkAdd(rows)
  }
}

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
