import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { execute, select } from '#api/db/database.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import { deviceHeader, personalText, pullText, type SignedMutation } from '#sync/protocol/signed.ts'
import { aMutation, aPush } from '#tests/support/server/factories.ts'
import { count } from '#tests/support/server/shop.ts'
import { inWords, signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'
import { aKey, sha256, SigningTill } from '#tests/support/till/signing-till.ts'

let here: SignedShop
signedShop(shop => {
  here = shop
})

const sell = (overrides: Partial<Sale> = {}) => here.till.sell(here.saleAt(here.till, overrides))
const words = async (...mutations: object[]) => inWords((await here.till.carry(mutations)).said.verdicts)
const changed = <P extends object>(mutation: SignedMutation<P>, change: object): object => ({
  ...mutation,
  payload: { ...mutation.payload, ...change },
})

test('books what a till signs, with nobody signed in, and answers in the shape of protocol 2', async () => {
  const sale = here.saleAt(here.till, { customer_name: 'Esi' })
  const { status, said } = await here.till.carry([here.till.sell(sale)])
  expect([status, said]).toEqual([
    200,
    {
      verdicts: [
        {
          id: sale.id,
          kind: 'sale.record',
          status: 'accepted',
          booking: { order_id: expect.any(Number), number: sale.number },
          exceptions: [],
        },
      ],
      server_time: expect.any(String),
      generation: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ])
  expect(await count('orders', "customer_name = 'Esi'")).toBe(1)
  expect(await words(sell(), sell())).toEqual(['accepted', 'accepted'])
})

test('rejects every edited field as unproved, and books the genuine bytes later', async () => {
  const genuine = sell({ tendered: 20 })
  const edits: object[] = [
    changed(genuine, { teller_id: here.manager.id }),
    changed(genuine, { total: 9, discount: 1 }),
    changed(genuine, { account_code: 'BANK' }),
    changed(genuine, { number: 'T1-999999' }),
    changed(genuine, { lines: [{ product_variation_id: here.jeans, quantity: 1, price: 9 }], total: 9 }),
    changed(genuine, { occurred_at: new Date(0).toISOString() }),
    changed(genuine, { tendered: 1e3 }),
    { ...genuine, seq: 7 },
    { ...genuine, prev: sha256('another') },
    { ...genuine, grant: null },
    { ...genuine, occurred_at: new Date(0).toISOString() },
    { ...genuine, kind: 'note.left' },
    { ...genuine, id: randomUUID() },
    { ...genuine, sig: 'A'.repeat(86) },
    { ...genuine, sig: 5 },
    { ...genuine, sig: undefined },
    { ...genuine, sig: genuine.sig.slice(0, 40) },
  ]
  for (const edited of edits) expect([edited, await words(edited)]).toEqual([edited, ['unproved']])
  expect([
    await count('orders'),
    await count('sync_verdicts'),
    await count('till_links'),
    await count('sync_quarantine', 'seq IS NOT NULL'),
  ]).toEqual([0, 0, 0, 0])
  expect(await words(genuine)).toEqual(['accepted'])
})

test('does not cover an edited one by the good signature of the next', async () => {
  const [one, two, three, four] = [sell(), sell(), sell(), sell()]
  expect(await words(one, changed(two, { account_code: 'BANK' }), three, four)).toEqual([
    'accepted',
    'unproved',
    'accepted',
    'accepted',
  ])
  expect(await words(two)).toEqual(['accepted'])
})

test('does not take a number that no JSON can write for the null that was signed', async () => {
  const genuine = sell({ tendered: null })
  const body = JSON.stringify({
    protocol: 2,
    device_id: here.till.device_id,
    key_id: here.till.key.key_id,
    mutations: [genuine],
  }).replace('"tendered":null', '"tendered":1e999')
  const reply = await here.api.send('POST', '/api/sync/push', {
    body,
    headers: { authorization: here.till.authorization(body) },
  })
  expect(reply.body).toMatchObject({ verdicts: [{ status: 'rejected', error: { code: 'unproved' } }] })
  expect(await words(genuine)).toEqual(['accepted'])
})

test('rejects what another key signed, and what is sent under another key or as another device', async () => {
  const other = await here.anotherTill()
  const mutation = sell()
  expect(
    inWords(
      (await here.till.carryAs([mutation], { device_id: other.device_id, key_id: other.key.key_id })).said.verdicts,
    ),
  ).toEqual(['unproved'])
  expect(
    inWords(
      (await here.till.carryAs([mutation], { device_id: here.till.device_id, key_id: aKey().key_id })).said.verdicts,
    ),
  ).toEqual(['unproved'])
  expect(
    await here.till.carryAs([mutation], { device_id: other.device_id, key_id: here.till.key.key_id }),
  ).toMatchObject({ status: 422 })
  expect(await count('orders')).toBe(0)
  const theirs = other.sell(here.saleAt(here.till))
  expect(inWords((await other.carry([theirs])).said.verdicts)).toEqual(['accepted UNKNOWN_TILL'])
})

test('lets any enrolled till carry for another, and writes down who did', async () => {
  const other = await here.anotherTill()
  const [first, second] = [sell(), sell()]
  expect(inWords((await other.carry([first, second], here.till)).said.verdicts)).toEqual(['accepted', 'accepted'])
  const skewed = await other.carry([sell()], here.till, {
    'x-device-time': new Date(Date.now() + 86_400_000).toISOString(),
  })
  expect(inWords(skewed.said.verdicts)).toEqual(['accepted'])
  expect(
    await select(
      `SELECT a.key_id AS author, c.key_id AS carrier, v.kind, v.session_id, v.ip FROM sync_verdicts v
    JOIN till_keys a ON a.id = v.author_key JOIN till_keys c ON c.id = v.carrier_key WHERE v.mutation_id = ?`,
      [first.id],
    ),
  ).toEqual([
    {
      author: here.till.key.key_id,
      carrier: other.key.key_id,
      kind: 'sale.record',
      session_id: null,
      ip: expect.stringContaining('127.0.0.1'),
    },
  ])
})

test('does nothing for a stranger, a wrong signature, a changed body or a Bearer token', async () => {
  const envelope = { device_id: here.till.device_id, key_id: here.till.key.key_id }
  const mutation = sell()
  const stranger = new SigningTill(here.api)
  const body = JSON.stringify({ protocol: 2, ...envelope, mutations: [mutation] })
  const send = (authorization: string, sent = body) =>
    here.api.send('POST', '/api/sync/push', { body: sent, headers: { authorization } })
  for (const [authorization, sent] of [
    [stranger.authorization(body)],
    [here.till.authorization(`${body} `)],
    [here.till.authorization(body), `${body} `],
    [deviceHeader(here.till.key.key_id, stranger.key.sign(body))],
    [deviceHeader(here.till.key.key_id, '')],
    ['Device'],
    ['Device x.y'],
    [`Device ${here.till.key.key_id}`],
    [`Bearer ${here.owner.token}`],
  ] as const)
    expect([authorization, await send(authorization, sent)]).toMatchObject([
      authorization,
      { status: 401, body: { code: 'device_unknown' } },
    ])
  expect((await count('sync_verdicts')) + (await count('orders')) + (await count('sync_quarantine'))).toBe(0)
  for (const path of ['/api/staff/orders', '/api/products', '/api/account'])
    expect([
      path,
      (
        await here.api.send('GET', path, {
          headers: { authorization: deviceHeader(here.till.key.key_id, here.till.key.sign(pullText(path))) },
        })
      ).status,
    ]).toEqual([path, 401])
  expect((await send(here.till.authorization(body))).body).toMatchObject({ verdicts: [{ status: 'accepted' }] })
})

test('books a sale without its customer where the customer was changed, and tells staff', async () => {
  const [edited, taken, whole] = [
    sell({ customer_name: 'Esi' }),
    sell({ customer_name: 'Kojo' }),
    sell({ customer_name: 'Adwoa', customer_phone: '+233244000111' }),
  ]
  expect(
    await words(
      { ...edited, personal: { ...edited.personal, customer_name: 'Mallory' } },
      { ...taken, personal: undefined },
      whole,
      { ...sell(), personal: { salt: 's', customer_name: 'Mallory' } },
    ),
  ).toEqual(['accepted PERSONAL_CHANGED', 'accepted', 'accepted', 'accepted PERSONAL_CHANGED'])
  expect(await select('SELECT customer_name, customer_phone FROM orders ORDER BY id')).toEqual([
    { customer_name: null, customer_phone: null },
    { customer_name: null, customer_phone: null },
    { customer_name: 'Adwoa', customer_phone: '+233244000111' },
    { customer_name: null, customer_phone: null },
  ])
})

test('books a signed sale when its customer is replaced by anything else', async () => {
  for (const personal of [
    'x',
    5,
    [],
    [[]],
    {},
    { salt: 5 },
    { customer_name: 'x'.repeat(100_000) },
    { customer_name: {} },
    true,
  ])
    expect([personal, await words({ ...sell({ customer_name: 'Esi' }), personal })]).toEqual([
      personal,
      ['accepted PERSONAL_CHANGED'],
    ])
})

test('refuses a signed payload that holds a customer, a card number or half a character, and changes nothing of it', async () => {
  const till = here.till
  const sale = (more: object) => till.sign('sale.record', { ...here.saleAt(till), ...more })
  expect(
    await words(
      sale({ customer_name: 'Esi' }),
      sale({ reference: '4084 0840 8408 4081' }),
      sale({ reference: 'half \ud83d' }),
      sale({ personal_hash: 5 }),
    ),
  ).toEqual(['validation', 'validation', 'validation', 'accepted'])
  expect(await count('till_links')).toBe(4)
  const personal = { salt: 'x', customer_name: 'Card 4084084084084081' }
  expect(
    await words(
      till.sign('sale.record', { ...here.saleAt(till), personal_hash: sha256(personalText(personal)) }, { personal }),
    ),
  ).toEqual(['accepted'])
  expect(await select("SELECT customer_name FROM orders WHERE customer_name LIKE 'Card%'")).toEqual([
    { customer_name: 'Card •••• 4081' },
  ])
})

test('rejects protocol 1 above the last number that was rung up before the key, and takes the same sale once it is signed', async () => {
  const till = new SigningTill(here.api)
  await here.api.send('POST', '/api/staff/tills', {
    token: here.owner.token,
    body: { name: 'Old', device_id: till.device_id },
  })
  await till.enrol(here.owner.token, { unsigned_until: 2 })
  await till.signIn(here.owner.token)
  const bare = async (sale: Sale, seq: number) => {
    const { body } = await here.api.send('POST', '/api/sync/push', {
      token: here.owner.token,
      body: { ...aPush(), device_id: till.device_id, mutations: [aMutation(sale, { seq })] },
    })
    return body.verdicts as unknown as [{ status: string; error?: { code: string } }]
  }
  const late = here.saleAt(till)
  expect(await bare(here.saleAt(till), 2)).toMatchObject([{ status: 'accepted', exceptions: [] }])
  for (const seq of [3, 1000, 4_294_967_295, 0, -1, 'x' as never])
    expect([seq, await bare(late, seq)]).toMatchObject([seq, [{ status: 'rejected', error: { code: 'unproved' } }]])
  expect(await count('sync_verdicts')).toBe(1)
  till.seq = 2
  expect(await count('exceptions', "status_code = 'OPEN'")).toBe(2)
  expect(inWords((await till.carry([till.sell(late)])).said.verdicts)).toEqual(['accepted'])
  expect(await count('exceptions', "status_code = 'OPEN'")).toBe(1)
  expect(await bare(late, 3)).toMatchObject([{ status: 'accepted', order_id: expect.any(Number) }])
})

test('gives each protocol the verdict in its own shape, and an old one to the byte', async () => {
  const mutation = sell()
  const {
    said: {
      verdicts: [first],
    },
  } = await here.till.carry([mutation])
  const bare = {
    protocol: 1,
    device_id: here.till.device_id,
    mutations: [
      { id: mutation.id, kind: mutation.kind, seq: 1, occurred_at: mutation.occurred_at, payload: mutation.payload },
    ],
  }
  const { body } = await here.api.send('POST', '/api/sync/push', { token: here.owner.token, body: bare })
  expect(body.verdicts).toEqual([{ id: mutation.id, status: 'accepted', ...first!.booking, exceptions: [] }])
  const stored = `{"id":"${mutation.id}",  "status":"accepted","number":"T1-1","order_id":${first!.booking!.order_id as number},"exceptions":["OVERSOLD"]}`
  await execute('UPDATE sync_verdicts SET verdict = ? WHERE mutation_id = ?', [stored, mutation.id])
  expect((await here.api.send('POST', '/api/sync/push', { token: here.owner.token, body: bare })).text).toContain(
    stored.replace(',  ', ','),
  )
  expect((await here.till.carry([mutation])).said.verdicts).toEqual([
    { ...first, booking: { order_id: first!.booking!.order_id, number: 'T1-1' }, exceptions: ['OVERSOLD'] },
  ])
})

test('gives a repeat its first verdict whatever its signature, grant or place, and other content a conflict', async () => {
  const mutation = sell()
  const first = (await here.till.carry([mutation])).said.verdicts
  for (const repeat of [
    mutation,
    { ...mutation, sig: 'A'.repeat(86) },
    { ...mutation, grant: null, prev: sha256('x'), seq: 50 },
  ])
    expect((await here.till.carry([repeat])).said.verdicts).toEqual(first)
  const { sig: _, ...facts } = mutation
  const resealed = here.till.seal({ ...facts, seq: 2, payload: { ...facts.payload, account_code: 'BANK' }, sig: '' })
  expect(await words(resealed)).toEqual(['conflict'])
  expect(await words({ ...mutation, payload: { ...mutation.payload, account_code: 'BANK' } })).toEqual(['unproved'])
  expect(await count('orders')).toBe(1)
})

test('books one sale once where two carriers bring it at the same moment', async () => {
  const carriers = [here.till, await here.anotherTill(), await here.anotherTill()]
  const mutations = Array.from({ length: 10 }, () => sell())
  const replies = await Promise.all([...carriers, ...carriers].map(carrier => carrier.carry(mutations, here.till)))
  for (const { said } of replies) expect(said.verdicts).toEqual(replies[0]!.said.verdicts)
  expect([inWords(replies[0]!.said.verdicts), replies.some(({ said }) => said.rekey)]).toEqual([
    Array(10).fill('accepted'),
    false,
  ])
  expect([await count('orders'), await count('till_links')]).toEqual([10, 10])
})

test('gives no verdict to a kind that it does not know, books what stands around it, and takes it whole once it knows it', async () => {
  const [before, unknown, after] = [
    sell(),
    here.till.sign('drawer.opened', { id: randomUUID(), occurred_at: new Date().toISOString(), why: 'Change' }),
    sell(),
  ]
  const { said } = await here.till.carry([before, unknown, after])
  expect([said.verdicts.map(({ id }) => id), inWords(said.verdicts)]).toEqual([
    [before.id, after.id],
    ['accepted', 'accepted'],
  ])
  expect([await count('sync_quarantine'), await count('exceptions'), await count('till_links')]).toEqual([0, 0, 3])
  expect(await words(unknown)).toEqual([])
  const { body } = await here.api.send('GET', `/api/staff/tills/${here.till.till.id}`, { token: here.owner.token })
  expect(body.till).toMatchObject({ last_seq: 3, missing_seqs: [] })
  expect(await words({ ...unknown, payload: { ...unknown.payload, why: 'Theft' } })).toEqual(['unproved'])
})

test('answers hostile sizes and shapes with an envelope error or a verdict, never with a fault', async () => {
  const mutation = sell()
  const envelope = { device_id: here.till.device_id, key_id: here.till.key.key_id }
  const deep = JSON.parse('['.repeat(40) + ']'.repeat(40)) as object
  for (const [mutations, more, status] of [
    [Array(51).fill(mutation), {}, 413],
    [[mutation], { key_id: 'x' }, 422],
    [[mutation], { key_id: undefined }, 422],
    [[{ ...mutation, extra: 1 }], {}, 422],
    [[{ kind: 'sale.record' }], {}, 422],
    [[{ ...mutation, payload: deep }], {}, 422],
    [[mutation], { grants: Array(51).fill('x') }, 422],
    [[mutation], { certificates: ['x'.repeat(5000)] }, 422],
    [[mutation], { protocol: 3 }, 426],
    [[mutation], { role: 'ADMINISTRATOR' }, 422],
  ] as const)
    expect([more, (await here.till.carryAs(mutations, { ...envelope, ...more })).status]).toEqual([more, status])
  for (const name of ['__proto__', String.raw`\u005f_proto__`, String.raw`__\u0070roto__`]) {
    const body = JSON.stringify({ protocol: 2, ...envelope, mutations: [mutation] }).replace(
      '"total"',
      `"${name}":{"teller_id":1},"total"`,
    )
    expect([
      name,
      (
        await here.api.send('POST', '/api/sync/push', {
          body,
          headers: { authorization: here.till.authorization(body) },
        })
      ).status,
    ]).toEqual([name, 400])
  }
  for (const odd of [
    { payload: 'x'.repeat(400_000) },
    { payload: null },
    { payload: [] },
    { grant: 5 },
    { grant: 'x' },
    { prev: 5 },
    { prev: 'x' },
    { seq: 2 ** 53 },
    { id: 'x'.repeat(1000) },
    { kind: 'x'.repeat(1000) },
    { kind: {} },
  ]) {
    const forged = await here.till.carry([{ ...mutation, ...odd }])
    expect([odd, forged.status, inWords(forged.said.verdicts)]).toEqual([odd, 200, ['unproved']])
    const signed = await here.till.carry([here.till.seal({ ...mutation, id: randomUUID(), ...odd } as SignedMutation)])
    expect([odd, signed.status]).toEqual([odd, 200])
  }
})

test('closes what staff were told when the build before had sent signed sales bare, once they come signed', async () => {
  const { till } = here
  const sales = [here.saleAt(till, { customer_name: 'Esi', customer_phone: '+233244123456' }), here.saleAt(till)]
  const signed = sales.map(sale => till.sell(sale))
  const mutations = sales.map((sale, i) => aMutation(sale, { seq: signed[i]!.seq }))
  const { body } = await here.api.send('POST', '/api/sync/push', {
    token: here.owner.token,
    body: { ...aPush(), device_id: till.device_id, mutations },
  })
  expect(body.verdicts).toMatchObject(sales.map(() => ({ status: 'rejected', error: { code: 'unproved' } })))
  const open = async () => [
    await count('exceptions', "code = 'SALE_REJECTED' AND status_code = 'OPEN'"),
    await count('sync_quarantine', "status_code = 'OPEN'"),
  ]
  expect(await open()).toEqual([2, 2])
  expect(await words(...signed)).toEqual(['accepted', 'accepted'])
  expect(await open()).toEqual([0, 0])
})
