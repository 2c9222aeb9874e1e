import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { execute, insertRow, select, sqlTime } from '#api/db/database.ts'
import { log } from '#api/http/log.ts'
import type { Chaos } from '#api/sandbox/chaos.ts'
import type { Domain } from '#api/sandbox/transactions.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** The waits between failed tries, in ms. */
export const RETRIES: Record<Domain, readonly number[]> = {
  live: [...Array<number>(4).fill(3 * MINUTE), ...Array<number>(72).fill(HOUR)],
  test: Array<number>(10).fill(HOUR),
}
const TIME_OUT_MS = 30_000
const LOOK_EVERY_MS = 30_000

interface Waiting {
  id: number
  domain: Domain
  body: Buffer
  attempts: number
}
export interface Event {
  event: string
  domain: Domain
  data: object
}
export interface Sender {
  /** Stores an event and starts sending it; resolves when it is stored, or, if chaos says so, when it was answered. */
  send: (events: readonly Event[]) => Promise<void>
  /** Sends what is due, with the documented retries; resolves when each was answered or failed. */
  deliverDue: () => Promise<void>
  /** Resolves when nothing is being sent. */
  idle: () => Promise<void>
}

interface Sending {
  url: string
  secretKey: string
  now: () => number
  chaos: () => Chaos
}

/** The sender of webhooks. Anything not answered with 200 is stored and sent again, also after a restart. */
export function webhookSender({ url, secretKey, now, chaos }: Sending): Sender {
  const underWay = new Set<Promise<unknown>>()
  const follow = (work: Promise<unknown>) => {
    const watched = work
      .catch((error: Error) => log.warn({ error: { name: error.name } }, 'sandbox webhooks wait'))
      .finally(() => underWay.delete(watched))
    underWay.add(watched)
    return watched
  }

  const post = async (body: Buffer) => {
    const headers = {
      'content-type': 'application/json',
      'x-paystack-signature': createHmac('sha512', secretKey).update(body).digest('hex'),
    }
    const reply = await fetch(url, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIME_OUT_MS),
    }).catch(() => null)
    await reply?.body?.cancel()
    return reply?.status === 200
  }

  const deliver = async ({ id, domain, body, attempts }: Waiting) => {
    const copies = attempts === 0 ? Math.max(1, chaos().webhooks) : 1
    const answered = (await Promise.all(Array.from({ length: copies }, () => post(body)))).some(Boolean)
    const wait = RETRIES[domain][attempts]
    const next_at = answered || wait === undefined ? null : sqlTime(now() + wait)
    await execute('UPDATE sandbox_webhooks SET attempts = attempts + 1, next_at = ?, delivered_at = ? WHERE id = ?', [
      next_at,
      answered ? sqlTime(now()) : null,
      id,
    ])
  }

  const deliverDue = async () => {
    for (const row of await select<Waiting>(
      'SELECT id, domain, body, attempts FROM sandbox_webhooks WHERE next_at <= ? ORDER BY id',
      [sqlTime(now())],
    ))
      await deliver(row)
  }

  const keep = ({ event, domain, data }: Event, at: number) =>
    insertRow('sandbox_webhooks', {
      event,
      domain,
      body: Buffer.from(written({ event, data }, chaos().odd_bytes)),
      next_at: sqlTime(at),
      created_at: sqlTime(now()),
    })

  const timer = setInterval(() => void follow(deliverDue()), LOOK_EVERY_MS)
  timer.unref()

  return {
    deliverDue,
    async send(events) {
      const { webhooks, webhook_delay, webhook_first } = chaos()
      if (webhooks === 0) return
      for (const event of events) await keep(event, now() + webhook_delay)
      const sending = follow(
        webhook_delay > 0 ? sleep(webhook_delay, undefined, { ref: false }).then(deliverDue) : deliverDue(),
      )
      if (webhook_first) await sending
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

/** The same JSON value in other bytes than JSON.stringify's. */
function written(value: object, oddly: boolean): string {
  return oddly
    ? JSON.stringify(value, null, 1).replace(
        /[a-z](?=[a-z]*")/,
        letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
    : JSON.stringify(value)
}
