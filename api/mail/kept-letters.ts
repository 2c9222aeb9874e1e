import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from '#api/env.ts'

/** Where letters are stored as files without SMTP_URL. */
export const LETTERS = join(env.dataDir, 'mail')

const DAY_MS = 86_400_000
/** As long as a letter's row. */
const KEPT_MS = 90 * DAY_MS
/** More than all headers of a letter. */
const HEAD_BYTES = 8_192

/** Deletes letters to one of these addresses, or about one of these orders. Returns how many. */
export async function removeLetters({
  addresses,
  orders,
}: {
  addresses: readonly string[]
  orders: readonly number[]
}): Promise<number> {
  const theirs = new Set(addresses.map(address => address.toLowerCase()))
  let gone = 0
  for (const name of await letterNames()) {
    const order = Number(/-order-(\d+)-/.exec(name)?.[1])
    if (!orders.includes(order) && !(await recipientsOf(name)).some(address => theirs.has(address))) continue
    await rm(join(LETTERS, name), { force: true })
    gone += 1
  }
  return gone
}

/** Deletes letters after 90 days, and the last letter to an erased person after a day. Returns how many. */
export async function sweepLetters(now = Date.now()): Promise<number> {
  let gone = 0
  for (const name of await letterNames()) {
    const { mtimeMs } = await stat(join(LETTERS, name))
    if (now - mtimeMs < (/-erased-\d+\.eml$/.test(name) ? DAY_MS : KEPT_MS)) continue
    await rm(join(LETTERS, name), { force: true })
    gone += 1
  }
  return gone
}

const letterNames = async () => (await readdir(LETTERS).catch(() => [])).filter(name => name.endsWith('.eml'))

async function recipientsOf(name: string): Promise<string[]> {
  const file = await open(join(LETTERS, name))
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const [head = ''] = buffer.toString('utf8', 0, bytesRead).split('\r\n\r\n')
    const [, to = ''] = /^To:(.*)$/im.exec(head.replace(/\r\n[ \t]+/g, ' ')) ?? []
    return to.toLowerCase().match(/[^\s<>,"]+@[^\s<>,"]+/g) ?? []
  } finally {
    await file.close()
  }
}
