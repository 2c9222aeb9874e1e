/**
 * What most summaries have in common. Each is kept as one byte below 32, which JSON never holds, so that they take a
 * third of the memory. Another list is another version of the catalogue's file.
 */
const PARTS = [
  '{"id":',
  ',"slug":"',
  '","name":"',
  '","category_id":',
  ',"retail_price":',
  ',"discount":',
  ',"status_code":"LIVE","created_at":"',
  '.000Z","images":[',
  ',"alt":"',
  '","dominant":"',
  '","colour_code":null,"file":{"storage_link":"/storage/',
  '","colour_code":"',
  '","file":{"storage_link":"/storage/',
  '-800.webp"}}',
  'pictures/',
  ',"rating":',
]
const BYTES = PARTS.map(part => Buffer.from(part))

/** The bytes of what comes before a name and after it. */
export const BEFORE_NAME = PARTS.indexOf('","name":"') + 1
export const AFTER_NAME = PARTS.indexOf('","category_id":') + 1
/** A byte up to this one is a part; the others are letters. */
export const BEFORE_LETTERS = 31

/** After each beginning of a part, by its number: which beginning follows with a letter, and which part is whole. */
const [NEXT, WHOLE] = beginnings()

function beginnings(): [Int16Array, Uint8Array] {
  const many = 1 + BYTES.reduce((sum, { length }) => sum + length, 0)
  const [next, whole] = [new Int16Array(many * 256).fill(-1), new Uint8Array(many)]
  let met = 1
  for (const [nth, part] of BYTES.entries()) {
    let at = 0
    for (const letter of part) {
      const known = next[at * 256 + letter]!
      next[at * 256 + letter] = known < 0 ? met++ : known
      at = next[at * 256 + letter]!
    }
    whole[at] = nth + 1
  }
  return [next, whole]
}

/** Writes bytes in short and returns how many those are. There must be room for as many as came. */
export function shorten(bytes: Uint8Array, length: number, into: Uint8Array): number {
  let written = 0
  for (let at = 0; at < length;) {
    let [part, end] = [0, at]
    for (let [ahead, begun] = [at, 0]; ahead < length && (begun = NEXT[begun * 256 + bytes[ahead]!]!) >= 0;) {
      ahead += 1
      if (WHOLE[begun]! > 0) [part, end] = [WHOLE[begun]!, ahead]
    }
    into[written++] = part > 0 ? part : bytes[at]!
    at = part > 0 ? end : at + 1
  }
  return written
}

/** Writes bytes in full from a place on and returns where they end. */
export function lengthen(
  bytes: Uint8Array,
  [from, end]: readonly [number, number],
  { into, at }: { into: Uint8Array; at: number },
): number {
  let written = at
  for (let nth = from; nth < end; nth += 1) {
    const byte = bytes[nth]!
    if (byte > BEFORE_LETTERS) {
      into[written++] = byte
      continue
    }
    const part = BYTES[byte - 1]!
    for (let letter = 0; letter < part.length; letter += 1) into[written++] = part[letter]!
  }
  return written
}

/** How many bytes `lengthen` writes. */
export function lengthInFull(bytes: Uint8Array, from: number, end: number): number {
  let length = end - from
  for (let nth = from; nth < end; nth += 1)
    if (bytes[nth]! <= BEFORE_LETTERS) length += BYTES[bytes[nth]! - 1]!.length - 1
  return length
}
