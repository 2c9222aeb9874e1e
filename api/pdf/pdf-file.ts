import { open, type FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import type { Font } from '#api/pdf/true-type.ts'

const compress = promisify(deflate)

/** Stands for a character the font lacks: '?'. */
export const UNKNOWN = 63

/** Fixed numbers of the objects that others refer to. */
const CATALOGUE = 1
const PAGES = 2

/**
 * A PDF written page by page, so that a long one takes no memory, and compression does not block the process. Embeds
 * the fonts it is opened with.
 */
export class PdfFile {
  readonly #file: FileHandle
  readonly #fonts: Record<string, { font: Font; used: Map<number, number>; id: number }> = {}
  /** The position of each object, by its number. */
  readonly #begins: number[] = [0, 0, 0]
  readonly #pages: number[] = []
  #length = 0

  private constructor(file: FileHandle, fonts: Record<string, Font>) {
    this.#file = file
    for (const [name, font] of Object.entries(fonts)) this.#fonts[name] = { font, used: new Map(), id: this.#reserve() }
  }

  static async open(path: string, fonts: Record<string, Font>): Promise<PdfFile> {
    const pdf = new PdfFile(await open(path, 'w', 0o600), fonts)
    await pdf.#write('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n')
    return pdf
  }

  /** Text for a content stream: the numbers of its glyphs. */
  textOf(name: string, text: string): string {
    const { font, used } = this.#fonts[name]!
    let shown = ''
    for (const letter of text) {
      const character = letter.codePointAt(0)!
      const glyph = font.glyphOf(character) || font.glyphOf(UNKNOWN)
      used.set(glyph, character)
      shown += glyph.toString(16).padStart(4, '0')
    }
    return `<${shown}>`
  }

  /** Adds a page of this size, in points, with the drawing of a content stream. */
  async page(width: number, height: number, content: string): Promise<void> {
    const stream = await this.#stream(Buffer.from(content, 'latin1'))
    const fonts = Object.entries(this.#fonts)
      .map(([name, { id }]) => `/${name} ${id} 0 R`)
      .join(' ')
    const id = this.#reserve()
    await this.#object(
      id,
      `<< /Type /Page /Parent ${PAGES} 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${stream} 0 R /Resources << /Font << ${fonts} >> >> >>`,
    )
    this.#pages.push(id)
  }

  /** Writes the end. Without it the file is not a valid PDF. */
  async close(title: string): Promise<void> {
    for (const { font, used, id } of Object.values(this.#fonts)) await this.#font(id, font, used)
    await this.#object(
      PAGES,
      `<< /Type /Pages /Count ${this.#pages.length} /Kids [${this.#pages.map(id => `${id} 0 R`).join(' ')}] >>`,
    )
    await this.#object(
      CATALOGUE,
      `<< /Type /Catalog /Pages ${PAGES} 0 R /Lang (en-GH) /ViewerPreferences << /DisplayDocTitle true >> >>`,
    )
    const info = this.#reserve()
    await this.#object(info, `<< /Title <feff${Buffer.from(title, 'utf16le').swap16().toString('hex')}> >>`)
    const begin = this.#length
    const entries = this.#begins
      .slice(1)
      .map(at => `${String(at).padStart(10, '0')} 00000 n \n`)
      .join('')
    await this.#write(
      `xref\n0 ${this.#begins.length}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${this.#begins.length} /Root ${CATALOGUE} 0 R /Info ${info} 0 R >>\nstartxref\n${begin}\n%%EOF\n`,
    )
    await this.#file.sync()
    await this.#file.close()
  }

  /** Leaves the file unfinished. */
  async abandon(): Promise<void> {
    await this.#file.close().catch(() => {})
  }

  async #font(id: number, font: Font, used: ReadonlyMap<number, number>): Promise<void> {
    const [file, unicode, descriptor, descendant] = [
      await this.#stream(font.file, `/Length1 ${font.file.length}`),
      await this.#stream(Buffer.from(toUnicode(used))),
      this.#reserve(),
      this.#reserve(),
    ]
    const name = `/SHOPAA+Letters${id}`
    await this.#object(
      descriptor,
      `<< /Type /FontDescriptor /FontName ${name} /Flags 4 /FontBBox [${font.box.join(' ')}] /ItalicAngle 0 /Ascent ${font.ascent} /Descent ${font.descent} /CapHeight ${font.ascent} /StemV 80 /FontFile2 ${file} 0 R >>`,
    )
    const widths = [...used.keys()]
      .sort((a, b) => a - b)
      .map(glyph => `${glyph} [${font.widthOf(glyph)}]`)
      .join(' ')
    await this.#object(
      descendant,
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont ${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /CIDToGIDMap /Identity /W [${widths}] >>`,
    )
    await this.#object(
      id,
      `<< /Type /Font /Subtype /Type0 /BaseFont ${name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${unicode} 0 R >>`,
    )
  }

  #reserve(): number {
    return this.#begins.push(0) - 1
  }

  async #stream(bytes: Buffer, entries = ''): Promise<number> {
    const id = this.#reserve()
    const packed = await compress(bytes)
    this.#begins[id] = this.#length
    await this.#write(`${id} 0 obj\n<< /Filter /FlateDecode /Length ${packed.length} ${entries} >>\nstream\n`)
    await this.#write(packed)
    await this.#write('\nendstream\nendobj\n')
    return id
  }

  async #object(id: number, content: string): Promise<void> {
    this.#begins[id] = this.#length
    await this.#write(`${id} 0 obj\n${content}\nendobj\n`)
  }

  async #write(content: string | Buffer): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content
    await this.#file.writeFile(bytes)
    this.#length += bytes.length
  }
}

/** The character of each glyph, so that a reader can search, copy and read aloud. */
function toUnicode(used: ReadonlyMap<number, number>): string {
  const lines = [...used].map(
    ([glyph, character]) =>
      `<${glyph.toString(16).padStart(4, '0')}> <${Buffer.from(String.fromCodePoint(character), 'utf16le').swap16().toString('hex')}>`,
  )
  const blocks: string[] = []
  for (let at = 0; at < lines.length; at += 100)
    blocks.push(`${Math.min(100, lines.length - at)} beginbfchar\n${lines.slice(at, at + 100).join('\n')}\nendbfchar`)
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Shop def /CMapType 2 def\n1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n${blocks.join('\n')}\nendcmap end end`
}
