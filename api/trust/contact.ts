import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { secret } from '#api/trust/signed-token.ts'

const CIPHER = 'aes-256-gcm'
const [NONCE, TAG] = [12, 16]

const key = async () =>
  createHmac('sha256', await secret())
    .update('contact')
    .digest()

/**
 * Encrypts an email address, which travels with a grant, so that only the shop can read it. Tills store no addresses,
 * but after a restore the shop can write to a teller its backup does not know.
 */
export async function closeContact(email: string): Promise<string> {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(CIPHER, await key(), nonce)
  const closed = Buffer.concat([cipher.update(email, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), closed]).toString('base64url')
}

/** The address, or null if the shop did not encrypt it. */
export async function openContact(closed: string): Promise<string | null> {
  const bytes = Buffer.from(closed, 'base64url')
  if (bytes.length <= NONCE + TAG) return null
  const decipher = createDecipheriv(CIPHER, await key(), bytes.subarray(0, NONCE))
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
