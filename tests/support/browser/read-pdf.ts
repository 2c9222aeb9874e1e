import { inflateSync } from 'node:zlib'

/**
 * The contents of a PDF as a reader finds them: the drawn words, by the file's own map from glyphs to characters;
 * lengths in points.
 */
export interface ReadPdf {
  source: string
  /** For each page: left, bottom, right, top. */
  boxes: number[][]
  words: string[]
  /** The position of each word, from the left and from below. */
  places: { x: number; y: number }[]
  /** Filled shapes, from the left. */
  shapes: { from: number; to: number }[]
}

export function readPdf(bytes: Buffer): ReadPdf {
  const source = bytes.toString('latin1')
  const streams = [...source.matchAll(/stream\r?\n/g)].map(({ index, 0: { length } }) =>
    inflated(bytes.subarray(index + length, source.indexOf('endstream', index))),
  )
  const characters = new Map(
    streams.flatMap(stream =>
      [...stream.matchAll(/^<([0-9a-f]{4})> ?<([0-9a-f]{4})>$/gim)].map(
        ([, glyph, code]) => [glyph!.toLowerCase(), String.fromCharCode(Number.parseInt(code!, 16))] as const,
      ),
    ),
  )
  const drawn = streams.filter(stream => / Tj| re\s+f/.test(stream))
  const read = (glyphs: string) =>
    (glyphs.match(/.{4}/g) ?? []).map(glyph => characters.get(glyph.toLowerCase()) ?? '\uFFFD').join('')
  const all = (pattern: RegExp) => drawn.flatMap(stream => [...stream.matchAll(pattern)])
  return {
    source,
    boxes: [...source.matchAll(/\/MediaBox \[([^\]]+)\]/g)].map(([, box]) => box!.trim().split(/\s+/).map(Number)),
    words: all(/<([0-9a-f]+)> Tj/gi).map(([, glyphs]) => read(glyphs!)),
    places: all(/([\d.-]+) ([\d.-]+) Td/g).map(([, x, y]) => ({ x: Number(x), y: Number(y) })),
    shapes: all(/([\d.-]+) [\d.-]+ ([\d.-]+) [\d.-]+ re\s+f/g).map(([, x, width]) => ({
      from: Number(x),
      to: Number(x) + Number(width),
    })),
  }
}

/** Fonts and pictures are not deflated, or are not text. */
function inflated(stream: Buffer): string {
  try {
    return inflateSync(stream).toString('latin1')
  } catch (error) {
    if (error instanceof Error && 'code' in error) return ''
    throw error
  }
}
