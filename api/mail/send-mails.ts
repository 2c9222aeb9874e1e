import { execute, inTransaction, selectOne } from '#api/db/database.ts'
import { log } from '#api/http/log.ts'
import { remembered } from '#api/jobs/note-round.ts'
import type { Letter } from '#api/mail/letter.ts'
import { postMail, takeBackMail, type Envelope, type Post } from '#api/mail/post-mail.ts'
import { readShop } from '#api/shop/read-shop.ts'

const EVERY_MS = 2_000
export const MOST_TRIES = 8
/**
 * The wait after a try, in minutes: 2, 4, 8 … A try takes less than the shortest wait, so no other process takes the
 * letter.
 */
const FIRST_WAIT = 2

interface Claimed extends Envelope {
  tries: number
}

/** Claims the next due letter: its next try is set before this one starts, so a crash loses nothing. */
export const claimMail = (): Promise<Claimed | null> =>
  inTransaction(async () => {
    const row = await selectOne<{ id: number; once_key: string; recipient: string; letter: string; tries: number }>(
      'SELECT id, once_key, recipient, letter, tries FROM mails WHERE due_at <= NOW(3) ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED',
    )
    if (!row) return null
    const tries = row.tries + 1
    await execute('UPDATE mails SET tries = ?, due_at = NOW(3) + INTERVAL ? MINUTE WHERE id = ?', [
      tries,
      FIRST_WAIT * 2 ** row.tries,
      row.id,
    ])
    return { id: row.id, once_key: row.once_key, to: row.recipient, letter: JSON.parse(row.letter) as Letter, tries }
  })

/** Sends due letters, one after the other. Returns how many. */
export async function sendMails(post: Post = postMail, claim = claimMail): Promise<number> {
  let sent = 0
  for (let mail = await claim(); mail; mail = await claim()) if (await send(mail, post)) sent += 1
  return sent
}

async function send(mail: Claimed, post: Post): Promise<boolean> {
  const failure = await post(mail, await readShop()).then(
    () => null,
    (error: Refusal) => error,
  )
  if (!failure) {
    const noted = await execute(
      'UPDATE mails SET due_at = NULL, sent_at = NOW(3), recipient = NULL, letter = NULL WHERE id = ? AND recipient IS NOT NULL',
      [mail.id],
    )
    if (noted === 0) await takeBackMail(mail)
    return true
  }
  const isLast = mail.tries >= MOST_TRIES || isFinal(failure)
  if (isLast) await execute('UPDATE mails SET due_at = NULL WHERE id = ?', [mail.id])
  // A server's message may name the recipient.
  log[isLast ? 'error' : 'warn'](
    {
      mail: mail.id,
      tries: mail.tries,
      error: { name: failure.name, code: failure.code, answer: failure.responseCode },
    },
    isLast ? 'mail given up' : 'mail waits',
  )
  return false
}

interface Refusal extends Error {
  code?: string
  responseCode?: number
}

/** The server will never accept this recipient; retries would look like spam. */
const isFinal = ({ code, responseCode = 0 }: Refusal) => code === 'EENVELOPE' && responseCode >= 500

const { work: sendRemembered } = remembered({ what: 'mails', work: () => sendMails() })

/** Starts sending in the background. Returns a function that stops it and waits for the current letter. */
export function keepSending(): () => Promise<void> {
  let round: Promise<unknown> | null = null
  const timer = setInterval(() => {
    round ??= sendRemembered()
      .catch((error: Error) => log.error({ error: { name: error.name } }, 'mails wait'))
      .finally(() => {
        round = null
      })
  }, EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await round
  }
}
