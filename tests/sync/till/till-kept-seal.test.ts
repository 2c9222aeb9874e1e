import { aTill } from '#tests/support/till/till.ts'
import { beforeEach, expect, test } from 'vitest'
import type { SealHead } from '#sync/protocol/signed.ts'
import { heedSeal, shownSeal } from '#sync/till/proof/kept-seal.ts'
import { rowOf, type TillDb } from '#sync/till/till-db.ts'

const [LIFE, NEXT_LIFE] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
const head = (seq: number, of = 'a'): SealHead => ({ seq, hash: of.repeat(43), signature: 's'.repeat(86) })

let db: TillDb
beforeEach(async () => {
  db = await aTill()
  await heedSeal(db, { generation: LIFE, seal: head(40) }, 1_000)
})
const kept = () => rowOf(db, 'seal')

test("keeps the latest head, and shows it with its server's generation", async () => {
  expect(await shownSeal(db)).toBe(`${LIFE}.40.${'a'.repeat(43)}.${'s'.repeat(86)}`)
  await heedSeal(db, { generation: LIFE, seal: head(41, 'b'), seal_at: { seq: 40, hash: head(40).hash } }, 2_000)
  expect(await kept()).toEqual({ key: 'seal', generation: LIFE, head: head(41, 'b'), at: 2_000 })
})

test.each([
  ['another hash at the same height', { seal: head(40, 'x') }],
  ['a lower head, by a server that does not say what it has at this height', { seal: head(39) }],
  ['that its books have another link there', { seal: head(45), seal_at: { seq: 40, hash: head(40, 'x').hash } }],
  ['that its books have nothing there', { seal_at: { seq: 40, hash: null } }],
])('notes it and keeps its proof when it is told %s', async (_, news) => {
  await heedSeal(db, { generation: LIFE, ...news }, 5_000)
  const noted = { key: 'seal', generation: LIFE, head: head(40), at: 1_000, broken_at: 5_000 }
  expect(await kept()).toEqual(noted)
  await heedSeal(db, { generation: LIFE, seal: head(50) }, 6_000)
  expect(await kept()).toEqual(noted)
  await heedSeal(db, { generation: LIFE, seal: head(40), seal_at: { seq: 40, hash: head(40).hash } }, 7_000)
  expect(await kept()).toEqual({ key: 'seal', generation: LIFE, head: head(40), at: 1_000 })
})

test('accepts a lower head from another process of the server with books of its own', async () => {
  await heedSeal(db, { generation: LIFE, seal: head(39), seal_at: { seq: 40, hash: head(40).hash } })
  expect(await kept()).toMatchObject({ head: head(40) })
  expect((await kept())!.broken_at).toBeUndefined()
})

test('starts again when a backup was restored', async () => {
  await heedSeal(db, { generation: NEXT_LIFE, seal: head(3, 'c') }, 9_000)
  expect(await kept()).toEqual({ key: 'seal', generation: NEXT_LIFE, head: head(3, 'c'), at: 9_000 })
})
