import Joi from 'joi'
import type { Context } from 'koa'
import { deviceUnknown, invalid, unauthenticated } from '#api/errors.ts'
import type { Device, Session } from '#api/http/access.ts'
import { route } from '#api/http/route.ts'
import { isStorableTime } from '#api/sales/storable-time.ts'
import { applyAll } from '#api/sync/apply.ts'
import { readArrivals, type Delivery } from '#api/sync/prove-arrival.ts'
import { readEnvelope, type Envelope, type SignedEnvelope } from '#api/sync/envelope.ts'
import { noteSeen } from '#api/sync/note-seen.ts'
import { toldHead } from '#api/seal/head.ts'
import { compareHead, compareRecentHead } from '#api/seal/shown-head.ts'
import { shapeSigned } from '#api/sync/signed-verdict.ts'
import { readAuthor, readUnsignedAuthor, type Author } from '#api/trust/author.ts'
import { tillOf } from '#api/trust/device.ts'
import { readPushState } from '#api/trust/generation.ts'
import { knowAgain } from '#api/trust/know-again.ts'
import { findResend } from '#api/trust/resend.ts'
import { SEAL_HEADER, SIGNED_PROTOCOL, type SealHead } from '#sync/protocol/signed.ts'
import { STAFF } from '#sync/protocol/roles.ts'

const verdictReply = Joi.object({
  id: Joi.string().allow('').required(),
  status: Joi.string().valid('accepted', 'rejected').required(),
  kind: Joi.string().allow(''),
  booking: Joi.object().unknown(),
  order_id: Joi.number(),
  number: Joi.string(),
  exceptions: Joi.array().items(Joi.string()),
  error: Joi.object({ message: Joi.string().required(), code: Joi.string().required(), errors: Joi.object() }),
})

export const pushRoutes = [
  route(
    'POST /api/sync/push',
    {
      summary:
        'Takes up to 50 mutations from a till and returns a verdict for each, in order. If the till signs it, nobody needs to be signed in.',
      access: STAFF,
      devices: true,
      beforeProof: true, // sales are facts, and a till in the background cannot ask for a second factor
      idempotent: false,
      body: Joi.any().description(
        'An envelope from one device in one protocol; each mutation in it is judged by itself.',
      ),
      reply: Joi.object({
        verdicts: Joi.array().items(verdictReply).required(),
        server_time: Joi.string().required(),
        generation: Joi.string(),
        resend_from: Joi.number(),
        rekey: Joi.boolean(),
        seal: Joi.object({
          seq: Joi.number().required(),
          hash: Joi.string().required(),
          signature: Joi.string().required(),
        }).description("The latest head of the books' seal."),
        seal_at: Joi.object({ seq: Joi.number().required(), hash: Joi.string().allow(null).required() }).description(
          'What the books have where the till’s last head was, which it shows as X-Seal.',
        ),
      }),
    },
    async ({ body, session, device, ctx }) => {
      const received_at = Date.now()
      ctx.compress = { threshold: FIRST_FLIGHT_BYTES }
      const envelope = readEnvelope(body)
      const delivery = await deliveryOf(envelope, { session, device, received_at, ctx })
      const arrivals = readArrivals(envelope.mutations, delivery)
      const { verdicts, state } = await applyAll(arrivals)
      const seen = noteSender(device, delivery.author)
      if (envelope.protocol !== SIGNED_PROTOCOL) {
        await seen
        return {
          verdicts: verdicts.filter(verdict => verdict !== null),
          server_time: new Date().toISOString(),
          ...sealed(),
        }
      }
      const key = delivery.author?.key?.id ?? null
      const compare = arrivals.length === 0 ? compareHead : compareRecentHead
      const [{ generation, forked }, seal_at, resend_from] = await Promise.all([
        state ?? readPushState(key),
        device && compare(ctx.get(SEAL_HEADER), device.till_id),
        key === null || state?.hasGap === false
          ? null
          : findResend(
              key,
              arrivals.length === 0 ? null : arrivals.flatMap(({ link }) => link ?? []),
              'certificates' in envelope,
            ),
        seen,
      ])
      return {
        verdicts: shapeSigned(verdicts, arrivals),
        server_time: new Date().toISOString(),
        generation,
        ...(resend_from !== null && { resend_from }),
        ...(seal_at && { seal_at }),
        ...(forked && device?.key === key && { rekey: true }),
        ...sealed(),
      }
    },
  ),
]

/** Read from memory, because a push must not wait for it. */
const sealed = (): { seal?: SealHead } => {
  const seal = toldHead()
  return seal ? { seal } : {}
}

interface Request {
  session: Session | null
  device: Device | null
  received_at: number
  ctx: Context
}

/** @throws 401 for signed mutations from an unknown device, or unsigned ones without a session */
async function deliveryOf(
  envelope: Envelope | SignedEnvelope,
  { session, device, received_at, ctx }: Request,
): Promise<Delivery> {
  const { protocol, device_id } = envelope
  const skew_ms = skewOf(ctx.get('X-Device-Time'), received_at)
  const sender = { carrier_key: device?.key ?? null, session_id: session?.id ?? null, ip: ctx.ip }
  if (!('key_id' in envelope)) {
    if (!session) throw unauthenticated()
    return {
      protocol,
      device_id,
      received_at,
      skew_ms,
      sender,
      bearer: session.user?.id ?? null,
      author: await readUnsignedAuthor(device_id),
    }
  }
  if (!device) throw deviceUnknown()
  await knowAgain(envelope)
  const author = (device.key_id === envelope.key_id && tillOf(device)) || (await readAuthor(envelope.key_id))
  if (author && author.device_id !== device_id) throw invalid({ device_id: ['This key belongs to another device.'] })
  // A carrier's clock says nothing about the author's.
  return {
    protocol,
    device_id,
    received_at,
    skew_ms: device.device_id === device_id ? skew_ms : null,
    sender,
    bearer: null,
    author,
  }
}

/** Skips devices that are not tills. */
async function noteSender(device: Device | null, author: Author | null): Promise<void> {
  const till = device ? tillOf(device) : author
  if (till && !till.isSeenLately) await noteSeen(till.device_id)
}

/** This much arrives before the first acknowledgement, so compressing it gains nothing. */
const FIRST_FLIGHT_BYTES = 14_000

/** Only the skew depends on the device's time, so an invalid one counts as absent. */
function skewOf(deviceTime: string, received_at: number): number | null {
  const time = Date.parse(deviceTime)
  return isStorableTime(time) ? time - received_at : null
}
