import {
  AFTER_NAME,
  BEFORE_LETTERS,
  BEFORE_NAME,
  lengthen,
  lengthInFull,
  shorten,
} from '#api/catalogue-index/text-codes.ts'

const CHUNK = 1 << 20
const QUOTE = '"'.charCodeAt(0)
const BACKSLASH = '\\'.charCodeAt(0)
/** Of a letter in UTF-8. */
const MOST_BYTES = 3

/** The place of a text: its chunk times the length of one, plus the offset in it. */
type Address = number

interface Chunk {
  bytes: Buffer
  used: number
  unused: number
}

let rooms = { full: Buffer.allocUnsafeSlow(1 << 16), short: Buffer.allocUnsafeSlow(1 << 16) }

/** Two memories to work in, each with room for this many bytes. */
function roomsFor(bytes: number): typeof rooms {
  if (rooms.full.length < bytes)
    rooms = { full: Buffer.allocUnsafeSlow(bytes * 2), short: Buffer.allocUnsafeSlow(bytes * 2) }
  return rooms
}

/** Summaries in short, side by side in pieces of a megabyte. In the heap they would take many times as much. */
export class Texts {
  chunks: Chunk[] = []

  write(text: string): { from: Address; length: number } {
    const { full, short } = roomsFor(text.length * MOST_BYTES)
    const length = shorten(full, full.write(text), short)
    let chunk = this.chunks.at(-1)
    if (!chunk || chunk.used + length > chunk.bytes.length) {
      chunk = { bytes: Buffer.allocUnsafeSlow(Math.max(CHUNK, length)), used: 0, unused: 0 }
      this.chunks.push(chunk)
    }
    short.copy(chunk.bytes, chunk.used, 0, length)
    chunk.used += length
    return { from: (this.chunks.length - 1) * CHUNK + chunk.used - length, length }
  }

  read(from: Address, length: number): string {
    const { full } = roomsFor(this.bytesIn(from, length))
    return full.toString('utf8', 0, this.copy(from, length, { into: full, at: 0 }))
  }

  /** The first name in a text. Sorting asks for it so often that the rest is not read. */
  readName(from: Address, length: number): string {
    const { bytes } = this.chunks[Math.floor(from / CHUNK)]!
    const start = bytes.indexOf(BEFORE_NAME, from % CHUNK) + 1
    let end = start
    while (bytes[end]! > BEFORE_LETTERS && bytes[end] !== QUOTE && bytes[end] !== BACKSLASH) end += 1
    const isWhole = bytes[end] === AFTER_NAME && start > 0 && end < (from % CHUNK) + length
    return isWhole ? bytes.toString('utf8', start, end) : (JSON.parse(this.read(from, length)) as { name: string }).name
  }

  /** Copies a text's bytes and returns where they end. */
  copy(from: Address, length: number, into: { into: Buffer; at: number }): number {
    const start = from % CHUNK
    return lengthen(this.chunks[Math.floor(from / CHUNK)]!.bytes, [start, start + length], into)
  }

  /** How many bytes a text takes in full. */
  bytesIn(from: Address, length: number): number {
    const start = from % CHUNK
    return lengthInFull(this.chunks[Math.floor(from / CHUNK)]!.bytes, start, start + length)
  }

  forget(from: Address, length: number): void {
    this.chunks[Math.floor(from / CHUNK)]!.unused += length
  }

  /** A chunk of which less than half is in use; -1 if there is none. */
  get wasteful(): number {
    return this.chunks.findIndex(({ used, unused }, nth) => unused * 2 > used && nth < this.chunks.length - 1)
  }

  isIn(chunk: number, from: Address): boolean {
    return Math.floor(from / CHUNK) === chunk
  }

  /** Gives back a chunk whose texts were written elsewhere. */
  release(chunk: number): void {
    this.chunks[chunk] = { bytes: Buffer.alloc(0), used: 0, unused: 0 }
  }
}
