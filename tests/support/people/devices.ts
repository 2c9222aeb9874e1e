import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Mutation, PushReply, Verdict } from '#sync/protocol/mutation.ts'
import { saleTotals } from '#sync/protocol/pricing.ts'
import { patience } from '#tests/support/patience.ts'

/** `statuses`: the statuses of its requests; 0 if no reply came. */
export interface Device {
  device_id: string
  code: string
  unsent: Mutation[]
  verdicts: Map<string, Verdict>
  sent: number
  statuses: Set<number>
}

/** A till with a number of finished three-line sales waiting, over the given goods. */
export function aDevice(
  code: string,
  sales: number,
  { goods, teller_id, random }: { goods: { id: number; price: number }[]; teller_id: number; random: () => number },
): Device {
  const unsent = Array.from({ length: sales }, (_, i): Mutation => {
    const id = randomUUID()
    const lines = Array.from({ length: 3 }, () => {
      const { id: product_variation_id, price } = goods[Math.floor(random() * goods.length)]!
      return { product_variation_id, quantity: 1 + Math.floor(random() * 3), price }
    })
    const occurred_at = new Date().toISOString()
    const account_code = ['CASH', 'MTN_MOBILE_MONEY', 'BANK'][Math.floor(random() * 3)]!
    const payload = {
      id,
      number: `${code}-${String(i + 1).padStart(6, '0')}`,
      till_code: code,
      teller_id,
      occurred_at,
      account_code,
      lines,
      discount: 0,
      total: saleTotals(lines).total,
    }
    return { id, kind: 'sale.record', seq: i + 1, occurred_at, payload }
  })
  return { device_id: randomUUID(), code, unsent, verdicts: new Map(), sent: 0, statuses: new Set() }
}

/**
 * Sends waiting sales, one request at a time, until each has its verdict, and repeats after every error.
 * @throws if a sale is rejected or two answers about one sale differ
 */
export async function drain(
  device: Device,
  url: string,
  {
    token,
    batch,
    onVerdicts,
  }: { token: () => Promise<string>; batch: () => number; onVerdicts: (count: number) => void },
) {
  while (device.unsent.length > 0) {
    const mutations = device.unsent.slice(0, batch())
    const { status, verdicts } = await push(url, { protocol: 1, device_id: device.device_id, mutations }, await token())
    device.sent += mutations.length
    device.statuses.add(status)
    if (!verdicts) {
      await sleep(20 + Math.random() * 80)
      continue
    }
    for (const verdict of verdicts) {
      if (verdict.status === 'rejected') throw new Error(`A finished sale was refused: ${JSON.stringify(verdict)}`)
      const earlier = device.verdicts.get(verdict.id)
      if (earlier && JSON.stringify(earlier) !== JSON.stringify(verdict))
        throw new Error(`Two answers about ${verdict.id}`)
      device.verdicts.set(verdict.id, verdict)
    }
    device.unsent = device.unsent.filter(({ id }) => !device.verdicts.has(id))
    onVerdicts(verdicts.length)
  }
}

async function push(url: string, body: object, token: string): Promise<{ status: number; verdicts: Verdict[] | null }> {
  try {
    const reply = await fetch(`${url}/api/sync/push`, {
      method: 'POST',
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patience(20_000)),
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'x-device-time': new Date().toISOString(),
      },
    })
    return {
      status: reply.status,
      verdicts: reply.status === 200 ? ((await reply.json()) as PushReply).verdicts : null,
    }
  } catch {
    return { status: 0, verdicts: null } // in every case the result is unknown and the sales stay
  }
}
