import { hash } from 'node:crypto'
import type { Context, Middleware } from 'koa'
import { selectOne } from '#api/db/database.ts'
import { deviceUnknown } from '#api/errors.ts'
import type { Device } from '#api/http/access.ts'
import { isSigned, publicKeyOf } from '#api/trust/p256.ts'
import { pullText, pushText } from '#sync/protocol/signed.ts'

interface Row { key: number; key_id: string; x: string; y: string; till_id: number; device_id: string; status_code: string }

/** Finds the till that a Device header names. Its signature is proved by the route, which has the body. @throws 401 device_unknown */
export const recogniseDevice: Middleware = async (ctx, next) => {
  const [scheme = '', credentials = ''] = ctx.get('Authorization').split(' ')
  if (!/^device$/i.test(scheme)) return next()
  const [, key_id, signature] = /^([\w-]{43})\.([\w-]{86})$/.exec(credentials) ?? []
  const row = key_id && await selectOne<Row>(`SELECT k.id AS \`key\`, k.key_id, k.x, k.y, t.id AS till_id, t.device_id, t.status_code
    FROM till_keys k JOIN tills t ON t.id = k.till_id WHERE k.key_id = ?`, [key_id])
  if (!row) throw deviceUnknown()
  ctx.state.device = deviceFrom(row, signature!)
  return next()
}

const deviceFrom = ({ status_code, x, y, ...row }: Row, signature: string): Device => ({
  ...row,
  isRevoked: status_code === 'REVOKED',
  prove(ctx) {
    if (!textsOf(ctx).some(text => isSigned(publicKeyOf({ x, y })!, text, signature))) throw deviceUnknown()
  },
})

/** What the header may sign: the bytes of a body; where there is no body, the path as well. */
function textsOf(ctx: Context): string[] {
  const body = ctx.state.raw as Buffer | undefined
  const texts = body ? [pushText(hash('sha256', body))] : []
  return body && body.length > 0 ? texts : [...texts, pullText(ctx.originalUrl)]
}
