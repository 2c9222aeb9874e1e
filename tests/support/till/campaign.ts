import { setTimeout as sleep } from 'node:timers/promises'
import { vi } from 'vitest'
import { select, selectOne } from '#api/db/database.ts'
import { checkSeal } from '#api/seal/check-seal.ts'
import { sealBooks } from '#api/seal/seal-books.ts'
import { tokenOf } from '#tests/support/server/api.ts'
import type { CampaignApi } from '#tests/support/till/campaign-server.ts'
import type { BrowserFleet } from '#tests/support/browser/browser-fleet.ts'
import { CampaignTill } from '#tests/support/till/campaign-till.ts'
import type { Weather } from '#tests/support/server/network.ts'
import { aNetwork, seeded } from '#tests/support/server/network.ts'
import type { SellingTill, Sold } from '#tests/support/counter/selling-till.ts'
import { brokenRules } from '#tests/support/server/shop.ts'
import type { TillBuild } from '#tests/support/counter/till-builds.ts'

/** `sales` are signed; an unsigned build adds its own. */
export interface Size {
  tills: number
  sales: number
}

/** A fault, due once this share (0…1) of the sales has its verdict. Returns words about what it did. */
export interface Fault {
  at: number
  what: () => Promise<string>
}

export interface Plan extends Size {
  seed: number
  api: Pick<CampaignApi, 'port' | 'stop'>
  teller_id: number
  goods: readonly number[]
  weather: Partial<Weather>
  /** The tills in real browsers. */
  browsers?: BrowserFleet | undefined
  /** How many of the other tills start with an older build, and which. */
  before?: { build: TillBuild; tills: number } | undefined
  faults: (fleet: Fleet) => readonly Fault[]
}

export interface Fleet {
  /** The tills in this process, with the current build and with the previous one. */
  present: readonly CampaignTill[]
  older: readonly CampaignTill[]
  browsers: BrowserFleet | undefined
  seen: Seen
}

/** The network's traffic: requests with sales, their statuses (0: no reply), and the number of mutations. */
export interface Seen {
  statuses: Record<number, number>
  sent: number
}

/** The most sales that wait at a till that cannot send, so that the faults happen while it sells. */
const MOST_WAITING = 25
/**
 * The share that may be sold beyond the next fault: each fault then happens among sales, and the last has sales after
 * it.
 */
const AHEAD = 0.08

/**
 * All tills sell, send through a bad network and meet the faults, until every sale has its verdict and nothing is
 * needed again.
 */
export async function runCampaign({
  tills: count,
  sales,
  seed,
  api,
  teller_id,
  goods,
  weather,
  browsers,
  before,
  faults,
}: Plan) {
  const random = seeded(seed)
  const network = await aNetwork(api.port, weather, random)
  const seen = watch(network.url)
  const seller = { id: teller_id, token: () => tokenOf(teller_id) }
  const older = Array.from({ length: before?.tills ?? 0 }, () => new CampaignTill(seller, before?.build))
  const others = count - older.length - (browsers?.tills.length ?? 0)
  const present = Array.from({ length: others }, () => new CampaignTill(seller))
  const tills: SellingTill[] = [...present, ...older, ...(browsers?.tills ?? [])]
  const began = performance.now()
  for (const till of tills) await till.setUp()
  browsers?.begin()

  const settled = new Map<SellingTill, number>()
  const faultsDue = timetable(
    faults({ present, older, browsers, seen }),
    () => [...settled.values()].reduce((sum, n) => sum + n, 0) / sales,
  )

  async function work(till: SellingTill): Promise<void> {
    const quota = sales / count
    for (
      ;
      !faultsDue.isOver() || till.sold.size - till.unsigned < quota || (await till.waiting()) > 0;
      await sleep(10 + random() * 20)
    ) {
      const burst =
        (await till.waiting()) < MOST_WAITING
          ? Math.min(
              1 + Math.floor(random() * 8),
              Math.ceil(quota * faultsDue.share()) + till.unsigned - till.sold.size,
            )
          : 0
      for (let n = 0; n < burst; n++) await till.sell(goods, random)
      await till.turn()
      settled.set(till, till.sold.size - till.unsigned - (await till.waiting()))
      faultsDue.look()
    }
  }

  try {
    await Promise.race([Promise.all(tills.map(work)), faultsDue.failed])
    const { id } = (await selectOne<{ id: string }>('SELECT generation AS id FROM shop_generation'))!
    await Promise.all(tills.map(till => till.settle(id)))
  } finally {
    network.close()
    vi.unstubAllGlobals()
  }
  return {
    tills,
    done: faultsDue.done,
    seen,
    replies: network.happened,
    browsers,
    seconds: (performance.now() - began) / 1000,
    found: await findings(tills, { api, oddOne: present[0]! }),
  }
}
export type Campaign = Awaited<ReturnType<typeof runCampaign>>

/** Runs each fault when due, one after another. `failed` rejects if one could not be done. */
function timetable(faults: readonly Fault[], share: () => number) {
  const due = [...faults].sort((a, b) => a.at - b.at)
  const done: { at: number; words: string }[] = []
  const { promise: failed, reject } = promiseWithReject()
  let isBusy = false

  async function happen({ what }: Fault): Promise<void> {
    const at = share()
    isBusy = true
    const words = await what()
    done.push({ at, words })
    isBusy = false
  }

  return {
    done,
    failed,
    isOver: () => due.length === 0 && !isBusy,
    /** The share that may be sold so far. */
    share: () => (due[0] ? Math.min(1, due[0].at + AHEAD) : isBusy ? 1 - AHEAD : 1),
    look() {
      if (!isBusy && due[0] && share() >= due[0].at) happen(due.shift()!).catch(reject)
    },
  }
}

function promiseWithReject() {
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<never>((_, no) => {
    reject = no
  })
  promise.catch(() => {})
  return { promise, reject: (error: unknown) => reject(error) }
}

const { fetch: realFetch } = globalThis

/** Passes the tills' requests through the network, and counts them. */
function watch(url: string): Seen {
  const seen: Seen = { statuses: {}, sent: 0 }
  vi.stubGlobal('fetch', async (path: string | URL, init: RequestInit = {}) => {
    if (!String(path).startsWith('/')) return realFetch(path, init)
    const mutations =
      path === '/api/sync/push' ? (JSON.parse(String(init.body)) as { mutations: unknown[] }).mutations.length : 0
    seen.sent += mutations
    const reply = await realFetch(new URL(String(path), url), init).catch((error: unknown) => error)
    const status = reply instanceof Response ? reply.status : 0
    if (mutations > 0) seen.statuses[status] = (seen.statuses[status] ?? 0) + 1
    if (!(reply instanceof Response)) throw reply
    return reply
  })
  return seen
}

/**
 * Compares the server with the tills' sales: lost or doubled sales, money, stock, the chain, doubts, the audit and the
 * seal.
 */
async function findings(
  tills: readonly SellingTill[],
  { api, oddOne }: { api: Plan['api']; /** Which goes back to an older profile. */ oddOne: CampaignTill },
) {
  await api.stop() // running requests would write below the seal
  await sealBooks(0)
  const sold = new Map<string, Sold>(tills.flatMap(till => [...till.sold]))
  const signed = [...sold].filter(([, { unsigned }]) => !unsigned).map(([id]) => id)
  const orders = await select<{ sale_id: string; n: number }>(
    'SELECT sale_id, COUNT(*) AS n FROM orders GROUP BY sale_id',
  )
  const booked = new Map(orders.map(({ sale_id, n }) => [sale_id, n]))
  const links = new Set(
    (await select<{ id: string }>('SELECT mutation_id AS id FROM till_links WHERE mutation_id IS NOT NULL')).map(
      ({ id }) => id,
    ),
  )
  const { money, units } = (await selectOne<{ money: number; units: number }>(
    "SELECT (SELECT SUM(balance) FROM accounts) AS money, (SELECT -SUM(quantity) FROM stock_movements WHERE reason <> 'RECEIPT') AS units",
  ))!
  return {
    sold: sold.size,
    signed: signed.length,
    orders: orders.reduce((sum, { n }) => sum + n, 0),
    lost: [...sold.keys()].filter(id => !booked.has(id)),
    doubled: orders.filter(({ n }) => n > 1).map(({ sale_id }) => sale_id),
    strange: orders.filter(({ sale_id }) => !sold.has(sale_id)).map(({ sale_id }) => sale_id),
    pesewasOff: Math.round(Number(money) * 100) - sum(sold, 'pesewas'),
    unitsOff: Number(units) - sum(sold, 'units'),
    unchained: signed.filter(id => !links.has(id)),
    brokenLinks: (await selectOne<{ n: number }>(
      "SELECT COUNT(*) AS n FROM till_links l LEFT JOIN till_links p ON p.till_key_id = l.till_key_id AND p.hash = l.prev WHERE l.prev <> '' AND p.hash IS NULL",
    ))!.n,
    doubtsElsewhere: await select<{ code: string; till_code: string }>(
      'SELECT e.code, o.till_code FROM exceptions e JOIN orders o ON o.id = e.order_id WHERE o.till_code <> ? LIMIT 20',
      [(await oddOne.db.till.get('till'))!.code],
    ),
    doubts: await select<{ code: string; n: number }>(
      'SELECT code, COUNT(*) AS n FROM exceptions GROUP BY code ORDER BY code',
    ),
    broken: await brokenRules(),
    seal: await checkSeal(),
  }
}

const sum = (sold: ReadonlyMap<string, Sold>, what: 'pesewas' | 'units') =>
  [...sold.values()].reduce((all, sale) => all + sale[what], 0)
