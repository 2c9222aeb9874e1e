import { expect, test } from 'vitest'
import { execute, select, sqlTime } from '#api/db/database.ts'
import type { CashCount } from '#sync/protocol/staff/cash-count.ts'
import { patience } from '#tests/support/patience.ts'
import { seeded } from '#tests/support/server/network.ts'
import { brokenRules } from '#tests/support/server/shop.ts'
import { aRandomDay, type TillOfDays } from '#tests/support/till/random-day.ts'
import { inWords, signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'
import type { SigningTill } from '#tests/support/till/signing-till.ts'
import { bySize } from '#tests/support/runs/sizes.ts'

let here: SignedShop
signedShop(shop => {
  here = shop
})

const DAYS = bySize({ small: 3, usual: 6, full: 100 })
const KINDS = ['cash.move', 'drawer.open', 'note.left', 'sale.record', 'sale.void', 'shift.close', 'shift.open']
/** Repeats an earlier run. */
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)

/** Sends all in a random order, some of them twice, in requests of a random length. */
async function deliver(till: SigningTill, mutations: readonly object[], random: (below: number) => number) {
  const again = mutations.filter(() => random(4) === 0)
  const all = [...mutations, ...again].map(mutation => ({ mutation, place: random(1_000_000) }))
  const queue = all.toSorted((a, b) => a.place - b.place).map(({ mutation }) => mutation)
  const rejected: string[] = []
  while (queue.length > 0) {
    const { said } = await till.carry(queue.splice(0, 1 + random(8)))
    rejected.push(...inWords(said.verdicts).filter(words => !words.startsWith('accepted')))
  }
  return rejected
}

/** Counts a drawer by hand at the time that its till's clock shows. */
async function counted({ till, clock }: Pick<TillOfDays, 'till' | 'clock'>, pesewas: number): Promise<CashCount> {
  const { cash_count } = (
    await here.api.send('POST', '/api/staff/cash-counts', {
      token: here.manager.token,
      body: { account_code: 'CASH', till_id: till.till.id, counted: pesewas / 100 },
    })
  ).body as unknown as { cash_count: CashCount }
  await execute('UPDATE cash_counts SET created_at = ? WHERE id = ?', [sqlTime(clock.now), cash_count.id])
  return cash_count
}

test(
  'expects what is counted on random days of two tills, in any order of arrival and with repeats, when nobody errs',
  { timeout: patience(900_000) },
  async () => {
    const tills = [here.till, await here.anotherTill()].map(till => ({ till, clock: { now: Date.now() - 9 * 60_000 } }))
    const kinds = new Set<string>()
    for (let day = 0; day < DAYS; day += 1) {
      const named = `day ${day} of seed ${SEED}`
      const days = tills.map(({ till, clock }, i) => {
        const next = seeded(SEED * 31 + day * 2 + i)
        const random = (below: number) => Math.floor(next() * below)
        return { till, clock, random, ...aRandomDay(here, { till, clock, random }) }
      })
      const rejected = await Promise.all(days.map(({ till, mutations, random }) => deliver(till, mutations, random)))
      expect([named, ...rejected.flat()]).toEqual([named])
      for (const { till, clock, mutations, closed, held } of days) {
        for (const { kind } of mutations) kinds.add(kind)
        const ids = closed.map(({ id }) => id)
        const ended = await select<{ id: string; expected: number; counted: number; figures: string; counts: number }>(
          `SELECT s.mutation_id AS id, r.expected, r.counted, r.figures,
          (SELECT COUNT(*) FROM cash_counts c WHERE c.shift_id = s.id AND c.expected = c.counted) AS counts
        FROM shifts s JOIN shift_reports r ON r.shift_id = s.id
          AND r.revision = (SELECT MAX(n.revision) FROM shift_reports n WHERE n.shift_id = s.id)
        WHERE s.mutation_id IN (:ids) ORDER BY s.seq`,
          { ids },
        )
        expect([named, ended.map(({ figures, ...shift }) => shift)]).toEqual([
          named,
          closed.map(({ id, counted: cash }) => ({ id, expected: cash, counted: cash, counts: 1 })),
        ])
        for (const { figures } of ended) expect([named, JSON.parse(figures)]).toMatchObject([named, { missing: 0 }])
        expect([named, await counted({ till, clock }, held)]).toMatchObject([named, { difference: 0, since_last: 0 }])
      }
      const odd = await select(
        "SELECT code, detail FROM exceptions WHERE status_code = 'OPEN' AND (code LIKE 'SHIFT%' OR code IN ('BACKDATED', 'CHAIN_BROKEN', 'ORPHAN', 'SEQUENCE_GAP'))",
      )
      expect([named, odd, await brokenRules()]).toEqual([named, [], []])
    }
    expect([...kinds].sort()).toEqual(KINDS)
  },
)
