import type { TillDb } from '../till-db.ts'

/** This device's AES key. It cannot be exported, so what it seals is worth nothing on another device. */
interface Vault {
  key: 'vault'
  secret: CryptoKey
}

/** Data under this device's key. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>
  bytes: ArrayBuffer
}

const IV_BYTES = 12
const vaults = (db: TillDb) => db.table<Vault, string>('till')

/** Encrypts data for this device alone. `about`: what it belongs to; it opens for nothing else. */
export async function seal(db: TillDb, about: string, plain: BufferSource): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  return { iv, bytes: await crypto.subtle.encrypt(sealing(iv, about), await secretOf(db), plain) }
}

/** The data; null if another device sealed it, if it belongs to something else, or if it was changed. */
export async function unseal(db: TillDb, about: string, { iv, bytes }: Sealed): Promise<ArrayBuffer | null> {
  const secret = await secretOf(db)
  return crypto.subtle.decrypt(sealing(iv, about), secret, bytes).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'OperationError') return null
    throw error
  })
}

const sealing = (iv: Uint8Array<ArrayBuffer>, about: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(about),
})

/** Made at its first use. Another tab may make one at the same time: the first on disk wins. */
async function secretOf(db: TillDb): Promise<CryptoKey> {
  const kept = await vaults(db).get('vault')
  if (kept) return kept.secret
  const secret = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  return db.transaction('rw', db.till, async () => {
    const other = await vaults(db).get('vault')
    if (!other) await vaults(db).put({ key: 'vault', secret })
    return other?.secret ?? secret
  })
}
