import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MOST_ALERTS } from '#api/alerts/alerts.ts'
import { hashOf } from '#api/alerts/contacts.ts'
import { pushKey } from '#api/alerts/push-key.ts'
import { sendPushes } from '#api/alerts/send-pushes.ts'
import { tellAlerts } from '#api/alerts/tell-alerts.ts'
import { execute, insertRow, select, selectOne } from '#api/db/database.ts'
import { forgetTries } from '#tests/support/server/forget-tries.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aPushService, aSubscriber, openMessage, putOnShelf } from '#tests/support/shop/alerts.ts'
import { aGuest, shopper } from '#tests/support/shop/shoppers.ts'
import { aVariation, count, openShop } from '#tests/support/server/shop.ts'

let api: Api
let service: Awaited<ReturnType<typeof aPushService>>
let yaa: ReturnType<typeof shopper>
let stranger: ReturnType<typeof shopper>
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
  service.dialled.length = 0
  ;[yaa, stranger] = [shopper(api, await aGuest()), shopper(api, await aGuest())]
  sold_out = await aVariation(0)
})
afterAll(() => {
  service.stop()
  api.stop()
})

const ask = (more: object, who = yaa, subject_id = sold_out) =>
  who.send('POST', 'alerts', { kind: 'STOCK', subject_id, ...more })
const restock = (id = sold_out) => putOnShelf(id, 3)
const tellAndSend = async () => [await tellAlerts(), await sendPushes(service.network)]
const lettersTo = (email: string) => count('mails', 'recipient = ?', [email])

describe('a subscription elsewhere than at a push service', () => {
  const ELSEWHERE = [
    'http://fcm.googleapis.com/fcm/send/a',
    'https://fcm.googleapis.com:8443/fcm/send/a',
    'https://fcm.googleapis.com.evil.test/a',
    'https://evil.test/fcm.googleapis.com',
    'https://fcm.googleapis.com@evil.test/a',
    'https://ama:secret@fcm.googleapis.com/a',
    'https://evilnotify.windows.com/a',
    'https://notify.windows.com.evil.test/a',
    'https://push.apple.com.evil.test/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://169.254.169.254/latest',
    'https://localhost/a',
    'file:///etc/passwd',
    `https://fcm.googleapis.com/${'a'.repeat(1000)}`,
  ]

  test('is refused, and asked nothing if it is in the table all the same', async () => {
    for (const endpoint of ELSEWHERE)
      expect([endpoint, (await ask({ push: aSubscriber(endpoint).push })).status]).toEqual([endpoint, 422])
    for (const [n, endpoint] of ELSEWHERE.slice(0, -1).entries()) {
      const { p256dh, auth } = aSubscriber().push
      const { publicKey: server_key } = pushKey()
      const contact_id = await insertRow('alert_contacts', {
        endpoint,
        p256dh,
        auth,
        server_key,
        address_hash: hashOf(endpoint),
        token: hashOf(String(n)),
      })
      await insertRow('pushes', { contact_id, notice: '{}' })
    }
    expect(await sendPushes(service.network)).toBe(0)
    expect([service.dialled, await count('pushes')]).toEqual([[], 0])
  })

  test('is not reached by a name that leads into this network, or by a redirect', async () => {
    await ask({ push: aSubscriber().push })
    await restock()
    await tellAlerts()
    const inside = { ...service.network, resolve: () => Promise.resolve(['93.184.216.34', '10.0.0.7']) }
    expect([await sendPushes(inside), service.dialled]).toEqual([0, []])
    await execute('UPDATE pushes SET due_at = NOW(3)')
    Object.assign(service, { status: 307, location: 'http://169.254.169.254/latest' })
    expect([await sendPushes(service.network), service.dialled.length]).toEqual([0, 1])
    expect(await count('pushes')).toBe(0)
  })

  test.each([
    'https://updates.push.services.mozilla.com/a',
    'https://db5.notify.windows.com/a',
    'https://web.push.apple.com/a',
  ])('control: %s is one', async endpoint => expect((await ask({ push: aSubscriber(endpoint).push })).status).toBe(201))
})

test('keys that are too long or not on the curve are refused, and so is a huge body', async () => {
  const { push } = aSubscriber()
  for (const wrong of [
    { p256dh: `B${'A'.repeat(86)}` },
    { p256dh: push.p256dh.repeat(50) },
    { auth: push.auth.repeat(50) },
    { auth: 'short' },
    { key: 'A'.repeat(87) },
  ])
    expect((await ask({ push: { ...push, ...wrong } })).status).toBe(422)
  expect((await ask({ push: { ...push, auth: 'a'.repeat(20_000) } })).status).toBe(413)
  expect((await ask({ push: { ...push, key: aSubscriber().push.p256dh } })).status).toBe(409)
  expect(await count('alert_contacts')).toBe(0)
})

describe('a stranger', () => {
  test("neither turns off nor sees somebody's alert", async () => {
    const { id } = ((await ask({ push: aSubscriber().push })).body as unknown as { alert: { id: number } }).alert
    expect((await stranger.send('DELETE', `alerts/${id}`)).status).toBe(404)
    expect((await stranger.send('GET', 'alerts')).body).toMatchObject({ alerts: [] })
    for (const token of ['x'.repeat(43), '%', `${'x'.repeat(43)}' OR 1=1 --`])
      for (const path of ['off', 'confirm'])
        expect((await api.send('POST', `/api/alerts/${path}/${encodeURIComponent(token)}`, { body: {} })).status).toBe(
          404,
        )
    expect(await count('alerts')).toBe(1)
  })

  test('does not take over a subscription whose address they know', async () => {
    const browser = aSubscriber()
    await ask({ push: browser.push })
    const { p256dh, auth } = aSubscriber().push
    expect((await ask({ push: { ...browser.push, p256dh, auth } }, stranger)).status).toBe(422)
    expect((await ask({ push: { ...browser.push, p256dh } }, stranger)).status).toBe(422)
    await restock()
    expect(await tellAndSend()).toEqual([1, 1])
    expect(openMessage(browser, service.received[0]!).title).toBe('Back in stock')
  })

  test('leads no messages to their own browser by the address of another one', async () => {
    const [browser, mine, third] = [aSubscriber(), aSubscriber(), aSubscriber()]
    await ask({ push: browser.push })
    const { key: _key, ...old } = browser.push
    const renew = async (was: object, push: object = mine.push) =>
      (await api.send('POST', '/api/alerts/renew', { body: { old: { ...old, ...was }, push } })).status
    const { p256dh, auth, endpoint } = mine.push
    expect([await renew({ p256dh }), await renew({ auth }), await renew({ p256dh, auth })]).toEqual([404, 404, 404])
    expect(await renew({ endpoint })).toBe(404)
    expect(await renew({}, { ...mine.push, endpoint: 'https://evil.test/a' })).toBe(422)
    expect(await renew({}, { ...mine.push, key: third.push.p256dh })).toBe(409)
    await restock()
    expect(await tellAndSend()).toEqual([1, 1])
    expect(openMessage(browser, service.received[0]!).title).toBe('Back in stock')
  })

  test('takes over no other subscription by renewing their own, and brings nothing into it', async () => {
    const [browser, mine] = [aSubscriber(), aSubscriber()]
    const other = await aVariation(0)
    await ask({ push: browser.push })
    await ask({ push: mine.push }, stranger, other)
    const { key: _key, ...old } = mine.push
    const renew = async (push: object) => (await api.send('POST', '/api/alerts/renew', { body: { old, push } })).status
    expect(await renew({ ...mine.push, endpoint: browser.push.endpoint })).toBe(404)
    // Who holds the secrets of both is one browser, but the alerts of another visitor stay behind.
    expect(await renew(browser.push)).toBe(200)
    expect(await select('SELECT subject_id FROM alerts')).toEqual([{ subject_id: sold_out }])
  })

  test('learns of no alert at an address, and has nothing sent to it but three letters a day that ask', async () => {
    await ask({ email: 'yaa@mail.test' })
    const { confirm_token } = (await selectOne<{ confirm_token: string }>('SELECT confirm_token FROM alerts'))!
    await api.send('POST', `/api/alerts/confirm/${confirm_token}`, { body: {} })
    const strangers = await Promise.all(Array.from({ length: 12 }, async () => shopper(api, await aGuest())))
    const other = await aVariation(0)
    const replies = await Promise.all(
      strangers.map((who, n) => ask({ email: 'yaa@mail.test' }, who, n % 2 === 0 ? sold_out : other)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, ...Array<number>(10).fill(422)])
    expect(await lettersTo('yaa@mail.test')).toBe(3)
    await restock()
    await restock(other)
    expect([await tellAlerts(), await lettersTo('yaa@mail.test')]).toEqual([1, 4])
  })

  test('guesses at most sixty links a minute', async () => {
    const guess = () => api.send('POST', `/api/alerts/off/${'y'.repeat(43)}`, { body: {} })
    for (let n = 0; n < 60; n++) expect((await guess()).status).toBe(404)
    expect((await guess()).status).toBe(429)
    const { key: _key, ...old } = aSubscriber().push
    expect((await api.send('POST', '/api/alerts/renew', { body: { old, push: aSubscriber().push } })).status).toBe(429)
  })

  test('who signs in where somebody signed out is not told what that person waits for', async () => {
    const [esi, kofi] = [await aUser('CUSTOMER'), await aUser('CUSTOMER')]
    const browser = aSubscriber()
    const other = await aVariation(0)
    await ask({ push: browser.push }, shopper(api, esi))
    await shopper(api, esi).send('POST', 'logout', {})
    await restock()
    expect(await tellAndSend()).toEqual([1, 0])
    const again = aSubscriber()
    await ask({ push: again.push }, shopper(api, kofi), other)
    const third = await aVariation(0)
    expect((await ask({ push: again.push }, yaa, third)).status).toBe(201)
    await restock(other)
    expect(await tellAndSend()).toEqual([0, 0])
    await restock(third)
    expect(await tellAndSend()).toEqual([1, 1])
  })
})

test('one shopper waits for thirty things at most, also when they ask at once', async () => {
  const { push } = aSubscriber()
  const waits: number[] = []
  for (let n = 0; n < MOST_ALERTS + 5; n++) waits.push(await aVariation(0))
  for (const id of waits.slice(0, MOST_ALERTS - 2)) {
    await forgetTries()
    await ask({ push }, yaa, id)
  }
  await forgetTries()
  const replies = await Promise.all(waits.slice(MOST_ALERTS - 2).map(id => ask({ push: aSubscriber().push }, yaa, id)))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422, 422, 422])
  expect(await count('alerts')).toBe(MOST_ALERTS)
})

test('a guest asks twenty times a minute, and one address a hundred and twenty times', async () => {
  const asked = async (who: typeof yaa) => (await ask({ email: 'not an address' }, who)).status
  const valid = async (who: typeof yaa) => (await ask({ email: 'yaa@mail.test' }, who, 999_999)).status
  expect(await asked(yaa)).toBe(422)
  const guests = await Promise.all(Array.from({ length: 6 }, async () => shopper(api, await aGuest())))
  for (const who of guests) for (let n = 0; n < 20; n++) expect(await valid(who)).toBe(422)
  expect([await valid(guests[0]!), await valid(yaa)]).toEqual([429, 429])
})

test('nobody is told twice when many tell and send at once', async () => {
  const browsers = Array.from({ length: 6 }, () => aSubscriber())
  for (const { push } of browsers) await ask({ push }, shopper(api, await aGuest()))
  const customers = await Promise.all(Array.from({ length: 6 }, () => aUser('CUSTOMER')))
  for (const customer of customers) await ask({}, shopper(api, customer))
  await restock()
  const told = await Promise.all(Array.from({ length: 8 }, () => tellAlerts()))
  expect(told.reduce((sum, n) => sum + n, 0)).toBe(12)
  await Promise.all(Array.from({ length: 8 }, () => sendPushes(service.network)))
  expect(service.received).toHaveLength(6)
  expect(new Set(service.received.map(({ url }) => url)).size).toBe(6)
  const letters = await select<{ recipient: string }>('SELECT recipient FROM mails')
  expect(letters.map(({ recipient }) => recipient).sort()).toEqual(customers.map(({ email }) => email).sort())
})
