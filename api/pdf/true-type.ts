import { readFileSync } from 'node:fs'

/** What is needed to write with a TrueType font. Widths and heights are in thousandths of the font size. */
export interface Font {
  file: Buffer
  ascent: number
  descent: number
  box: readonly [number, number, number, number]
  /** The glyph of a character; 0 if the font has none. */
  glyphOf: (character: number) => number
  widthOf: (glyph: number) => number
}

/** Reads a TrueType font for characters of the basic plane. */
export function readFont(path: URL): Font {
  const file = readFileSync(path)
  const table = tableIn(file)
  const [head, hhea, hmtx] = [table('head'), table('hhea'), table('hmtx')]
  const scale = (units: number) => Math.round((units * 1000) / head.readUInt16BE(18))
  const measured = hhea.readUInt16BE(34)
  return {
    file,
    ascent: scale(hhea.readInt16BE(4)),
    descent: scale(hhea.readInt16BE(6)),
    box: [36, 38, 40, 42].map(at => scale(head.readInt16BE(at))) as unknown as Font['box'],
    glyphOf: glyphsOf(table('cmap')),
    widthOf: glyph => scale(hmtx.readUInt16BE(4 * Math.min(glyph, measured - 1))),
  }
}

const tableIn =
  (file: Buffer) =>
  (name: string): Buffer => {
    for (let at = 12; at < 12 + 16 * file.readUInt16BE(4); at += 16) {
      if (file.toString('latin1', at, at + 4) === name)
        return file.subarray(file.readUInt32BE(at + 8), file.readUInt32BE(at + 8) + file.readUInt32BE(at + 12))
    }
    throw new Error(`The font has no table '${name}'.`)
  }

/** Format 4: segments of consecutive characters, in four equally long lists. */
function glyphsOf(cmap: Buffer): (character: number) => number {
  const at = subtableAt(cmap)
  const segments = cmap.readUInt16BE(at + 6) / 2
  const [ends, starts, deltas, offsets] = [14, 16 + 2 * segments, 16 + 4 * segments, 16 + 6 * segments].map(
    start => at + start,
  ) as [number, number, number, number]
  const known = new Map<number, number>()
  for (let n = 0; n < segments; n++) {
    const [end, start, delta, offset] = [ends, starts, deltas, offsets].map(list =>
      cmap.readUInt16BE(list + 2 * n),
    ) as [number, number, number, number]
    for (let character = start; character <= end && character < 0xffff; character++) {
      const glyph = offset === 0 ? character : cmap.readUInt16BE(offsets + 2 * n + offset + 2 * (character - start))
      if (glyph !== 0) known.set(character, (glyph + delta) & 0xffff)
    }
  }
  return character => known.get(character) ?? 0
}

function subtableAt(cmap: Buffer): number {
  for (let n = 0; n < cmap.readUInt16BE(2); n++) {
    const at = cmap.readUInt32BE(8 + 8 * n)
    if (cmap.readUInt16BE(at) === 4) return at
  }
  throw new Error('The font names its characters in a way we do not read.')
}
