import { offLinks } from '#api/alerts/confirm-letters.ts'
import { COME, readSubjects, type Subject } from '#api/alerts/subjects.ts'
import { execute, inTransaction, insertRow, select, selectOne } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { backInStock, priceDropped } from '#api/mail/alert-letters.ts'
import { letterPicture } from '#api/mail/letter-pictures.ts'
import type { Letter } from '#api/mail/letter.ts'
import { queueMail } from '#api/mail/queue-mail.ts'
import { readShop } from '#api/shop/read-shop.ts'
import { ALERT_KINDS, type AlertKind, type Notice } from '#sync/protocol/shop/alert.ts'
import { formatCedis } from '#sync/protocol/money.ts'

const AT_ONCE = 200

/** Tells everybody whose event has come, each once, also beside another process. Returns how many were told. */
export async function tellAlerts(): Promise<number> {
  let told = 0
  for (const kind of ALERT_KINDS)
    for (let last = 0; ;) {
      const come = await select<{ id: number }>(
        `SELECT a.id FROM alerts a ${COME[kind]}
        WHERE a.kind = :kind AND a.told_at IS NULL AND a.confirmed_at IS NOT NULL AND a.id > :last
        ORDER BY a.id LIMIT ${AT_ONCE}`,
        { kind, last },
      )
      for (const { id } of come) if (await inTransaction(() => tell(id))) told += 1
      if (come.length < AT_ONCE) break
      last = come.at(-1)!.id
    }
  return told
}

interface Claimed {
  id: number
  kind: AlertKind
  subject_id: number
  price: number | null
  contact_id: number
  email: string | null
  token: string
}

/** The claim, and the letter or message, are one transaction: whoever claims second finds nothing. */
async function tell(id: number): Promise<boolean> {
  if ((await execute('UPDATE alerts SET told_at = NOW(3) WHERE id = ? AND told_at IS NULL', [id])) === 0) return false
  const alert = (await selectOne<Claimed>(
    `SELECT a.id, a.kind, a.subject_id, a.price, a.contact_id, c.email, c.token
    FROM alerts a JOIN alert_contacts c ON c.id = a.contact_id WHERE a.id = ?`,
    [id],
  ))!
  const subject = (await readSubjects(alert.kind, [alert.subject_id])).get(alert.subject_id)
  if (!subject || !hasCome(alert, subject)) {
    await execute('UPDATE alerts SET told_at = NULL WHERE id = ?', [id])
    return false
  }
  if (alert.email !== null)
    await queueMail({ once_key: `alert-${id}`, to: alert.email, letter: await letterOf(alert, subject) })
  else await insertRow('pushes', { contact_id: alert.contact_id, notice: JSON.stringify(noticeOf(alert, subject)) })
  return true
}

const hasCome = ({ kind, price }: Claimed, subject: Subject) =>
  subject.is_here && (kind !== 'PRICE' || (subject.price ?? 0) < (price ?? 0))

async function letterOf({ kind, price, token }: Claimed, subject: Subject): Promise<Letter> {
  const { name: shop } = await readShop()
  const about = {
    shop,
    name: subject.name,
    path: env.shopUrl + subject.path,
    picture: letterPicture(subject.picture),
    off: offLinks(token),
  }
  return kind === 'PRICE' ? priceDropped({ ...about, was: price!, now: subject.price! }) : backInStock(about)
}

const noticeOf = ({ id, kind, price, token }: Claimed, { name, path, price: now }: Subject): Notice => ({
  ...{
    STOCK: () => ({ title: 'Back in stock', body: name }),
    PRICE: () => ({ title: 'The price dropped', body: `${name}: ${formatCedis(now!)}, was ${formatCedis(price!)}` }),
    READY: () => ({ title: 'Your order is ready', body: name }),
  }[kind](),
  path,
  tag: `alert-${id}`,
  off: token,
})
