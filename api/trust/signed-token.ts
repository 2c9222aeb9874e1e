import { createSecretKey, type KeyObject } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { outsideTransaction, selectOne } from '#api/db/database.ts'

/** What the server signs for tills. A token of another type, or an access token, never passes as one of them. */
export type TokenType = 'grant' | 'certificate'

const ISSUER = 'shop'
const AUDIENCE = 'shop-till'

let key: Promise<KeyObject> | null = null

/** The secret behind the server's tokens. Read once; a failure is retried. */
export function secret(): Promise<KeyObject> {
  key ??= outsideTransaction(readSecret).catch((error: unknown) => {
    key = null
    throw error
  })
  return key
}

async function readSecret(): Promise<KeyObject> {
  const { token_secret } = (await selectOne<{ token_secret: string }>(
    'SELECT token_secret FROM shop_generation WHERE id = 1',
  ))!
  return createSecretKey(token_secret, 'hex')
}

/** Facts that a till stores and the server recognises, even after a restore from an older backup. */
export const signToken = async (type: TokenType, facts: object): Promise<string> =>
  jwt.sign({ facts, typ: type }, await secret(), { algorithm: 'HS256', issuer: ISSUER, audience: AUDIENCE })

/**
 * A token's facts; null if it is altered, of another type, not ours, or signed at or after `before`, in epoch ms. The
 * caller checks whether they still hold.
 */
export async function readToken<Facts extends object>(
  type: TokenType,
  token: string,
  before = Infinity,
): Promise<Facts | null> {
  const verifier = await secret()
  try {
    const claims = jwt.verify(token, verifier, { algorithms: ['HS256'], issuer: ISSUER, audience: AUDIENCE })
    if (typeof claims !== 'object' || claims.typ !== type || typeof claims.facts !== 'object') return null
    return before === Infinity || (claims.iat ?? Infinity) * 1000 < before ? (claims.facts as Facts) : null
  } catch (error) {
    if (error instanceof jwt.JsonWebTokenError) return null
    throw error
  }
}
