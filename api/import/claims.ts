/** Numbers per entry: two halves of its digest, and the line. */
const WIDTH = 3

/**
 * The lines that first claimed texts allowed once per file, in a flat table of 64-bit digests: the texts themselves,
 * three a row, would fill the memory for a large file. Two of two million texts sharing a digest is not expected in a
 * hundred thousand files.
 */
export class Claims {
  #table = new Uint32Array(WIDTH * 1024)
  #size = 0

  /** The line that first claimed a text, from 1; this line if it is the first. */
  claim(text: string, line: number): number {
    const [high, low] = digestOf(text)
    const at = placeOf(this.#table, high, low)
    const first = this.#table[at + 2]!
    if (first !== 0) return first
    this.#table.set([high, low, line], at)
    this.#size += 1
    if (this.#size * WIDTH * 2 > this.#table.length) this.#grow()
    return line
  }

  #grow(): void {
    const old = this.#table
    this.#table = new Uint32Array(old.length * 2)
    for (let at = 0; at < old.length; at += WIDTH)
      if (old[at + 2] !== 0) this.#table.set(old.subarray(at, at + WIDTH), placeOf(this.#table, old[at]!, old[at + 1]!))
  }
}

/** Where a digest is in a table, or the empty place for it. */
function placeOf(table: Uint32Array, high: number, low: number): number {
  const places = table.length / WIDTH
  for (let place = (high ^ low) >>> 0; ; place++) {
    const at = (place % places) * WIDTH
    if (table[at + 2] === 0 || (table[at] === high && table[at + 1] === low)) return at
  }
}

function digestOf(text: string): [high: number, low: number] {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    high = Math.imul(high ^ code, 2_654_435_761)
    low = Math.imul(low ^ code, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return [high >>> 0, low >>> 0]
}
