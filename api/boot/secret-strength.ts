/** A secret has at least so many characters. */
export const SHORTEST_SECRET = 32
/**
 * 128 random bits, written as 32 hexadecimal digits, come to more than this (50,000 tried); one character or a row of
 * them stays far below.
 */
const LEAST_BITS = 64

/** What examples and manuals write where a secret belongs. */
const PLACEHOLDER =
  /change[\W_]?(me|this|it)|(your|my|some|super|top|a|the)[\W_]?(jwt[\W_]?)?secret[\W_]?(key|here|$)|secret[\W_]?key|\d[\W_]?bit[\W_]|passw[o0]rd|example|placeholder|qwerty|letmein/i

/**
 * The secrets in JWT_SECRET: one, or several with commas between. The first signs, all are believed. A comma inside one
 * secret, as it was possible before, stays a part of it: each of several has at least 32 characters.
 */
export function secretsIn(text: string): string[] {
  const parts = text.split(',').map(part => part.trim())
  return parts.every(({ length }) => length >= SHORTEST_SECRET) ? parts : [text]
}

/**
 * Whether somebody could find this secret by trying: it is short, repeats itself, runs along the alphabet or stands in
 * a manual.
 */
export const isWeak = (secret: string) =>
  secret.length < SHORTEST_SECRET ||
  PLACEHOLDER.test(secret) ||
  Math.min(bitsOf([...onceOnly(secret)]), bitsOf(stepsOf(onceOnly(secret)))) < LEAST_BITS

/** A text that repeats a shorter one is worth no more than the shorter one. */
const onceOnly = (secret: string) => /^(.+?)\1+.{0,8}$/s.exec(secret)?.[1] ?? secret

/** How far each character lies from the one before: 'abcd' and '2468' have one step only. */
const stepsOf = (secret: string) =>
  Array.from({ length: secret.length - 1 }, (_, i) => String(secret.charCodeAt(i + 1) - secret.charCodeAt(i)))

/** What a text takes when each of its pieces that came before is named instead of repeated (Lempel and Ziv, 1978). */
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
