import { invalid, tooLarge } from '#api/errors.ts'

const DEEPEST = 32
/** The longest list any route accepts has 2,000 lines. */
const MOST_MEMBERS = 5_000

/** No member that any route knows has a name of so many bytes; the engine and the rules look at each name whole. */
const TOO_LONG_A_NAME = 1_000
const [BLANK, COLON] = [0x20, 0x3a]

const [QUOTE, COMMA, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...Buffer.from('",[\\]{}')] as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]

/**
 * Checks the structure of JSON before it is parsed: half a million nested lists take 100 ms to parse, and later steps
 * walk the whole body, some by recursion.
 * @throws 422 if it is nested too deeply or names a member too long, 413 if a list or object has too many members
 */
export function checkShape(json: Buffer): void {
  const commas = new Uint32Array(DEEPEST + 1)
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === QUOTE) {
      const end = endOfText(json, at)
      if (end - at > TOO_LONG_A_NAME && isName(json, end)) throw invalid({ body: ['A member has too long a name.'] })
      at = end
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      depth += 1
      if (depth > DEEPEST) throw invalid({ body: ['The request body is nested too deeply.'] })
      commas[depth] = 0
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth = Math.max(0, depth - 1)
    else if (byte === COMMA && ++commas[depth]! >= MOST_MEMBERS)
      throw tooLarge(`Send at most ${MOST_MEMBERS} items in one list.`)
  }
}

function endOfText(json: Buffer, from: number): number {
  let at = from + 1
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return at
}

/** Whether the text that ends here is the name of a member. */
function isName(json: Buffer, end: number): boolean {
  let at = end + 1
  while (at < json.length && json[at]! <= BLANK) at += 1
  return json[at] === COLON
}
