import { createCipheriv, createDecipheriv, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { Refusal } from '#api/boot/refusal.ts'

/**
 * An encrypted file starts with this, 16 bytes of salt, and 16 bytes that distinguish a wrong passphrase from a damaged
 * file. Then come 64 KiB pieces, encrypted with AES-256-GCM. Each nonce holds the piece's number and whether it is the
 * last, so that changing, swapping or cutting any is noticed.
 */
export const MAGIC = Buffer.from('SELVEDGE BACKUP 1\n')
const SALT = 16
const CHECK = 16
const HEAD = MAGIC.length + SALT + CHECK
const PIECE = 64 * 1024
const TAG = 16
/** Each guess at a passphrase costs 32 MB and about a tenth of a second. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 ** 2 }

interface Keys {
  key: Buffer
  check: Buffer
}

/** Encrypts a stream. */
export async function* encrypted(plain: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT)
  const { key, check } = await keysOf(passphrase, salt)
  const head = Buffer.concat([MAGIC, salt, check])
  yield head
  let n = 0
  for await (const { piece, last } of piecesOf(plain, PIECE)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(n++, last)).setAAD(head)
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
  }
}

/**
 * Reads what `encrypted` wrote, with the passphrase that fits. @throws {Refusal} if none does, or a byte differs or is
 * missing
 */
export async function* decrypted(bytes: AsyncIterable<Buffer>, passphrases: readonly string[]): AsyncGenerator<Buffer> {
  let keys: Keys | null = null
  let head: Buffer = Buffer.alloc(0)
  let n = 0
  for await (const { piece, last } of piecesOf(bytes, PIECE + TAG, HEAD)) {
    if (!keys) {
      if (piece.length < HEAD || last) throw new Refusal('The archive is cut short.')
      keys = await fitting(passphrases, piece)
      head = piece
      continue
    }
    if (piece.length < TAG) throw new Refusal('The archive is cut short.')
    const decipher = createDecipheriv('aes-256-gcm', keys.key, nonceOf(n++, last))
      .setAAD(head)
      .setAuthTag(piece.subarray(-TAG))
    const plain = decipher.update(piece.subarray(0, -TAG))
    try {
      decipher.final()
    } catch {
      throw new Refusal('The archive is damaged or cut short.')
    }
    yield plain
  }
}

async function fitting(passphrases: readonly string[], head: Buffer): Promise<Keys> {
  for (const passphrase of passphrases) {
    const keys = await keysOf(passphrase, head.subarray(MAGIC.length, MAGIC.length + SALT))
    if (timingSafeEqual(keys.check, head.subarray(-CHECK))) return keys
  }
  throw new Refusal(
    'The archive is encrypted with another passphrase. Set BACKUP_PASSPHRASE to the one it was made with, or to the text of the file backup-key in its DATA_DIR.',
  )
}

function keysOf(passphrase: string, salt: Buffer): Promise<Keys> {
  return new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFC'), salt, 32 + CHECK, COST, (error, made) =>
      error ? reject(error) : resolve({ key: made.subarray(0, 32), check: made.subarray(32) }),
    ),
  )
}

/** Never repeats under one key: each file has its own salt, so its own key. */
function nonceOf(n: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt8(last ? 1 : 0, 0)
  nonce.writeBigUInt64BE(BigInt(n), 4)
  return nonce
}

/** A stream in pieces of one size, the first of `first` bytes if given; the last holds the rest, which may be empty. */
async function* piecesOf(
  stream: AsyncIterable<Buffer>,
  size: number,
  first = size,
): AsyncGenerator<{ piece: Buffer; last: boolean }> {
  let held: Buffer[] = []
  let [length, wanted] = [0, first]
  for await (const chunk of stream) {
    held.push(chunk)
    length += chunk.length
    if (length <= wanted) continue
    let all = Buffer.concat(held)
    while (all.length > wanted) {
      yield { piece: all.subarray(0, wanted), last: false }
      all = all.subarray(wanted)
      wanted = size
    }
    ;[held, length] = [[all], all.length]
  }
  yield { piece: Buffer.concat(held), last: true }
}
