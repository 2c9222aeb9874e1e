import { createHash } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from '#api/env.ts'
import { LETTERS } from '#api/mail/kept-letters.ts'
import { contentIdOf, readPictures } from '#api/mail/letter-pictures.ts'
import type { Letter } from '#api/mail/letter.ts'
import { letterHtml, letterText } from '#api/mail/render-letter.ts'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'

/** A letter being sent: `to` is one address. */
export interface Envelope {
  id: number
  once_key: string
  to: string
  letter: Letter
}

/** Sends a letter, or throws. */
export type Post = (envelope: Envelope, shop: ShopInfo) => Promise<unknown>

const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

// Created with the first letter, which a shop may never send.
const smtp = once(async () => (await import('nodemailer')).createTransport({ url: env.smtpUrl!, ...PATIENCE }))
const composer = once(async () =>
  (await import('nodemailer')).createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
)

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => (made ??= make())
}

/** Sends a letter by SMTP_URL's server; without one, writes it to DATA_DIR/mail as '000007-order-5-confirmed.eml'. */
export const postMail: Post = async (envelope, shop) =>
  env.smtpUrl ? (await smtp()).sendMail(await messageOf(envelope, shop)) : keepAsFile(envelope, shop)

async function keepAsFile(envelope: Envelope, shop: ShopInfo): Promise<void> {
  const { message } = await (await composer()).sendMail(await messageOf(envelope, shop))
  const name = fileOf(envelope)
  await mkdir(LETTERS, { recursive: true, mode: 0o700 })
  // Renamed when complete, so that anybody watching the folder sees whole letters only.
  await writeFile(join(LETTERS, `.${name}`), message, { mode: 0o600 })
  await rename(join(LETTERS, `.${name}`), join(LETTERS, name))
}

const fileOf = ({ id, once_key }: Pick<Envelope, 'id' | 'once_key'>) => `${String(id).padStart(6, '0')}-${once_key}.eml`

/** Deletes a letter's file again: its recipient was erased while it was written. */
export const takeBackMail = (envelope: Pick<Envelope, 'id' | 'once_key'>) =>
  rm(join(LETTERS, fileOf(envelope)), { force: true })

async function messageOf({ once_key, to, letter }: Envelope, shop: ShopInfo) {
  const host = new URL(env.shopUrl).hostname
  const pictures = await readPictures(letter)
  return {
    from: { name: shop.name, address: shop.email || `no-reply@${host}` },
    to: { name: '', address: to },
    subject: letter.subject,
    // A letter sent twice, because the first was not recorded, stays one message for the recipient.
    messageId: `<${createHash('sha256').update(once_key).digest('hex').slice(0, 32)}@${host}>`,
    text: letterText(letter, shop),
    html: letterHtml(letter, shop, new Set(pictures.keys())),
    attachments: [...pictures].map(([name, content]) => ({
      filename: `${name}.jpg`,
      content,
      cid: contentIdOf(name),
      contentType: 'image/jpeg',
      contentDisposition: 'inline' as const,
    })),
    headers: { 'Auto-Submitted': 'auto-generated', ...offHeaders(letter) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const offHeaders = ({ off }: Letter): Record<string, string> =>
  off ? { 'List-Unsubscribe': `<${off.one_click}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}
