import { expect, test } from 'vitest'
import { select } from '#api/db/database.ts'
import { SIGNED_PROTOCOL, type SignedMutation, type SignedPushReply } from '#sync/protocol/signed.ts'
import { patience } from '#tests/support/patience.ts'
import { type Api, aUser } from '#tests/support/server/api.ts'
import { pushToDying } from '#tests/support/till/dying-server.ts'
import { aSale } from '#tests/support/server/factories.ts'
import { jeansOnTheShelf } from '#tests/support/goods/jeans-on-the-shelf.ts'
import { brokenRules, count, onHand, openShop } from '#tests/support/server/shop.ts'
import { SigningTill } from '#tests/support/till/signing-till.ts'
import { bySize } from '#tests/support/runs/sizes.ts'

const DEATHS = bySize({ small: 4, usual: 10, full: 250 })
const AT_ONCE = 3
const SHELF = 2_000
const GUARD = 'without-one-transaction'

let api: Api
let jeans: number
jeansOnTheShelf(SHELF, here => {
  ;({ api, jeans } = here)
})

/** A till that carries its sales to a server which dies, and then to one that lives. */
async function aTill() {
  const owner = await aUser('ADMINISTRATOR')
  const till = new SigningTill(api)
  await till.enrol(owner.token)
  await till.signIn(owner.token)
  const ring = () =>
    till.sell(
      aSale({
        till_code: till.till.code,
        teller_id: owner.id,
        lines: [{ product_variation_id: jeans, quantity: 1, price: 10 }],
      }),
    )
  const send = (death: Parameters<typeof pushToDying>[0], mutations: SignedMutation[]) => {
    const { device_id, key } = till
    const body = JSON.stringify({ protocol: SIGNED_PROTOCOL, device_id, key_id: key.key_id, mutations })
    return pushToDying(death, { body, authorization: till.authorization(body) })
  }
  return { two: () => [ring(), ring()], send, carry: (mutations: SignedMutation[]) => till.carry(mutations) }
}

const statuses = ({ said }: { said: SignedPushReply }) =>
  said.verdicts.map(({ status, error }) => [status, error?.code])
const isCommit = (sql: string) => /^COMMIT/i.test(sql)

/** Where a push can be cut: before each of its statements, and before its reply. Those around COMMIT come first. */
async function boundariesOf(guard?: string): Promise<{ places: (number | 'reply')[]; afterCommit: number }> {
  const till = await aTill()
  const sales = till.two()
  const { done: statements } = await till.send({ at: null, guard }, sales)
  expect(statuses(await till.carry(sales))).toEqual([
    ['accepted', undefined],
    ['accepted', undefined],
  ])
  const afterCommit = statements.findIndex(isCommit) + 2
  const around = new Set<number | 'reply'>([afterCommit - 1, afterCommit, 'reply'])
  for (const from of [0, 2, 1, 3]) for (let i = from; i < statements.length; i += 4) around.add(i + 1)
  return { places: [...around], afterCommit }
}

test(
  `books each sale once after ${DEATHS} deaths of the server at different places between a push and its reply`,
  { timeout: patience(2_700_000) },
  async () => {
    const { places, afterCommit } = await boundariesOf()
    const before = await count('orders')
    const died = new Map<number | 'reply', number>()
    let next = 0
    const booked: string[] = []
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const till = await aTill()
        while (booked.length < 2 * DEATHS) {
          const at = places[next++ % places.length]!
          const sales = till.two()
          const ids = sales.map(({ id }) => id)
          const { died: isDead, done } = await till.send({ at }, sales)
          const found = await count('orders', 'sale_id IN (?)', [ids])
          expect([at, found]).toEqual([at, done.some(isCommit) ? 2 : 0])
          const first = await till.carry(sales)
          expect([at, ...statuses(first)]).toEqual([at, ['accepted', undefined], ['accepted', undefined]])
          expect((await till.carry(sales)).said.verdicts).toEqual(first.said.verdicts)
          if (isDead) died.set(at, (died.get(at) ?? 0) + 1) // not every push comes to the last places
          booked.push(...ids)
        }
      }),
    )
    console.log(
      `${places.length} places, the first after COMMIT is ${afterCommit}; deaths ${JSON.stringify([...died])}`,
    )
    expect(died.size).toBeGreaterThan(Math.min(DEATHS, places.length) / 2)
    expect(await count('orders')).toBe(before + booked.length)
    expect(await select('SELECT sale_id FROM orders GROUP BY sale_id HAVING COUNT(*) > 1')).toEqual([])
    expect([await onHand(jeans), await brokenRules()]).toEqual([SHELF - before - booked.length, []])
  },
)

test(
  'control: refuses a sale it has booked when sale and verdict are two transactions and the server dies between them',
  { timeout: patience(360_000) },
  async () => {
    const { afterCommit } = await boundariesOf(GUARD)
    const till = await aTill()
    const sales = till.two()
    await till.send({ at: afterCommit, guard: GUARD }, sales)
    expect(statuses(await till.carry(sales))).toEqual([
      ['rejected', 'conflict'],
      ['rejected', 'conflict'],
    ])
    expect(await brokenRules()).toEqual(['a store sale without a verdict'])
    await openShop()
  },
)
