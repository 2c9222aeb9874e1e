import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'

/** What a program of another version wrote, it throws away. */
const KIND = 'selvedge catalogue 4'
const ALIGNED = 8
const AT_ONCE = 4 << 20
/** The header's length and its checksum. */
const PREFIX = 8
const MOST_HEADER = 64 << 20

/** Bytes by name, and what goes with them as JSON. */
export interface Sections {
  about: Record<string, unknown>
  bytes: ReadonlyMap<string, Uint8Array>
}

interface Header {
  kind: string
  about: Record<string, unknown>
  sections: [name: string, bytes: number][]
  /** Of all sections, one after the other. */
  checksum: number
}

const padded = (bytes: number) => Math.ceil(bytes / ALIGNED) * ALIGNED

/** Writes a file that is whole or not there. `isStill` says after each piece whether the bytes are the same yet. */
export async function writeSections(
  path: string,
  { about, bytes }: Sections,
  isStill: () => boolean,
): Promise<boolean> {
  const draft = `${path}.${process.pid}`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(draft, 'w', 0o600)
  try {
    const checksum = await checksumOf(bytes.values())
    const sections = [...bytes].map(([name, section]): [string, number] => [name, section.byteLength])
    const head = Buffer.from(JSON.stringify({ kind: KIND, about, sections, checksum } satisfies Header))
    const start = Buffer.alloc(padded(PREFIX + head.length))
    start.writeUInt32LE(head.length)
    start.writeUInt32LE(crc32(head), 4)
    head.copy(start, PREFIX)
    let at = 0
    for (const section of [start, ...bytes.values()]) {
      for (let from = 0; from < section.byteLength; from += AT_ONCE) {
        if (!isStill()) return false
        const piece = section.subarray(from, from + AT_ONCE)
        await file.write(piece, 0, piece.byteLength, at + from)
      }
      at += padded(section.byteLength)
    }
    await file.truncate(at)
    if (!isStill()) return false
    await file.sync()
    await rename(draft, path)
    return true
  } finally {
    await file.close()
    await rm(draft, { force: true })
  }
}

/** What a file holds; null if there is none, or it is not whole. */
export async function readSections(path: string): Promise<Sections | null> {
  const file = await open(path, 'r').catch(() => null)
  if (!file) return null
  try {
    const { size } = await file.stat()
    // Filling it with zeros first would hold everybody up.
    const whole = Buffer.allocUnsafeSlow(size)
    for (let at = 0; at < size; at += AT_ONCE) {
      const { bytesRead } = await file.read(whole, at, Math.min(AT_ONCE, size - at), at)
      if (bytesRead !== Math.min(AT_ONCE, size - at)) return null
    }
    return await sectionsIn(whole)
  } finally {
    await file.close()
  }
}

async function sectionsIn(whole: Uint8Array): Promise<Sections | null> {
  const header = headerOf(whole)
  if (!header) return null
  const bytes = new Map<string, Uint8Array>()
  let { at } = header
  for (const [name, length] of header.sections) {
    if (at + length > whole.byteLength) return null
    bytes.set(name, whole.subarray(at, at + length))
    at += padded(length)
  }
  return (await checksumOf(bytes.values())) === header.checksum ? { about: header.about, bytes } : null
}

function headerOf(whole: Uint8Array): (Header & { at: number }) | null {
  if (whole.byteLength < PREFIX) return null
  const prefix = new DataView(whole.buffer)
  const length = prefix.getUint32(0, true)
  if (length > MOST_HEADER || PREFIX + length > whole.byteLength) return null
  const head = whole.subarray(PREFIX, PREFIX + length)
  if (crc32(head) !== prefix.getUint32(4, true)) return null
  try {
    const header = JSON.parse(new TextDecoder().decode(head)) as Header
    return header.kind === KIND ? { ...header, at: padded(PREFIX + length) } : null
  } catch {
    return null
  }
}

/** A piece at a time, so that nobody waits for all of them. */
async function checksumOf(all: Iterable<Uint8Array>): Promise<number> {
  let sum = 0
  for (const section of all)
    for (let from = 0; from < section.byteLength; from += AT_ONCE) {
      sum = crc32(section.subarray(from, from + AT_ONCE), sum)
      await new Promise(resolve => setImmediate(resolve))
    }
  return sum
}
