import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { execute, select, selectOne } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import type { Envelope } from '#api/mail/post-mail.ts'
import { sendMails } from '#api/mail/send-mails.ts'
import { patience } from '#tests/support/patience.ts'
import { type Api, aUser, PASSWORD, startApi } from '#tests/support/server/api.ts'
import { aReset } from '#tests/support/people/people.ts'
import { leapingClock } from '#tests/support/server/leaping-clock.ts'
import { count, openShop } from '#tests/support/server/shop.ts'

let api: Api
const clock = leapingClock()
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  await execute('DELETE FROM password_resets')
})
afterAll(() => api.stop())

const forgot = (email: string) => api.send('POST', '/api/forgot-password', { body: { email } })
const NEW = 'batik-and-indigo'
const reset = ({ token, email }: { token: string; email: string }, overrides: object = {}) =>
  api.send('POST', '/api/reset-password', {
    body: { token, email, password: NEW, password_confirmation: NEW, ...overrides },
  })
const login = (email: string, password: string) => api.send('POST', '/api/login', { body: { email, password } })
const isRefused = {
  status: 422,
  body: { code: 'validation', errors: { token: [expect.stringContaining('ask for a new one')] } },
}

/** What waits to be sent, and to whom. */
async function letters(): Promise<Pick<Envelope, 'to' | 'letter'>[]> {
  const sent: Envelope[] = []
  await sendMails(async envelope => void sent.push(envelope))
  return sent.map(({ to, letter }) => ({ to, letter }))
}

describe('a forgotten password', () => {
  test('is answered by a letter whose link sets a new one', async () => {
    const { email } = await aUser('CUSTOMER')
    expect((await forgot(email.toUpperCase())).status).toBe(200)
    const [{ to, letter } = { to: '', letter: null }] = await letters()
    expect(to).toBe(email)
    const link = new URL(letter!.pieces.flatMap(piece => (piece.kind === 'link' ? [piece.link] : []))[0]!)
    expect(link.origin + link.pathname).toBe(`${env.shopUrl}/reset-password`)
    expect(
      await reset({ token: link.searchParams.get('token')!, email: link.searchParams.get('email')! }),
    ).toMatchObject({ status: 200 })
    expect((await login(email, PASSWORD)).status).toBe(401)
    expect((await login(email, NEW)).status).toBe(200)
    expect((await letters()).map(mail => [mail.to, mail.letter.title])).toEqual([[email, 'Your password was changed']])
  })

  test('gets the same reply for an unknown or deactivated email, and sends nothing', async () => {
    const { email } = await aUser('CUSTOMER')
    const gone = await aUser('CUSTOMER', { status_code: 'INACTIVE' })
    const known = await forgot(email)
    for (const unknown of ['nobody@shop.test', gone.email]) {
      const reply = await forgot(unknown)
      expect([reply.status, reply.text]).toEqual([known.status, known.text])
    }
    expect((await letters()).map(({ to }) => to)).toEqual([email])
  })

  test('takes as long for an unknown email', { timeout: patience(720_000) }, async () => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    const emails: string[] = []
    for (let n = 0; n < 400; n++) emails.push((await aUser('CUSTOMER')).email)
    for (const [n, email] of emails.entries()) {
      if (n % 20 === 0) clock.minutes += 2
      const pair = [
        ['known', email],
        ['unknown', email.replace('customer', 'nobodyyy')],
      ] as const
      for (const [whose, address] of n % 2 ? pair : [...pair].reverse()) {
        const began = performance.now()
        await forgot(address)
        times[whose].push(performance.now() - began)
      }
    }
    const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!
    console.info(
      `forgot password, 400 pairs, median: ${median(times.known).toFixed(2)} ms known, ${median(times.unknown).toFixed(2)} ms unknown`,
    )
    expect([times.known.length, times.unknown.length]).toEqual([400, 400])
  })

  test('is limited to five letters a minute per person, and a guessed token does not help', async () => {
    const { email } = await aUser('CUSTOMER')
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) statuses.push((await forgot(email)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const guesses: number[] = []
    for (let n = 0; n < 6; n++) guesses.push((await reset({ token: `guess-${n}`, email })).status)
    expect(guesses).toEqual([422, 422, 422, 422, 422, 429])
  })

  test('arrives as a file in the demo shop', async () => {
    const { email } = await aUser('CUSTOMER')
    await forgot(email)
    await sendMails()
    const folder = join(env.dataDir, 'mail')
    const file = readdirSync(folder)
      .map(name => readFileSync(join(folder, name), 'utf8'))
      .find(text => text.includes(`To: ${email}`))!
    expect(file).toContain('/reset-password?token=')
  })
})

describe('a link that sets a new password', () => {
  test('ends every session', async () => {
    const link = await aReset()
    const { token } = await aUser('CUSTOMER', { email: link.email })
    expect((await api.send('GET', '/api/account', { token })).status).toBe(200)
    await reset(link)
    expect((await api.send('GET', '/api/account', { token })).status).toBe(401)
    expect(
      await count('sessions', 'user_id = (SELECT id FROM users WHERE email = ?) AND revoked_at IS NULL', [link.email]),
    ).toBe(0)
  })

  test('works once and cancels every other link of that person', async () => {
    const [link, other] = [await aReset({ email: 'ama.s@shop.test' }), await aReset({ email: 'ama.s@shop.test' })]
    expect((await reset(link)).status).toBe(200)
    expect(await reset(link)).toMatchObject(isRefused)
    expect(await reset(other)).toMatchObject(isRefused)
  })

  test('works once for ten who use it at the same time', async () => {
    const link = await aReset()
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        reset(link, { password: `${NEW}-${n}`, password_confirmation: `${NEW}-${n}` }),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const winner = replies.findIndex(({ status }) => status === 200)
    expect((await login(link.email, `${NEW}-${winner}`)).status).toBe(200)
  })

  test('control: works twice when its use is not recorded', async () => {
    await execute('CREATE TRIGGER forget_use BEFORE UPDATE ON password_resets FOR EACH ROW SET NEW.used_at = NULL')
    const link = await aReset()
    expect([(await reset(link)).status, (await reset(link)).status]).toEqual([200, 200])
    await execute('DROP TRIGGER forget_use')
  })

  test('is refused after an hour, for another email, and for somebody deactivated since', async () => {
    expect(await reset(await aReset({ minutes: -clock.minutes - 1 }))).toMatchObject(isRefused)
    const { email } = await aUser('CUSTOMER')
    expect(await reset({ ...(await aReset()), email })).toMatchObject(isRefused)
    const link = await aReset()
    await execute("UPDATE users SET status_code = 'INACTIVE' WHERE email = ?", [link.email])
    expect(await reset(link)).toMatchObject(isRefused)
  })

  test('asks twice for a password that is not a common one', async () => {
    const link = await aReset()
    expect(await reset(link, { password: 'password1', password_confirmation: 'password1' })).toMatchObject({
      status: 422,
      body: { errors: { password: [expect.any(String)] } },
    })
    expect(await reset(link, { password_confirmation: 'another-one' })).toMatchObject({
      status: 422,
      body: { errors: { password_confirmation: [expect.any(String)] } },
    })
    expect((await reset(link)).status).toBe(200)
  })

  test('is stored as a hash only', async () => {
    const { email } = await aUser('CUSTOMER')
    await forgot(email)
    const { letter } = (await selectOne<{ letter: string }>('SELECT letter FROM mails'))!
    const token = new URL(/http[^"]+/.exec(letter)![0]).searchParams.get('token')!
    expect(token).toHaveLength(43)
    expect(JSON.stringify(await select('SELECT * FROM password_resets'))).not.toContain(token)
  })
})
