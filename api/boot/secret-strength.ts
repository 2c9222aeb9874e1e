/** Least length of a secret, in characters. */
export const SHORTEST_SECRET = 32
/**
 * 128 random bits as 32 hexadecimal digits score above this (50,000 tried); a repeated character or a sequence scores
 * far below.
 */
const LEAST_BITS = 64

/** Placeholders from examples and manuals. */
const PLACEHOLDER =
  /change[\W_]?(me|this|it)|(your|my|some|super|top|a|the)[\W_]?(jwt[\W_]?)?secret[\W_]?(key|here|$)|secret[\W_]?key|\d[\W_]bit[\W_]|(64|128|192|256|384|512|1024|2048|4096)bit[\W_]|passw[o0]rd|example|placeholder|qwerty|letmein/i

/**
 * The secrets in JWT_SECRET, separated by commas. The first signs; all verify. A comma inside a single secret stays
 * part of it: each of several has at least 32 characters.
 */
export function secretsIn(text: string): string[] {
  const parts = text.split(',').map(part => part.trim())
  return parts.every(({ length }) => length >= SHORTEST_SECRET) ? parts : [text]
}

/** Whether a secret could be guessed: it is short, repeats itself, runs along the alphabet, or comes from a manual. */
export const isWeak = (secret: string) =>
  secret.length < SHORTEST_SECRET ||
  PLACEHOLDER.test(secret) ||
  Math.min(bitsOf([...onceOnly(secret)]), bitsOf(stepsOf(onceOnly(secret)))) < LEAST_BITS

/** A repeated text is worth no more than one copy. */
const onceOnly = (secret: string) => /^(.+?)\1+.{0,8}$/s.exec(secret)?.[1] ?? secret

/** The distance of each character from the one before: 'abcd' and '2468' have only one. */
const stepsOf = (secret: string) =>
  Array.from({ length: secret.length - 1 }, (_, i) => String(secret.charCodeAt(i + 1) - secret.charCodeAt(i)))

/** The text's size in bits if repeated pieces are named instead of written again (Lempel and Ziv, 1978). */
function bitsOf(signs: readonly string[]): number {
  const pieces = new Set<string>()
  let piece = ''
  for (const sign of signs) {
    piece += ` ${sign}`
    if (pieces.has(piece)) continue
    pieces.add(piece)
    piece = ''
  }
  return pieces.size * Math.log2(Math.max(2, pieces.size))
}
