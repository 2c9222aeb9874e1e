const LONGEST = 24
/** Words by which a customer could pass for the shop. */
const OFFICIAL = [
  'admin',
  'administrator',
  'manager',
  'official',
  'owner',
  'seller',
  'shop',
  'staff',
  'store',
  'support',
]
const LATIN = /^[\p{Script=Latin}\p{M}' .’-]+$/u

/**
 * A writer's name as the shop shows it: the first name, with the initial of the last. Null for a name in letters that
 * only look Latin, and for one that reads like the shop's own.
 */
export function shownName(name: string | null, shop: string): string | null {
  const plain = (name ?? '').normalize('NFKC').replace(/\s+/g, ' ').trim()
  const [first = '', ...others] = plain.split(' ')
  if (!LATIN.test(plain) || first.length > LONGEST) return null
  const official = OFFICIAL.map(lookOf)
  if ([first, ...others].some(word => official.includes(lookOf(word)))) return null
  if (lookOf(shop) !== '' && lookOf(plain).includes(lookOf(shop))) return null
  const last = others.at(-1)
  return last ? `${first} ${[...last][0]!.toUpperCase()}.` : first
}

/** What a quick reader takes a text for: no marks, no gaps, one letter for those that look alike. */
const lookOf = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
    .replace(/[iı1]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('ɡ', 'g')
