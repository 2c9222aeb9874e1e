import { phone } from '#api/auth/person-rules.ts'
import { isId, numberValues, numberWays, unionOf } from '#api/lists/order-numbers.ts'

/** Puts the order whose exact number or id was searched first; `o` is the order. */
export const EXACT_FIRST = '(o.number <=> :sought OR o.id = :sought) DESC'

/**
 * The ids of orders that match a search, as a statement with its values; null without a search. Matches the beginning
 * or end of a number, the id, phone or email, or the beginning of a name. Each has an index, so that 100,000 orders
 * need no scan.
 */
export function searchedIds(search: string | undefined): { sql: string; values: Record<string, unknown> } | null {
  const text = search?.trim().replace(/^#/, '')
  if (!text) return null
  return { sql: unionOf(waysFor(text)), values: { ...numberValues(text), phones: phonesIn(text) } }
}

function waysFor(text: string): Record<string, string> {
  const phones = phonesIn(text)
  return {
    ...numberWays(text),
    ...(text.includes('@') && {
      email: 'WHERE f.customer_email LIKE :beginning',
      account: 'JOIN users u ON u.id = f.user_id WHERE u.email LIKE LOWER(:beginning)',
    }),
    ...(phones.length > 0 && { phone: 'WHERE f.customer_phone IN (:phones)' }),
    ...(!isId(text) && {
      name: 'WHERE f.customer_name LIKE :beginning',
      last_name: 'WHERE f.customer_last_name LIKE :beginning',
    }),
  }
}

/** The forms in which a phone number may be stored: the website's, and as typed at a till. */
function phonesIn(text: string): string[] {
  if (!/^\+?[\d\s()-]{7,20}$/.test(text)) return []
  const typed = text.replace(/[\s()-]/g, '')
  const known = KNOWN.validate(text) as { value: string; error?: Error }
  const local = known.error ? typed : known.value.replace(/^\+233/, '0')
  return [
    ...new Set([
      text,
      typed,
      local,
      local.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3'),
      ...(known.error ? [] : [known.value]),
    ]),
  ]
}

const KNOWN = phone()
