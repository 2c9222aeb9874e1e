import { selectOne } from '#api/db/database.ts'
import { conflict, invalid } from '#api/errors.ts'
import { lockOrder } from '#api/orders/lock-order.ts'
import { isSame, piecesOf, type Piece, type Returnable, type Wish } from '#api/refunds/pieces.ts'
import { offersOf } from '#api/refunds/reckon.ts'
import { RETURN_DAYS } from '#sync/protocol/shop/refund.ts'

/** Customers may return goods within a few days; staff may return anything paid. */
export type Asker = 'CUSTOMER' | 'STAFF'

/**
 * A locked order whose goods may still come back. `except`: a request that does not count. @throws 409 if they may not
 */
export async function returnable(
  order_id: number,
  { asker, except = 0 }: { asker: Asker; except?: number },
): Promise<Returnable> {
  const { status_code, type_code, paid_at, due } = await lockOrder(order_id)
  if (due > 0) throw conflict('This order is not paid yet. Cancel it instead.')
  if (asker === 'STAFF' && (status_code === 'UNPAID' || (status_code === 'CANCELLED' && !paid_at)))
    throw conflict('Nothing was paid for this order.')
  if (asker === 'CUSTOMER' && (status_code !== 'COMPLETED' || type_code !== 'WEBSITE'))
    throw conflict('Only items that have been handed over can be returned.')
  const { discount } = (await selectOne<{ discount: number }>('SELECT discount FROM orders WHERE id = ?', [order_id]))!
  return { discount, pieces: await piecesOf(order_id, except) }
}

/**
 * @throws 409 for goods a customer received too long ago, 422 for more than is left to return, or for an impossible
 * exchange
 */
export async function refuseWrong(wish: Wish, { pieces }: Returnable, asker: Asker): Promise<void> {
  const named = pieces.filter(piece => wish.items.some(item => isSame(item, piece)))
  if (asker === 'CUSTOMER' && (named.some(isLate) || pieces.every(isLate)))
    throw conflict(`Items can be returned within ${RETURN_DAYS} days. Please contact us.`)
  refuse(
    wish.items.flatMap((item, i) =>
      wrongIn(wish, pieces, i).map(([field, word]): Fault => [`items.${i}.${field}`, word]),
    ),
  )
  const offers = await offersOf(wish)
  refuse(
    wish.items.flatMap(({ quantity, exchange_variation_id, ...item }, i): Fault[] => {
      const piece = pieces.find(each => isSame(item, each))!
      const other = offers.get(exchange_variation_id ?? 0)
      const field = `items.${i}.exchange_variation_id`
      if (!exchange_variation_id) return []
      if (other?.id === piece.product_variation_id || (asker === 'CUSTOMER' && other?.product_id !== piece.product_id))
        return [[field, 'Please choose another size or colour of the same product.']]
      if (!other) return [[field, 'This product does not exist.']]
      return other.left < quantity ? [[field, `Only ${Math.max(0, other.left)} left in stock.`]] : []
    }),
  )
}

const isLate = ({ late }: Piece) => late === 1

type Fault = readonly [field: string, word: string]

function wrongIn({ action, items }: Wish, pieces: readonly Piece[], i: number): Fault[] {
  const { quantity, exchange_variation_id, ...named } = items[i]!
  const piece = pieces.find(each => isSame(named, each))
  const isSecond = piece && items.findIndex(item => isSame(item, piece)) < i
  if (!piece && named.given_by) return [['given_by', 'These items were not given in exchange for this line.']]
  if (!piece || isSecond) return [['order_item_id', 'This is not a line of the order, or it appears twice.']]
  const left = piece.quantity - piece.gone_back
  if (quantity > left)
    return [
      ['quantity', left <= 0 ? 'All of this is already being returned.' : `Only ${left} of this can be returned.`],
    ]
  if (action === 'EXCHANGE' && !exchange_variation_id)
    return [['exchange_variation_id', 'Please choose what you would like instead.']]
  if (action === 'REFUND' && exchange_variation_id)
    return [['exchange_variation_id', 'Choose either a refund or an exchange.']]
  return []
}

function refuse(faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalid(Object.fromEntries(faults.map(([field, word]) => [field, [word]])))
}
