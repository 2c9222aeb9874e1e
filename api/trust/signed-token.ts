import { createSecretKey, type KeyObject } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { outsideTransaction, selectOne } from '#api/db/database.ts'

/** What the server signs for tills. Another type, or an access token, never passes for one of them. */
export type TokenType = 'grant' | 'certificate'

const ISSUER = 'shop'
const AUDIENCE = 'shop-till'

let key: Promise<KeyObject> | null = null

/** What the server's own tokens hang on. Read once. A failure is not remembered. */
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

/**
 * Facts that a till keeps and the server knows again, even after a restore from a backup that is older than they are.
 */
export const signToken = async (type: TokenType, facts: object): Promise<string> =>
  jwt.sign({ facts, typ: type }, await secret(), { algorithm: 'HS256', issuer: ISSUER, audience: AUDIENCE })

/**
 * The facts of a token, or null for one that is edited, of another type, not ours, or signed at or after `before`, in
 * epoch ms. Whether they still hold is for the caller to judge.
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
