import { invalid } from '#api/errors.ts'
import type { MutationKind } from '#api/mutation-kind.ts'
import { sha256 } from '#api/trust/p256.ts'
import { hasCardNumber, NO_CARD_NUMBERS } from '#sync/protocol/card-number.ts'
import { personalText, type Personal } from '#sync/protocol/signed.ts'

/**
 * Reads a signed payload with the customer's details beside it. Never alters what was signed: what the shop may not
 * store is refused. Customer details that differ from the signed hash are left out, because the sale itself is proved.
 * @throws 422 with the messages by field
 */
export function readSigned(
  kind: MutationKind,
  { payload, personal }: { payload?: unknown; personal?: unknown },
): { payload: { id?: unknown }; personalChanged: boolean } {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
    return { payload: kind.read(payload) as { id?: unknown }, personalChanged: false }
  const { personal_hash = null, ...facts } = payload as Record<string, unknown>
  for (const name of kind.personal)
    if (facts[name] !== undefined) throw invalid({ [name]: ['This belongs in `personal`, beside what is signed.'] })
  if (hasHalfCharacter(facts)) throw invalid({ payload: ['A text holds half a character.'] })
  for (const name of kind.texts)
    if (typeof facts[name] === 'string' && facts[name].length <= LONGEST && hasCardNumber(facts[name]))
      throw invalid({ [name]: [NO_CARD_NUMBERS] })
  const isSent = personal !== undefined && personal !== null
  const isTheirs =
    isSent &&
    typeof personal === 'object' &&
    typeof personal_hash === 'string' &&
    sha256(personalText(personal as Personal)) === personal_hash
  const details = isTheirs
    ? Object.fromEntries(kind.personal.map(name => [name, (personal as Record<string, unknown>)[name]]))
    : {}
  return { payload: kind.read({ ...facts, ...details }) as { id?: unknown }, personalChanged: isSent && !isTheirs }
}

/** Anything longer breaks the rules of its kind anyway. */
const LONGEST = 1000

const HALF = /\p{Surrogate}/u

function hasHalfCharacter(value: unknown): boolean {
  if (typeof value === 'string') return HALF.test(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(hasHalfCharacter)
}
