import { randomBytes } from 'node:crypto'
import { execute, inTransaction, select, selectOne } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { notFound } from '#api/errors.ts'
import { inBatches, type Table } from '#api/lists/csv.ts'
import { askAddress } from '#api/mail/ask-address.ts'
import { confirmNewsletterLetter } from '#api/mail/newsletter-letters.ts'
import { readShop } from '#api/shop/read-shop.ts'
import type { NewsletterCounts } from '#sync/protocol/endpoints/newsletter.ts'

const newToken = () => randomBytes(32).toString('base64url')
const isToken = (text: string) => /^[\w-]{43}$/.test(text)
const offLinks = (token: string) => ({
  page: `${env.shopUrl}/newsletter?off=${token}`,
  one_click: `${env.shopUrl}/api/newsletter/off/${token}`,
})

interface Row {
  confirm_token: string
  off_token: string
  confirmed_at: Date | null
}

/**
 * Asks an address whether it wants the newsletter. Does the same for every caller, whether the address is known or
 * not.
 */
export const askForNewsletter = (email: string): Promise<void> =>
  inTransaction(async () => {
    await execute(
      `INSERT INTO newsletter_addresses (email, confirm_token, off_token) VALUES (?, ?, ?)
        ON DUPLICATE KEY UPDATE id = id`,
      [email, newToken(), newToken()],
    )
    const row = (await selectOne<Row>(
      'SELECT confirm_token, off_token, confirmed_at FROM newsletter_addresses WHERE email = ? FOR UPDATE',
      [email],
    ))!
    if (row.confirmed_at) return
    const { name } = await readShop()
    const confirm = `${env.shopUrl}/newsletter?confirm=${row.confirm_token}`
    await askAddress(email, confirmNewsletterLetter(name, confirm, offLinks(row.off_token)))
  })

/** @throws 404 */
export async function confirmNewsletter(token: string): Promise<void> {
  const found = isToken(token)
    ? await selectOne<{ id: number }>('SELECT id FROM newsletter_addresses WHERE confirm_token = ?', [token])
    : null
  if (!found) throw notFound('Link')
  await execute('UPDATE newsletter_addresses SET confirmed_at = COALESCE(confirmed_at, NOW(3)) WHERE id = ?', [
    found.id,
  ])
}

/** @throws 404 */
export async function endNewsletter(token: string): Promise<void> {
  const gone = isToken(token) ? await execute('DELETE FROM newsletter_addresses WHERE off_token = ?', [token]) : 0
  if (gone === 0) throw notFound('Link')
}

export async function countNewsletter(): Promise<NewsletterCounts> {
  const counts = await selectOne<NewsletterCounts>(
    `SELECT COUNT(confirmed_at) AS confirmed, COUNT(*) - COUNT(confirmed_at) AS waiting FROM newsletter_addresses`,
  )
  return counts!
}

const BATCH = 1000

/** The confirmed addresses, each with what ends its newsletter: a link for the text, and two headers (RFC 8058). */
export function newsletterTable(): Table {
  const rows = inBatches(after =>
    select<{ id: number; email: string; off_token: string; confirmed_at: Date }>(
      `SELECT id, email, off_token, confirmed_at FROM newsletter_addresses
      WHERE id > ? AND confirmed_at IS NOT NULL ORDER BY id LIMIT ${BATCH}`,
      [after],
    ),
  )
  return {
    columns: ['email', 'confirmed_at', 'unsubscribe_link', 'List-Unsubscribe', 'List-Unsubscribe-Post'],
    rows: (async function* () {
      for await (const { email, confirmed_at, off_token } of rows) {
        const { page, one_click } = offLinks(off_token)
        yield [email, confirmed_at, page, `<${one_click}>`, 'List-Unsubscribe=One-Click']
      }
    })(),
  }
}
