import { createECDH, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { believePushKey } from '#api/alerts/push-key.ts'
import { sendPushes } from '#api/alerts/send-pushes.ts'
import { tellAlerts } from '#api/alerts/tell-alerts.ts'
import { execute, insertRow, select, selectOne } from '#api/db/database.ts'
import { sweep } from '#api/jobs/sweep.ts'
import { pathOfSecret } from '#api/env.ts'
import type { Letter } from '#api/mail/letter.ts'
import type { OwnAlert } from '#sync/protocol/shop/alert.ts'
import { forgetTries } from '#tests/support/server/forget-tries.ts'
import { type Api, aUser, PASSWORD, startApi } from '#tests/support/server/api.ts'
import {
  aPushService,
  aSubscriber,
  openMessage,
  putOnShelf,
  senderOf,
  type Subscriber,
} from '#tests/support/shop/alerts.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { aGuest, shopper } from '#tests/support/shop/shoppers.ts'
import { aVariation, count, openShop } from '#tests/support/server/shop.ts'
import { enterAs } from '#tests/support/people/enter-as.ts'

let api: Api
let service: Awaited<ReturnType<typeof aPushService>>
let guest: ReturnType<typeof shopper>
let session_id: string
let sold_out: number
beforeAll(async () => {
  api = await startApi()
  service = await aPushService()
})
beforeEach(async () => {
  await openShop()
  await forgetTries()
  Object.assign(service, { status: 201, location: '' })
  service.received.length = 0
  const session = await aGuest()
  session_id = session.session_id
  guest = shopper(api, session)
  sold_out = await aVariation(0)
})
afterAll(() => {
  service.stop()
  api.stop()
})

const ask = (body: object, who = guest) => who.send('POST', 'alerts', body)
const byPush = ({ push }: Subscriber, subject_id = sold_out, kind = 'STOCK') => ({ kind, subject_id, push })
const byMail = (email: string, subject_id = sold_out, kind = 'STOCK') => ({ kind, subject_id, email })
const listed = async (who = guest) =>
  ((await who.send('GET', 'alerts')).body as unknown as { alerts: OwnAlert[] }).alerts
const restock = (id = sold_out, on_hand = 3) => putOnShelf(id, on_hand)
const letters = async (recipient: string) =>
  (await select<{ letter: string }>('SELECT letter FROM mails WHERE recipient = ? ORDER BY id', [recipient])).map(
    ({ letter }) => JSON.parse(letter) as Letter,
  )
const linkIn = (letter: Letter) =>
  letter.pieces
    .flatMap(piece => (piece.kind === 'link' ? piece.link : []))
    .at(0)!
    .split('confirm=')
    .at(1)!
const confirm = (letter: Letter) => api.send('POST', `/api/alerts/confirm/${linkIn(letter)}`, { body: {} })

describe('by push message', () => {
  test('tells a browser once that a variant is back, sealed for it and signed by the shop', async () => {
    const browser = aSubscriber()
    expect((await ask(byPush(browser))).body).toMatchObject({
      message: 'We will tell you.',
      alert: {
        kind: 'STOCK',
        by: 'PUSH',
        is_confirmed: true,
        path: expect.stringMatching(/^\/shop\/product\//) as string,
      },
    })
    expect([await tellAlerts(), await sendPushes(service.network)]).toEqual([0, 0])
    await restock()
    expect([await tellAlerts(), await tellAlerts(), await sendPushes(service.network)]).toEqual([1, 0, 1])
    expect(await sendPushes(service.network)).toBe(0)
    expect(service.received).toHaveLength(1)
    expect(openMessage(browser, service.received[0]!)).toMatchObject({
      title: 'Back in stock',
      off: expect.any(String) as string,
    })
    expect(() => openMessage(aSubscriber(), service.received[0]!)).toThrow(/authenticate/)
    expect(senderOf(service.received[0]!)).toMatchObject({ aud: 'https://fcm.googleapis.com' })
    expect(service.dialled.at(-1)).toBe('fcm.googleapis.com 93.184.216.34:443')
    expect([await listed(), await count('pushes')]).toEqual([[], 0])
  })

  test('follows a browser to the subscription that its push service renewed, also when it says so twice', async () => {
    const browser = aSubscriber()
    const renewed = aSubscriber()
    await ask(byPush(browser))
    const renew = () => {
      const { key: _key, ...old } = browser.push
      return api.send('POST', '/api/alerts/renew', { body: { old, push: renewed.push } })
    }
    const replies = await Promise.all(Array.from({ length: 6 }, renew))
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect([(await renew()).status, await count('alert_contacts'), (await listed()).length]).toEqual([200, 1, 1])
    await restock()
    expect([await tellAlerts(), await sendPushes(service.network)]).toEqual([1, 1])
    expect(openMessage(renewed, service.received[0]!).title).toBe('Back in stock')
    expect(service.received[0]!.url).toBe(new URL(renewed.push.endpoint).pathname)
  })

  test('brings along what waits when a page asks with the new subscription before the worker tells of it', async () => {
    const [browser, renewed] = [aSubscriber(), aSubscriber()]
    const other = await aVariation(0)
    await ask(byPush(browser))
    await ask(byPush(renewed, other))
    const { key: _key, ...old } = browser.push
    expect((await api.send('POST', '/api/alerts/renew', { body: { old, push: renewed.push } })).status).toBe(200)
    expect([await count('alert_contacts'), (await listed()).length]).toEqual([1, 2])
    await restock()
    await restock(other)
    expect([await tellAlerts(), await sendPushes(service.network)]).toEqual([2, 2])
    expect(service.received.map(message => openMessage(renewed, message).title)).toEqual(Array(2).fill('Back in stock'))
  })

  test('tells of a lower price only, and only while the product can be bought', async () => {
    const { id, variations } = await aProduct({ name: 'Slim jeans' })
    const browser = aSubscriber()
    await ask(byPush(browser, id, 'PRICE'))
    const price = (amount: number) => execute('UPDATE products SET retail_price = ? WHERE id = ?', [amount, id])
    await price(120)
    expect(await tellAlerts()).toBe(0)
    await price(80)
    await restock(variations[0], 0)
    expect(await tellAlerts()).toBe(0)
    await restock(variations[0])
    expect([await tellAlerts(), await sendPushes(service.network)]).toEqual([1, 1])
    expect(openMessage(browser, service.received[0]!).body).toBe('Slim jeans: GH₵\u00a080.00, was GH₵\u00a0100.00')
  })

  test('tells that an order is ready to its owner only', async () => {
    const id = await insertRow('orders', {
      type_code: 'WEBSITE',
      delivery_method_code: 'self_pick_up',
      status_code: 'PROCESSING',
      session_id,
      subtotal: 10,
      total: 10,
      business_date: '2026-11-21',
    })
    const browser = aSubscriber()
    expect((await ask(byPush(browser, id, 'READY'), shopper(api, await aGuest()))).status).toBe(404)
    expect((await ask(byMail('ama@mail.test', id, 'READY'))).status).toBe(422)
    expect((await ask(byPush(browser, id, 'READY'))).status).toBe(201)
    expect(await tellAlerts()).toBe(0)
    await execute("UPDATE orders SET status_code = 'READY_TO_SHIP' WHERE id = ?", [id])
    expect([await tellAlerts(), await sendPushes(service.network)]).toEqual([1, 1])
    expect(openMessage(browser, service.received[0]!)).toMatchObject({
      title: 'Your order is ready',
      body: `Order ${id}`,
    })
  })

  test.each([404, 410])('forgets a subscription that ended, when the service answers %i', async status => {
    await ask(byPush(aSubscriber()))
    await restock()
    service.status = status
    expect([await tellAlerts(), await sendPushes(service.network)]).toEqual([1, 0])
    expect([await count('alert_contacts'), await count('alerts'), await count('pushes')]).toEqual([0, 0, 0])
  })

  test('sends again later when the service is busy, and not at all when it refuses', async () => {
    await ask(byPush(aSubscriber()))
    await restock()
    await tellAlerts()
    service.status = 503
    expect([await sendPushes(service.network), await sendPushes(service.network)]).toEqual([0, 0])
    expect([service.received.length, await count('pushes', 'due_at > NOW(3) + INTERVAL 1 MINUTE')]).toEqual([1, 1])
    await execute('UPDATE pushes SET due_at = NOW(3)')
    service.status = 403
    expect([await sendPushes(service.network), await count('pushes')]).toEqual([0, 0])
  })

  test('is turned off by the token in the message, for everything this browser waits for', async () => {
    const browser = aSubscriber()
    const other = await aVariation(0)
    await ask(byPush(browser))
    await ask(byPush(browser, other))
    await restock()
    await tellAlerts()
    await sendPushes(service.network)
    const { off } = openMessage(browser, service.received[0]!)
    expect((await api.send('POST', `/api/alerts/off/${off}`, { body: {} })).status).toBe(200)
    await restock(other)
    expect([await tellAlerts(), await listed()]).toEqual([0, []])
  })
})

test('sends by the key of a restored backup to browsers that expect it, and not by a key nobody knows', async () => {
  await ask(byPush(aSubscriber()))
  const secret = randomBytes(32).toString('hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(secret, 'hex'))
  await execute('UPDATE alert_contacts SET server_key = ?', [pair.getPublicKey('base64url')])
  await restock()
  expect([await tellAlerts(), await sendPushes(service.network)]).toEqual([1, 0])
  try {
    for (const known of [undefined, 'not a key', secret, secret]) believePushKey(known)
    expect(await sendPushes(service.network)).toBe(1)
    expect(String(service.received[0]!.headers.authorization)).toContain(`k=${pair.getPublicKey('base64url')}`)
  } finally {
    rmSync(pathOfSecret('push-keys-known'), { force: true })
  }
})

describe('by email', () => {
  test('writes to a guest only after the address is confirmed by the link in a letter, and then once', async () => {
    expect((await ask(byMail('ama@mail.test'))).body).toMatchObject({
      message: 'Check your email and confirm your address.',
      alert: { by: 'MAIL', is_confirmed: false },
    })
    await restock()
    expect(await tellAlerts()).toBe(0)
    const [letter] = await letters('ama@mail.test')
    expect([(await confirm(letter!)).status, (await confirm(letter!)).status]).toEqual([200, 200])
    expect([await tellAlerts(), await tellAlerts()]).toEqual([1, 0])
    const back = (await letters('ama@mail.test')).slice(1)
    expect(back.map(({ title }) => title)).toEqual(['It is back in stock.'])
    expect(back[0]!.off!.one_click).toMatch(/\/api\/alerts\/off\/[\w-]{43}$/)
  })

  test('asks a guest who has confirmed the address once no more', async () => {
    await ask(byMail('ama@mail.test'))
    await confirm((await letters('ama@mail.test'))[0]!)
    const other = await aVariation(0)
    expect((await ask(byMail('ama@mail.test', other))).body).toMatchObject({ alert: { is_confirmed: true } })
    expect((await listed()).map(({ subject_id }) => subject_id)).toEqual([other, sold_out])
    expect(await letters('ama@mail.test')).toHaveLength(1)
  })

  test('writes to the own address of an account without asking, whatever address is sent', async () => {
    const esi = await aUser('CUSTOMER')
    expect((await ask(byMail('kofi@mail.test'), shopper(api, esi))).body).toMatchObject({
      alert: { is_confirmed: true },
    })
    await restock()
    await tellAlerts()
    expect([(await letters(esi.email)).length, (await letters('kofi@mail.test')).length]).toEqual([1, 0])
  })

  test('writes one letter to somebody who asked on two devices', async () => {
    for (const who of [guest, shopper(api, await aGuest())]) {
      await ask(byMail('ama@mail.test'), who)
      await confirm((await letters('ama@mail.test')).at(-1)!)
    }
    await restock()
    expect(await tellAlerts()).toBe(1)
  })

  test('is turned off by one tap, by hand or by the mail program, and then asks before it writes again', async () => {
    const esi = await aUser('CUSTOMER')
    const who = shopper(api, esi)
    await ask({ kind: 'STOCK', subject_id: sold_out }, who)
    const { token } = (await selectOne<{ token: string }>('SELECT token FROM alert_contacts'))!
    const oneClick = await api.send('POST', `/api/alerts/off/${token}`, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([oneClick.status, await listed(who)]).toEqual([200, []])
    expect((await ask({ kind: 'STOCK', subject_id: sold_out }, who)).body).toMatchObject({
      alert: { is_confirmed: false },
    })
    await confirm((await letters(esi.email)).at(-1)!)
    expect(await listed(who)).toMatchObject([{ is_confirmed: true }])
  })
})

test('says that there is nothing to wait for when the variant is in stock or not for sale', async () => {
  for (const id of [await aVariation(2), await aVariation(0, { status_code: 'INACTIVE' }), 999_999])
    expect((await ask(byMail('ama@mail.test', id))).status).toBe(422)
  expect(await count('mails')).toBe(0)
})

test('keeps one alert when somebody asks twice, and takes it away when they turn it off', async () => {
  const browser = aSubscriber()
  const [first, second] = [await ask(byPush(browser)), await ask(byPush(browser))]
  const { id } = (first.body as unknown as { alert: OwnAlert }).alert
  expect(second.body).toMatchObject({ alert: { id } })
  expect((await guest.send('DELETE', `alerts/${id}`)).status).toBe(200)
  expect([await listed(), (await guest.send('DELETE', `alerts/${id}`)).status]).toEqual([[], 404])
})

test("moves a guest's alerts to the account that signs in, and tells them there", async () => {
  const browser = aSubscriber()
  await ask(byPush(browser))
  const esi = await aUser('CUSTOMER')
  const { session_id: entered } = await enterAs(esi.id, session_id, null)
  expect(await listed(shopper(api, esi))).toMatchObject([{ kind: 'STOCK' }])
  expect(await selectOne('SELECT session_id FROM alert_contacts')).toEqual({ session_id: entered })
  await restock()
  expect([await tellAlerts(), await sendPushes(service.network)]).toEqual([1, 1])
})

test('hands out what it keeps about a person, and erases it', async () => {
  const esi = await aUser('CUSTOMER')
  const who = shopper(api, esi)
  await ask({ kind: 'STOCK', subject_id: sold_out }, who)
  await ask(byPush(aSubscriber()), who)
  const { data } = (await who.send('GET', 'account/data')).body as unknown as { data: { alerts: object[] } }
  expect(data.alerts).toMatchObject([
    { kind: 'STOCK', email: esi.email },
    { kind: 'STOCK', email: null },
  ])
  expect((await who.send('POST', 'account/erase', { password: PASSWORD })).status).toBe(200)
  expect([await count('alerts'), await count('alert_contacts')]).toEqual([0, 0])
})

test('sweeps what nobody confirmed, what was told and who waits for nothing', async () => {
  await ask(byMail('ama@mail.test'))
  const other = shopper(api, await aGuest())
  await ask(byPush(aSubscriber()), other)
  await execute(
    'UPDATE alerts SET created_at = NOW(3) - INTERVAL 8 DAY, told_at = IF(confirmed_at IS NULL, NULL, NOW(3) - INTERVAL 31 DAY)',
  )
  await execute('UPDATE alert_contacts SET created_at = NOW(3) - INTERVAL 8 DAY')
  await sweep()
  expect([await count('alerts'), await count('alert_contacts')]).toEqual([0, 0])
})
