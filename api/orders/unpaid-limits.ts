import { createHash } from 'node:crypto'
import { execute, select } from '#api/db/database.ts'
import { invalid } from '#api/errors.ts'
import { addressGroup } from '#api/http/address-group.ts'
import { unpaidLimits } from '#api/shop/settings.ts'
import { formatCedis, toPesewas } from '#sync/protocol/money.ts'

/** Who holds goods by an order: account, phone and internet address; null for an order from the shop itself. */
export interface Holder {
  user_id: number | null
  phone: string
  address: string | null
}

/** What an order holds until it is paid, `value` in cedis. `previous` is the order it replaces. */
export interface Held {
  pieces: number
  value: number
  previous: number | null
  minutes: number
}

const GATES = 256
const gateOf = (key: string) => createHash('sha256').update(key).digest()[0]! % GATES

/**
 * Makes orders from one phone or address queue until the transaction ends, so that a hundred at once are counted one by
 * one.
 */
export async function passGates({ phone, address }: Pick<Holder, 'phone' | 'address'>): Promise<void> {
  const gates = [gateOf(`phone ${phone}`), ...(address === null ? [] : [gateOf(`address ${addressGroup(address)}`)])]
  await select('SELECT id FROM order_gates WHERE id IN (:gates) ORDER BY id FOR UPDATE', { gates })
}

/**
 * Keeps one order, phone or address from holding all the stock without paying. Call after the coupon is locked and
 * before the goods are.
 * @throws 422 on `cart` or `phone`, with what to do instead
 */
export async function refuseTooMuchUnpaid(holder: Holder, held: Held): Promise<void> {
  const { pieces, value, addressTimes } = await unpaidLimits()
  if (held.pieces > pieces)
    throw invalid({
      cart: [
        `An unpaid order can hold ${pieces} items, and yours has ${held.pieces}. Remove some, or call us about a large order.`,
      ],
    })
  if (held.value > value)
    throw invalid({
      cart: [
        `An unpaid order can come to ${formatCedis(value)}, and yours comes to ${formatCedis(held.value)}. Remove some items, or call us about a large order.`,
      ],
    })
  await passGates(holder)
  const { ofPhone, ofAddress } = await waitingOf(holder, held.previous)
  const later = `Pay for one of them or receive it first, or try again in ${held.minutes} minutes.`
  const fits = (waiting: Waiting, times: number) =>
    waiting.pieces + held.pieces <= pieces * times &&
    toPesewas(waiting.value) + toPesewas(held.value) <= toPesewas(value) * times
  if (!fits(ofPhone, 1))
    throw invalid({ phone: [`Other orders with this phone number are waiting for payment. ${later}`] })
  if (!fits(ofAddress, addressTimes))
    throw invalid({ cart: [`Too many orders from your internet connection are waiting for payment. ${later}`] })
}

/** Records the address that an unpaid order came from. */
export const noteAddress = async (order_id: number, { address }: Holder): Promise<void> => {
  if (address !== null)
    await execute(
      'INSERT INTO order_addresses (order_id, address) VALUES (:order_id, :address) ON DUPLICATE KEY UPDATE address = :address',
      { order_id, address: addressGroup(address) },
    )
}

interface Waiting {
  pieces: number
  value: number
}

/** Unpaid orders besides this one. Guests can name any phone, so theirs do not count against signed-in customers. */
async function waitingOf(
  { user_id, phone, address }: Holder,
  previous: number | null,
): Promise<{ ofPhone: Waiting; ofAddress: Waiting }> {
  const sums = (
    whose: string,
  ) => `SELECT COALESCE(SUM((SELECT SUM(i.quantity) FROM order_items i WHERE i.order_id = o.id)), 0) AS pieces,
    COALESCE(SUM(o.subtotal), 0) AS value
    FROM orders o WHERE ${whose} AND (o.status_code = 'UNPAID' OR o.due > 0) AND o.type_code = 'WEBSITE' AND o.id <> :previous`
  const rows = await select<{ pieces: string; value: string }>(
    `${sums(`o.customer_phone = :phone${user_id === null ? '' : ' AND o.user_id IS NOT NULL'}`)}
      UNION ALL ${sums('o.id IN (SELECT order_id FROM order_addresses WHERE address = :address)')}`,
    { phone, address: address === null ? '' : addressGroup(address), previous: previous ?? 0 },
  )
  const [ofPhone, ofAddress] = rows.map(({ pieces, value }) => ({ pieces: Number(pieces), value: Number(value) })) as [
    Waiting,
    Waiting,
  ]
  return { ofPhone, ofAddress }
}
