import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The emails that a shop has written to somebody as files, in order; each as the text that a person reads. */
export function lettersTo({ dataDir }: { dataDir: string }, address: string): string[] {
  const folder = join(dataDir, 'mail')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder)
    .filter(name => name.endsWith('.eml') && !name.startsWith('.'))
    .sort()
    .map(name => readFileSync(join(folder, name), 'utf8'))
  return files.filter(file => file.includes(`\r\nTo: ${address}\r\n`)).map(plainTextOf)
}

/** The email with these words, once it exists. @throws after half a minute */
export async function letterWith(shop: { dataDir: string }, address: string, words: string): Promise<string> {
  for (let tries = 0; tries < 300; tries++, await sleep(100)) {
    const found = lettersTo(shop, address).find(text => text.includes(words))
    if (found) return found
  }
  throw new Error(`No letter to ${address} says '${words}'.`)
}

const plainTextOf = (file: string) => partOf(file, 'text/plain')

/** One part of an email, from its file: the text, or the HTML that most people see. */
export function partOf(file: string, type: 'text/plain' | 'text/html'): string {
  const [, head = '', body = ''] =
    new RegExp(`Content-Type: ${type}([\\s\\S]*?)\\r\\n\\r\\n([\\s\\S]*?)\\r\\n--`).exec(file) ?? []
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  if (!/quoted-printable/i.test(head)) return body
  return Buffer.from(
    body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString()
}
