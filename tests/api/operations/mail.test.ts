import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { execute, inTransaction, selectOne } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { log } from '#api/http/log.ts'
import { link, words, type Letter } from '#api/mail/letter.ts'
import type { Envelope } from '#api/mail/post-mail.ts'
import { queueMail } from '#api/mail/queue-mail.ts'
import { claimMail, MOST_TRIES, sendMails } from '#api/mail/send-mails.ts'
import { count } from '#tests/support/server/shop.ts'

const LETTER: Letter = {
  subject: 'Your denim',
  title: 'It is ready.',
  pieces: [words('Come by.'), link('See it', 'http://shop.test/x')],
}
const queue = (once_key: string, to = 'ama@shop.test') => queueMail({ once_key, to, letter: LETTER })
const sentTo: string[] = []
const post = async ({ once_key }: Envelope) => void sentTo.push(once_key)
const refuse = (failure: object) => async () => {
  throw Object.assign(new Error('550 <ama@shop.test> is unknown'), failure)
}
const hasten = () => execute('UPDATE mails SET due_at = NOW(3) - INTERVAL 1 SECOND WHERE due_at IS NOT NULL')

beforeEach(async () => {
  sentTo.length = 0
  await execute('DELETE FROM mails')
})

describe('a letter', () => {
  test('is queued together with its event or not at all', async () => {
    await expect(
      inTransaction(async () => {
        await queue('order-1-confirmed')
        throw new Error('no stock')
      }),
    ).rejects.toThrow('no stock')
    expect(await count('mails')).toBe(0)
    await inTransaction(() => queue('order-1-confirmed'))
    expect(await sendMails(post)).toBe(1)
    expect(sentTo).toEqual(['order-1-confirmed'])
  })

  test('is queued once per event, however often it is reported', async () => {
    await Promise.all(Array.from({ length: 20 }, () => inTransaction(() => queue('order-2-confirmed'))))
    await sendMails(post)
    await queue('order-2-confirmed')
    await sendMails(post)
    expect(sentTo).toEqual(['order-2-confirmed'])
  })

  test('leaves nothing of its text or recipient once it is sent', async () => {
    await queue('reset-1')
    await sendMails(post)
    expect(await selectOne('SELECT recipient, letter, due_at FROM mails')).toEqual({
      recipient: null,
      letter: null,
      due_at: null,
    })
  })

  test('is sent once by several processes', async () => {
    for (let n = 0; n < 30; n++) await queue(`order-${n}-ready`)
    await Promise.all(Array.from({ length: 6 }, () => sendMails(post)))
    expect(sentTo).toHaveLength(30)
    expect(new Set(sentTo).size).toBe(30)
  })

  test('control: is sent twice when its row is not claimed', async () => {
    const careless = async () => {
      const row = await selectOne<{ id: number; once_key: string }>(
        'SELECT id, once_key FROM mails WHERE due_at <= NOW(3) ORDER BY due_at, id LIMIT 1',
      )
      return row && { ...row, to: 'ama@shop.test', letter: LETTER, tries: 1 }
    }
    for (let n = 0; n < 10; n++) await queue(`order-${n}-ready`)
    await Promise.all(Array.from({ length: 6 }, () => sendMails(post, careless)))
    expect(sentTo.length).toBeGreaterThan(10)
  })

  test('waits longer after each failure and is given up in the end, without names in the log', async () => {
    const said = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'error')]
    await queue('order-3-ready')
    const waits: number[] = []
    for (let n = 0; n < MOST_TRIES; n++) {
      await sendMails(refuse({ code: 'ECONNECTION' }))
      waits.push(
        (await selectOne<{ minutes: number | null }>(
          'SELECT ROUND(TIMESTAMPDIFF(SECOND, NOW(3), due_at) / 60) AS minutes FROM mails',
        ))!.minutes ?? 0,
      )
      await hasten()
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 0])
    expect(await sendMails(post)).toBe(0)
    expect(said[1]).toHaveBeenCalledOnce()
    expect(JSON.stringify(said.flatMap(({ mock }) => mock.calls))).not.toContain('ama')
  })

  test('is not repeated when the server does not know the recipient', async () => {
    await queue('order-4-ready')
    await sendMails(refuse({ code: 'EENVELOPE', responseCode: 550 }))
    await hasten()
    expect(await sendMails(post)).toBe(0)
  })

  test('survives a process that dies while sending', async () => {
    await queue('order-5-ready')
    expect(await claimMail()).toMatchObject({ once_key: 'order-5-ready', tries: 1 })
    expect(await sendMails(post)).toBe(0)
    await hasten()
    expect(await sendMails(post)).toBe(1)
  })

  test('is a file a mail program opens when there is no SMTP server', async () => {
    await queue('order-6-ready')
    await sendMails()
    const [name = '', ...others] = readdirSync(join(env.dataDir, 'mail'))
    expect(others).toEqual([])
    expect(name).toMatch(/^\d{6}-order-6-ready\.eml$/)
    const file = readFileSync(join(env.dataDir, 'mail', name), 'utf8')
    expect(file).toMatch(/^From: Selvedge <hello@shop\.test>\r$/m)
    expect(file).toMatch(/^To: ama@shop\.test\r$/m)
    expect(file).toMatch(/^Subject: Your denim\r$/m)
    expect(file).toContain('multipart/alternative')
    expect(file).toContain('text/plain')
    expect(file).toContain('text/html')
  })
})
