/** Digits and letters that nobody mistakes for one another; their number is prime. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 16

/** A new code from random numbers below 31, one for each character but the last, which checks the others. */
export const giftCodeFrom = (random: readonly number[]): string => {
  const characters = random.slice(0, LENGTH - 1).map(n => ALPHABET[n % ALPHABET.length]!)
  return characters.join('') + checkOf(characters)
}

export const GIFT_CODE_NUMBERS = LENGTH - 1
export const GIFT_CODE_BASE = ALPHABET.length

/** Every single wrong character, and any two exchanged, change the check character: 31 is prime. */
function checkOf(characters: readonly string[]): string {
  const sum = characters.reduce((all, character, i) => all + (i + 1) * ALPHABET.indexOf(character), 0)
  return ALPHABET[sum % ALPHABET.length]!
}

/** A code as typed, without spaces, hyphens and small letters; null if it cannot be one. */
export function readGiftCode(typed: string): string | null {
  const code = typed.replace(/[\s-]+/g, '').toUpperCase()
  if (code.length !== LENGTH || [...code].some(character => !ALPHABET.includes(character))) return null
  const characters = [...code]
  return checkOf(characters.slice(0, -1)) === characters.at(-1) ? code : null
}

/** As it is printed: 'ABCD-EFGH-JKMN-PQRS'. */
export const formatGiftCode = (code: string) => code.match(/.{1,4}/g)!.join('-')

export type GiftCardStatus = 'ACTIVE' | 'VOID'

/** A card as who has its code sees it. Money in cedis. */
export interface GiftCardBalance {
  code_end: string
  /** What can be spent now. */
  available: number
  /** The last day on which it can be spent; null for none. */
  expires_on: string | null
  state: 'usable' | 'empty' | 'expired' | 'void'
}

/** What a gift card pays of an order. */
export interface GiftPart {
  code_end: string
  amount: number
}

/** What a till holds on a card for a sale, as the cashier sees it. In cedis. */
export interface TillHold {
  code_end: string
  /** What the card pays of the sale. */
  amount: number
  /** What is then left on it. */
  left: number
  expires_on: string | null
}
