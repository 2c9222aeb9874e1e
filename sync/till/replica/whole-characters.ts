const HALF = /\p{Surrogate}/gu

/**
 * Half a character, as a text ends with that was cut in the middle of an emoji, is in no UTF-8: U+FFFD takes its place,
 * as it would at the server.
 */
export function withWholeCharacters<T extends object>(facts: T): T {
  const mended = Object.entries(facts).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? value.replace(HALF, '\ufffd') : value,
  ])
  return Object.fromEntries(mended) as T
}
