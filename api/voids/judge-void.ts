import { select, selectOne } from '#api/db/database.ts'
import type { Found } from '#api/exceptions/raise-exception.ts'
import type { WaitingVoid } from '#api/voids/waiting-void.ts'

/** The sale that a void names, with its place in the chain of its till. */
export interface VoidedSale {
  order_id: number
  number: string
  account_code: string
  total: number
  refunded: number
  collected: number
  discount: number
  /** The till that voids it did not ring it up. */
  isElsewhere: boolean
}

interface Row extends Omit<VoidedSale, 'isElsewhere'> {
  device_id: string | null
  seq: number | null
  is_own: 0 | 1
  is_same_day: 0 | 1
}

const SALE = `SELECT o.id AS order_id, COALESCE(o.number, o.id) AS number, o.account_code, o.total, o.refunded,
    o.collected, o.discount, v.device_id, v.seq, o.business_date = :business_date AS is_same_day,
    COALESCE(v.device_id = :device_id, o.till_code = (SELECT t.code FROM tills t WHERE t.device_id = :device_id)
      AND o.till_code <> '', :device_id IS NULL) AS is_own
  FROM orders o LEFT JOIN sync_verdicts v ON v.mutation_id = o.sale_id WHERE o.sale_id = :sale_id`

/** Finds the sale of a void, and what a manager should look at. Nothing of it refuses the void. */
export async function judgeVoid(voided: WaitingVoid): Promise<{ sale: VoidedSale | null; found: readonly Found[] }> {
  const { device_id, business_date, sale_mutation_id: sale_id } = voided
  const row = await selectOne<Row>(SALE, { device_id, business_date, sale_id })
  if (!row) return { sale: null, found: [] }
  const { device_id: sold_on, seq, is_own, is_same_day, ...sale } = row
  const note = noteOn(voided, row)
  if (is_own === 0)
    return {
      sale: { ...sale, isElsewhere: true },
      found: [note('VOID_ELSEWHERE', 'Another till rang up the sale. Nothing was booked.')],
    }
  const broken = [...(await placeOf(voided, { sold_on, seq, is_same_day })), ...(await rightOf(voided))]
  return {
    sale: { ...sale, isElsewhere: false },
    found: broken.length === 0 ? [] : [note('VOID_RULE', broken.join(' '))],
  }
}

export const noteOn =
  ({ mutation_id, till_code }: WaitingVoid, { order_id, number }: Pick<VoidedSale, 'order_id' | 'number'>) =>
  (code: Found['code'], detail: string): Found => ({
    code,
    once_key: `${code} ${mutation_id}`,
    order_id,
    detail: `${till_code}: void of ${number}. ${detail}`,
  })

interface Sold {
  sold_on: string | null
  seq: number | null
  is_same_day: 0 | 1
}

/** Whether it was the till's last sale, in its own shift, or without shifts on its own day. */
async function placeOf(
  { device_id, seq }: WaitingVoid,
  { sold_on, seq: sold_at, is_same_day }: Sold,
): Promise<string[]> {
  if (sold_on === null || sold_at === null || seq === null) return []
  const rows = await select<{ what: 'sale' | 'shift' | 'open' }>(
    `SELECT 'sale' AS what FROM sync_verdicts WHERE device_id = :device_id AND seq > :sold_at AND seq < :seq
      AND kind = 'sale.record' AND verdict LIKE '%"status":"accepted"%'
    UNION SELECT 'shift' FROM shift_closings WHERE device_id = :device_id AND seq > :sold_at AND seq < :seq
    UNION SELECT 'shift' FROM shifts WHERE device_id = :device_id AND seq > :sold_at AND seq < :seq
    UNION SELECT 'open' FROM shifts s WHERE s.device_id = :device_id AND s.seq < :sold_at
      AND NOT EXISTS (SELECT 1 FROM shift_closings c WHERE c.device_id = s.device_id AND c.seq > s.seq
        AND c.seq < :sold_at)`,
    { device_id, sold_at, seq },
  )
  const has = (what: string) => rows.some(row => row.what === what)
  return [
    ...(has('sale') ? ['It was not the last sale.'] : []),
    ...(has('shift') ? ['Its shift was already closed.'] : []),
    ...(!has('shift') && !has('open') && is_same_day === 0 ? ['It was a sale from another day.'] : []),
  ]
}

const IS_DENIED = `SELECT 1 FROM users u JOIN settings s ON s.name = 'void_manager' AND s.value = 'OFF'
  WHERE u.id = ? AND u.role_code = 'MANAGER'`

const rightOf = async ({ teller_id }: WaitingVoid): Promise<string[]> =>
  (await selectOne(IS_DENIED, [teller_id])) ? ['A manager may not void sales.'] : []
