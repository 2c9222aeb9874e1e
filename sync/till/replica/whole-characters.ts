const HALF = /\p{Surrogate}/gu

/**
 * A text cut in the middle of an emoji ends with half a character, which UTF-8 cannot hold. U+FFFD replaces it, as the
 * server would do.
 */
export function withWholeCharacters<T extends object>(facts: T): T {
  const mended = Object.entries(facts).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? value.replace(HALF, '\ufffd') : value,
  ])
  return Object.fromEntries(mended) as T
}
