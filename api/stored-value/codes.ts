import { createHmac, randomInt } from 'node:crypto'
import { existsSync, appendFileSync, readFileSync } from 'node:fs'
import { selectOne } from '#api/db/database.ts'
import { keptSecret, pathOfSecret } from '#api/env.ts'
import { GIFT_CODE_BASE, GIFT_CODE_NUMBERS, giftCodeFrom } from '#sync/protocol/shop/gift-card.ts'

const NAME = 'gift-card-key'
/** Keys of restored backups, one a line: their cards stay good. */
const KNOWN = 'gift-card-keys-known'

/** The key of new codes. Created once and kept in DATA_DIR, and in every backup. */
export const giftCardKey = (): string => keptSecret(NAME)

/** Codes under this key are found too. Call after a restore. */
export function believeGiftCardKey(key: string | undefined): void {
  if (key !== undefined && /^[0-9a-f]{64}$/.test(key) && !keys().includes(key))
    appendFileSync(pathOfSecret(KNOWN), `${key}\n`, { mode: 0o600 })
}

const keys = (): string[] => [
  giftCardKey(),
  ...(existsSync(pathOfSecret(KNOWN)) ? readFileSync(pathOfSecret(KNOWN), 'utf8').split(/\s+/).filter(Boolean) : []),
]

export const newGiftCode = (): string =>
  giftCodeFrom(Array.from({ length: GIFT_CODE_NUMBERS }, () => randomInt(GIFT_CODE_BASE)))

/** What is stored of a code. */
export const hashOfCode = (code: string, key = giftCardKey()): Buffer =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(code).digest()

/** The card of a code that was read; null if there is none. */
export async function idOfCode(code: string): Promise<number | null> {
  const hashes = keys().map(key => hashOfCode(code, key).toString('hex'))
  const card = await selectOne<{ id: number }>(
    `SELECT id FROM stored_values WHERE code_hash IN (${hashes.map(() => 'UNHEX(?)').join()})`,
    hashes,
  )
  return card?.id ?? null
}
