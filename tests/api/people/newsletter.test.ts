import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { select } from '#api/db/database.ts'
import type { Letter } from '#api/mail/letter.ts'
import { letterHtml, letterText } from '#api/mail/render-letter.ts'
import { readShop } from '#api/shop/read-shop.ts'
import { forgetTries } from '#tests/support/server/forget-tries.ts'
import { type Api, aUser, PASSWORD, startApi } from '#tests/support/server/api.ts'
import { count, openShop } from '#tests/support/server/shop.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  await forgetTries()
})
afterAll(() => api.stop())

const post = (path: string, body: unknown = {}, headers = {}) =>
  api.send('POST', `/api/newsletter${path}`, { body, headers })
const signUp = (email: string) => post('', { email })
const letters = async () =>
  (await select<{ letter: string }>('SELECT letter FROM mails ORDER BY id')).map(
    ({ letter }) => JSON.parse(letter) as Letter,
  )
const confirmTokenIn = ({ pieces }: Letter) =>
  pieces
    .flatMap(piece => (piece.kind === 'link' ? piece.link : []))
    .at(0)!
    .split('confirm=')
    .at(1)!
const counts = async () => {
  const { token } = await aUser('ADMINISTRATOR')
  return (await api.send('GET', '/api/staff/newsletter', { token })).body as unknown as { newsletter: object }
}

test('counts an address only after its owner confirms it, and ends with one click of the mail program', async () => {
  expect((await signUp('Yaa@Mail.test')).body.message).toBe(
    'Check your email and confirm that you want our newsletter.',
  )
  expect(await counts()).toEqual({ newsletter: { confirmed: 0, waiting: 1 } })
  const [letter] = await letters()
  const shop = await readShop()
  for (const text of [letterText(letter!, shop), letterHtml(letter!, shop)]) expect(text).toContain(letter!.off!.page)
  const confirm = () => post(`/confirm/${confirmTokenIn(letter!)}`)
  expect([(await confirm()).status, (await confirm()).status]).toEqual([200, 200])
  expect(await counts()).toEqual({ newsletter: { confirmed: 1, waiting: 0 } })
  const { pathname } = new URL(letter!.off!.one_click)
  const end = () =>
    api.send('POST', pathname, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  expect([(await end()).status, (await end()).status, await count('newsletter_addresses')]).toEqual([200, 404, 0])
})

test('gives staff with the right the confirmed addresses with what ends the newsletter', async () => {
  await signUp('yaa@mail.test')
  await signUp('kofi@mail.test')
  await post(`/confirm/${confirmTokenIn((await letters())[0]!)}`)
  const { token } = await aUser('ADMINISTRATOR')
  const { text } = await api.send('GET', '/api/staff/newsletter/csv', { token })
  const [head, ...rows] = text.replace('\ufeff', '').trim().split('\r\n')
  expect(head).toBe('email,confirmed_at,unsubscribe_link,List-Unsubscribe,List-Unsubscribe-Post')
  expect(rows).toEqual([
    expect.stringMatching(
      /^yaa@mail\.test,[^,]+,http[^,]+\/newsletter\?off=[\w-]{43},<http[^,]+\/api\/newsletter\/off\/[\w-]{43}>,List-Unsubscribe=One-Click$/,
    ),
  ])
})

test('hands out and erases the address of an account', async () => {
  const esi = await aUser('CUSTOMER')
  await signUp(esi.email)
  const { data } = (await api.send('GET', '/api/account/data', { token: esi.token })).body as unknown as {
    data: { newsletter: object[] }
  }
  expect(data.newsletter).toMatchObject([{ email: esi.email, confirmed_at: null }])
  await api.send('POST', '/api/account/erase', { token: esi.token, body: { password: PASSWORD } })
  expect(await count('newsletter_addresses')).toBe(0)
})
