import { hash, type KeyObject } from 'node:crypto'
import jwt from 'jsonwebtoken'
import type { Context, Middleware } from 'koa'
import { deviceUnknown } from '#api/errors.ts'
import type { Device } from '#api/http/access.ts'
import { readAuthor, type Author } from '#api/trust/author.ts'
import type { Certificate } from '#api/trust/enrol-key.ts'
import { knowAgain } from '#api/trust/know-again.ts'
import { isSigned, publicKeyOf } from '#api/trust/p256.ts'
import { readToken } from '#api/trust/signed-token.ts'
import { pullText, pushText } from '#sync/protocol/signed.ts'

const tills = new WeakMap<Device, Author>()

/** The till of a device, as of its request. */
export const tillOf = (device: Device): Author | null => tills.get(device) ?? null

/**
 * Finds the till named in a Device header. The route verifies the signature, because it has the body. @throws 401
 * device_unknown
 */
export const recogniseDevice: Middleware = async (ctx, next) => {
  const [scheme = '', credentials = ''] = ctx.get('Authorization').split(' ')
  if (!/^device$/i.test(scheme)) return next()
  const [, key_id, signature] = /^([\w-]{43})\.([\w-]{86})$/.exec(credentials) ?? []
  if (!key_id) throw deviceUnknown()
  const till = await readAuthor(key_id)
  ctx.state.device = till ? deviceFrom(till, signature!) : strangerFrom(key_id, signature!)
  return next()
}

/** A key unknown here. If a restore lost it, the certificate in the signed content restores it. */
function strangerFrom(key_id: string, signature: string): Device {
  const stranger: Device = {
    key: 0,
    key_id,
    till_id: 0,
    device_id: '',
    isRevoked: false,
    async prove(ctx) {
      const certificate = certificatesIn(ctx).find(token => isOf(token, key_id))
      const facts = certificate === undefined ? null : await readToken<Certificate>('certificate', certificate)
      if (!facts) throw deviceUnknown()
      refuseUnsigned(ctx, publicKeyOf(facts.public_key)!, signature)
      await knowAgain({ certificates: [certificate!] })
      const till = await readAuthor(key_id)
      if (!till) throw deviceUnknown()
      Object.assign(stranger, deviceFrom(till, signature))
      tills.set(stranger, till)
    },
  }
  return stranger
}

const MOST_CERTIFICATES = 50

function certificatesIn({ request }: Context): string[] {
  const { certificates } = Object(request.body) as { certificates?: unknown }
  return Array.isArray(certificates)
    ? certificates.slice(0, MOST_CERTIFICATES).filter(token => typeof token === 'string')
    : []
}

/** Reads a token's claims before verifying it, so that only one of many is verified. */
function isOf(token: string, key_id: string): boolean {
  const claims = jwt.decode(token)
  return typeof claims === 'object' && (claims?.facts as Partial<Certificate> | undefined)?.key_id === key_id
}

function deviceFrom(till: Author, signature: string): Device {
  const { till_id, device_id, isRevoked } = till
  const { id, key_id, key } = till.key!
  const device: Device = {
    key: id,
    key_id,
    till_id,
    device_id,
    isRevoked,
    async prove(ctx) {
      refuseUnsigned(ctx, key, signature)
    },
  }
  tills.set(device, till)
  return device
}

function refuseUnsigned(ctx: Context, key: KeyObject, signature: string): void {
  if (!textsOf(ctx).some(text => isSigned(key, text, signature))) throw deviceUnknown()
}

/** What the header may sign: the body's bytes; without a body, the path too. */
function textsOf(ctx: Context): string[] {
  const body = ctx.state.raw as Buffer | undefined
  const texts = body ? [pushText(hash('sha256', body))] : []
  return body && body.length > 0 ? texts : [...texts, pullText(ctx.originalUrl)]
}
