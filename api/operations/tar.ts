import { Refusal } from '#api/boot/refusal.ts'

const BLOCK = 512

export interface TarEntry {
  name: string
  size: number
  /** Read it to its end, or not at all, before you ask for the next entry. */
  content: AsyncIterable<Buffer>
}

/** The header of a file in a tar archive (ustar), and the padding of its last block. */
export function tarHead(name: string, size: number): Buffer {
  const head = Buffer.alloc(BLOCK)
  if (Buffer.byteLength(name) > 100) throw new Error(`'${name}' is too long a name for the archive.`)
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0')
  head.write(name, 0, 'utf8')
  head.write(octal(0o600, 8), 100)
  head.write(octal(0, 8), 108)
  head.write(octal(0, 8), 116)
  head.write(octal(size, 12), 124)
  head.write(octal(Math.floor(Date.now() / 1000), 12), 136)
  head.write('        ', 148)
  head.write('0', 156)
  head.write('ustar\u000000', 257)
  head.write(
    octal(
      head.reduce((sum, byte) => sum + byte, 0),
      7,
    ),
    148,
  )
  return head
}

export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
/** A shop's archive holds no links, folders or devices. */
const PLAIN_FILE = '0'.charCodeAt(0)

export const TAR_END = Buffer.alloc(2 * BLOCK)

/**
 * The files of a tar archive, one after the other, in the memory of a few chunks. Reads the stream to its end, so that
 * its checks run.
 * @throws {Refusal} if it is cut short, damaged, or not a tar archive
 */
export async function* readTar(stream: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = new Bytes(stream)
  for (;;) {
    const head = await bytes.take(BLOCK)
    if (head.every(byte => byte === 0)) return bytes.finish()
    if (head.toString('latin1', 257, 262) !== 'ustar' || head[156] !== PLAIN_FILE || !isIntact(head))
      throw new Refusal('The archive is damaged, or is not a backup of a shop.')
    const size = Number.parseInt(head.toString('latin1', 124, 135), 8)
    let left = size
    async function* content() {
      while (left > 0) {
        const piece = await bytes.some(left)
        left -= piece.length
        yield piece
      }
    }
    yield { name: head.toString('utf8', 0, 100).replace(/\0.*$/s, ''), size, content: content() }
    while (left > 0) left -= (await bytes.some(left)).length
    await bytes.take(tarPadding(size).length)
  }
}

function isIntact(head: Buffer): boolean {
  const summed = head.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)
  return Number.parseInt(head.toString('latin1', 148, 154), 8) === summed
}

/** Reads a stream by byte counts. */
class Bytes {
  readonly #chunks: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]()
  }

  /** Between one byte and `most`. */
  async some(most: number): Promise<Buffer> {
    if (this.#held.length === 0) this.#held = await this.#next()
    const piece = this.#held.subarray(0, most)
    this.#held = this.#held.subarray(piece.length)
    return piece
  }

  async take(length: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    for (let left = length; left > 0;) {
      const piece = await this.some(left)
      left -= piece.length
      pieces.push(piece)
    }
    return Buffer.concat(pieces)
  }

  /** Two empty blocks end an archive; the first was read. */
  async finish(): Promise<void> {
    await this.take(BLOCK)
    while (!(await this.#chunks.next()).done);
  }

  async #next(): Promise<Buffer> {
    const { value, done } = await this.#chunks.next()
    if (done) throw new Refusal('The archive is cut short.')
    return value.length > 0 ? value : this.#next()
  }
}
