import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { mutationKinds } from '#api/mutation-kinds.ts'
import { execute, select } from '#api/db/database.ts'
import { RULES } from '#api/audit/rules.ts'
import { TILL_KINDS } from '#sync/till/kinds/known-kinds.ts'
import { brokenRules, count } from '#tests/support/shop.ts'
import { inWords, signedShop, type SignedShop } from '#tests/support/signed-shop.ts'

let here: SignedShop
signedShop(shop => {
  here = shop
})

type Fact = Record<string, unknown> & { id: string; occurred_at: string }

/** One valid payload of each kind; a member that may differ, and one that breaks its rules. */
const SAMPLES: Record<string, { fact: () => Fact; other: object; broken: object }> = {
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
}
const words = async (...mutations: object[]) => inWords((await here.till.carry(mutations)).said.verdicts)

test('the server and the till know the same kinds, and each has its sample here and its rules in the books', () => {
  expect(mutationKinds.map(({ kind, since }) => [kind, since]).sort()).toEqual(
    TILL_KINDS.map(({ kind, since }) => [kind, since]).sort(),
  )
  expect(Object.keys(SAMPLES).sort()).toEqual(mutationKinds.map(({ kind }) => kind).sort())
  for (const { kind, audit } of mutationKinds)
    expect([kind, audit.length > 0 && audit.every(rule => rule in RULES)]).toEqual([kind, true])
})

for (const { kind, label, since } of mutationKinds)
  test(`walks ${kind} through every room: booked, repeated, changed, broken, unproved, by hand, unsigned`, async () => {
    const { fact, other, broken } = SAMPLES[kind]!
    const sign = (change: object = {}) => here.till.sign(kind, { ...fact(), ...change })
    const first = sign()
    const {
      said: { verdicts },
    } = await here.till.carry([first])
    expect(verdicts).toEqual([{ id: first.id, kind, status: 'accepted', booking: expect.any(Object), exceptions: [] }])
    expect([
      await select('SELECT kind, seq FROM sync_verdicts'),
      (await here.till.carry([first])).said.verdicts,
    ]).toEqual([[{ kind, seq: 1 }], verdicts])
    expect(await words(here.till.sign(kind, { ...first.payload, ...other }))).toEqual(['conflict'])
    expect(await words(sign(broken), sign())).toEqual(['validation', 'accepted'])
    expect(await words(sign({ occurred_at: new Date(Date.now() - 20 * 86_400_000).toISOString() }))).toEqual([
      'accepted UNPROVED BACKDATED',
    ])

    await execute("UPDATE exceptions SET status_code = 'RESOLVED'")
    const forged = { ...sign(), sig: 'A'.repeat(86) }
    expect(await words(forged)).toEqual(['unproved'])
    const [told] = await select<{ id: number; detail: string }>(
      "SELECT id, detail FROM exceptions WHERE status_code = 'OPEN'",
    )
    expect(told!.detail).toBe(`${label(forged.payload)}: Nothing proves that this till made it.`)
    expect(
      await here.api.send('POST', `/api/staff/exceptions/${told!.id}/apply`, {
        token: here.manager.token,
        body: { note: 'I saw it.' },
      }),
    ).toMatchObject({ status: 200 })
    expect(await words(forged)).toEqual(['accepted'])

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
    expect(await words(sign())).toEqual(['accepted UNKNOWN_TILL'])
  })

test('books all kinds of one push, whatever their order in it, and answers in that order', async () => {
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

test('shows notes to staff, the newest first, and who read them', async () => {
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
