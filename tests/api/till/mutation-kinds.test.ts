import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { mutationKinds } from '#api/mutation-kinds.ts'
import { execute, select } from '#api/db/database.ts'
import { TILL_KINDS } from '#sync/till/kinds/known-kinds.ts'
import { brokenRules, count } from '#tests/support/server/shop.ts'
import { inWords, signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'

let here: SignedShop
signedShop(shop => {
  here = shop
})

type Fact = Record<string, unknown> & { id: string; occurred_at: string }

const shiftFact = () => ({
  id: randomUUID(),
  shop_id: 1,
  till_code: here.till.till.code,
  teller_id: here.owner.id,
  occurred_at: new Date().toISOString(),
})

/** One valid payload of each kind; a member that may differ, one that breaks its rules, and what is odd about it. */
const SAMPLES: Record<string, { fact: () => Fact; other: object; broken: object; odd?: string }> = {
  'sale.record': {
    fact: () => ({ ...here.saleAt(here.till) }),
    other: { account_code: 'BANK' },
    broken: { lines: [] },
  },
  'note.left': {
    fact: () => ({
      id: randomUUID(),
      text: 'The drawer jams.',
      teller_id: here.owner.id,
      occurred_at: new Date().toISOString(),
    }),
    other: { text: 'It is well.' },
    broken: { text: 'x'.repeat(501) },
  },
  'shift.open': {
    fact: () => ({ ...shiftFact(), float: { note_50: 2, coin_50p: 10 } }),
    other: { float: { note_50: 3 } },
    broken: { float: { note_500: 1 } },
  },
  'cash.move': {
    fact: () => ({
      ...shiftFact(),
      shift_id: randomUUID(),
      direction: 'OUT',
      reason: 'SUPPLIES',
      note: 'Bags',
      amount: 12.5,
    }),
    other: { amount: 12.51 },
    broken: { amount: 0 },
  },
  'drawer.open': {
    fact: () => ({ ...shiftFact(), shift_id: randomUUID(), reason: 'CHANGE', note: '' }),
    other: { reason: 'CHECK' },
    broken: { reason: 'Because' },
  },
  'shift.close': {
    fact: () => ({ ...shiftFact(), shift_id: randomUUID(), counted: { note_50: 2 }, tenders: [], note: '' }),
    other: { counted: { note_50: 3 } },
    broken: { counted: { note_50: 10_001 } },
  },
  'sale.void': {
    fact: () => ({ ...shiftFact(), sale_id: randomUUID(), number: 'T1-000009', reason: 'WRONG_ITEM' }),
    other: { reason: 'WRONG_PRICE' },
    broken: { reason: 'BORED' },
    odd: 'ORPHAN',
  },
}
const words = async (...mutations: object[]) => inWords((await here.till.carry(mutations)).said.verdicts)

test('knows the same kinds on the server and the till, each with a sample', () => {
  expect(mutationKinds.map(({ kind, since }) => [kind, since]).sort()).toEqual(
    TILL_KINDS.map(({ kind, since }) => [kind, since]).sort(),
  )
  expect(Object.keys(SAMPLES).sort()).toEqual(mutationKinds.map(({ kind }) => kind).sort())
})

for (const { kind, label, since } of mutationKinds)
  test(`walks ${kind} through every room: booked, repeated, changed, broken, unproved, by hand, unsigned`, async () => {
    const { fact, other, broken, odd } = SAMPLES[kind]!
    const booked = ['accepted', ...(odd ? [odd] : [])].join(' ')
    const sign = (change: object = {}) => here.till.sign(kind, { ...fact(), ...change })
    const first = sign()
    const {
      said: { verdicts },
    } = await here.till.carry([first])
    expect(verdicts).toEqual([
      { id: first.id, kind, status: 'accepted', booking: expect.any(Object), exceptions: odd ? [odd] : [] },
    ])
    expect([
      await select('SELECT kind, seq FROM sync_verdicts'),
      (await here.till.carry([first])).said.verdicts,
    ]).toEqual([[{ kind, seq: 1 }], verdicts])
    expect(await words(here.till.sign(kind, { ...first.payload, ...other }))).toEqual(['conflict'])
    expect(await words(sign(broken), sign())).toEqual(['validation', booked])
    expect(await words(sign({ occurred_at: new Date(Date.now() - 20 * 86_400_000).toISOString() }))).toEqual([
      `${booked} UNPROVED BACKDATED`,
    ])

    await execute("UPDATE exceptions SET status_code = 'RESOLVED'")
    const forged = { ...sign(), sig: 'A'.repeat(86) }
    expect(await words(forged)).toEqual(['unproved'])
    const [told] = await select<{ id: number; detail: string }>(
      "SELECT id, detail FROM exceptions WHERE status_code = 'OPEN'",
    )
    expect(told!.detail).toBe(`${label(forged.payload)}: We cannot verify that this till made it.`)
    expect(
      await here.api.send('POST', `/api/staff/exceptions/${told!.id}/apply`, {
        token: here.manager.token,
        body: { note: 'I saw it.' },
      }),
    ).toMatchObject({ status: 200 })
    expect(await words(forged)).toEqual([booked])

    const { id, payload, occurred_at } = sign()
    const { body } = await here.api.send('POST', '/api/sync/push', {
      token: here.owner.token,
      body: { protocol: 1, device_id: randomUUID(), mutations: [{ id, kind, seq: 1, occurred_at, payload }] },
    })
    const known = since === 1
    expect(body.verdicts).toMatchObject([
      { status: known ? 'accepted' : 'rejected', ...(!known && { error: { code: 'validation' } }) },
    ])
    expect([
      await brokenRules(),
      await count('sync_verdicts', "verdict LIKE '%accepted%' AND kind = ?", [kind]),
    ]).toEqual([[], known ? 5 : 4])

    await here.api.send('PATCH', `/api/staff/tills/${here.till.till.id}`, {
      token: here.owner.token,
      body: { status_code: 'REVOKED' },
    })
    expect(await words(sign())).toEqual([`${booked} UNKNOWN_TILL`])
  })

test('books all kinds of one push in any order and answers in the order of the push', async () => {
  const mixed = [...mutationKinds, ...mutationKinds, ...mutationKinds].map(({ kind }) =>
    here.till.sign(kind, SAMPLES[kind]!.fact()),
  )
  const {
    said: { verdicts },
  } = await here.till.carry(mixed)
  expect(verdicts.map(({ id, kind, status }) => [id, kind, status])).toEqual(
    mixed.map(({ id, kind }) => [id, kind, 'accepted']),
  )
})

test('shows notes to staff, newest first, and who read them', async () => {
  const note = (text: string) => here.till.sign('note.left', { ...SAMPLES['note.left']!.fact(), text })
  await here.till.carry([note('The drawer jams.'), note('Card 4084 0840 8408 4081'), note('Out of bags.')])
  const list = async (query = '') =>
    (await here.api.send('GET', `/api/staff/notes${query}`, { token: here.manager.token })).body.notes as unknown as {
      data: { id: number; text: string }[]
      total: number
    }
  const { data } = await list()
  expect(data).toMatchObject([
    {
      text: 'Out of bags.',
      teller: { id: here.owner.id, name: 'Efua' },
      till_code: here.till.till.code,
      read_by: null,
      read_at: null,
    },
    { text: 'The drawer jams.' },
  ])
  const read = (id: number) =>
    here.api.send('PATCH', `/api/staff/notes/${id}`, { token: here.manager.token, body: { read: true } })
  expect(await read(data[0]!.id)).toMatchObject({ status: 200, body: { note: { read_by: 'Yaw' } } })
  expect([
    (await read(data[0]!.id)).status,
    (await read(4_000_000)).status,
    (await list('?unread=1')).data.map(({ text }) => text),
  ]).toEqual([200, 404, ['The drawer jams.']])
})
