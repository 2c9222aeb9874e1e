import { invalid } from '#api/errors.ts'
import type { Session } from '#api/http/access.ts'
import { addressGroup } from '#api/http/address-group.ts'
import { allowTry } from '#api/http/tries.ts'
import { idOfCode } from '#api/stored-value/codes.ts'
import { readGiftCode } from '#sync/protocol/shop/gift-card.ts'

const UNKNOWN = 'This code is not valid. Check each character.'

/**
 * Finds the card of a typed code, limited against guessing: five wrong codes a minute per session or person, and twenty
 * per address, because many people may share one. @throws 422 for an unknown code, 429
 */
export async function findByCode(typed: string, session: Session | null, ip: string): Promise<number> {
  const trying = await allowTry([
    ...(session ? [{ key: `gift card session ${session.user?.id ?? session.id}`, failures: 5 }] : []),
    { key: `gift card address ${addressGroup(ip)}`, failures: 20 },
  ])
  const code = readGiftCode(typed)
  const id = code === null ? null : await idOfCode(code)
  if (id === null) throw invalid({ code: [UNKNOWN] })
  await trying.succeeded()
  return id
}
