import { PRICE_CHARGED } from '#api/catalogue/describe-products.ts'
import { select } from '#api/db/database.ts'
import { isSame, type GivenGoods, type Piece, type Returnable, type Wish } from '#api/refunds/pieces.ts'
import { sumCedis } from '#sync/protocol/money.ts'
import {
  goodsValue,
  isSamePrice,
  returnAmounts,
  type ExchangedLine,
  type ReturnAmount,
} from '#sync/protocol/pricing.ts'

/**
 * What a refund line is worth, in cedis; `exchange_price` per piece of goods at another price, null if the exchange is free.
 */
export interface Reckoned extends ReturnAmount {
  exchange_price: number | null
}

type Before = 'gone_back' | 'refunded_quantity'

/**
 * What each line is worth by the shop's rules, given what went back `before` it. An exchange for another size or colour
 * at the same price is free, whatever was paid; for other goods, and variants at another price, the difference counts.
 */
export async function reckon(
  { items }: Pick<Wish, 'items'>,
  { discount, pieces }: Returnable,
  before: Before,
): Promise<Reckoned[]> {
  const offers = await offersOf(
    { items },
    pieces.map(({ product_variation_id }) => product_variation_id),
  )
  const sold = pieces.filter(piece => piece.given_by === null)
  const now = items.map(({ quantity, exchange_variation_id, ...named }): ExchangedLine => {
    const piece = pieces.find(each => isSame(named, each))!
    const other = offers.get(exchange_variation_id ?? 0)
    const instead = !exchange_variation_id
      ? 'MONEY'
      : other && !isLike(other, offers.get(piece.product_variation_id), piece.product_id)
        ? { price: other.price }
        : 'SAME'
    return piece.given_by === null
      ? { price: piece.price, discounted: piece.discounted, quantity, instead }
      : { price: 0, quantity, instead, of: leftOf(piece, before) }
  })
  const left = sumCedis([goodsValue({ discount, all: sold }, [], sold), ...sold.map(line => -goneOf(line, before))])
  const amounts = returnAmounts(
    { discount, all: sold, left },
    sold.map(line => ({ ...line, quantity: line[before] })),
    now,
  )
  return now.map(({ instead }, i) => ({
    ...amounts[i]!,
    exchange_price: typeof instead === 'object' ? instead.price : null,
  }))
}

const goneOf = ({ gone_worth, refunded_worth }: Piece, before: Before) =>
  before === 'gone_back' ? gone_worth : refunded_worth

const leftOf = (piece: GivenGoods, before: Before) => ({
  worth: sumCedis([piece.worth, -goneOf(piece, before)]),
  quantity: piece.quantity - piece[before],
})

interface Offer {
  id: number
  product_id: number
  left: number
  price: number
}

/** Whether goods are the same product at the same price as returned ones. */
const isLike = (other: Offer, returned: Offer | undefined, product_id: number) =>
  other.product_id === product_id && (!returned || isSamePrice(other.price, returned.price))

/** Exchange goods, and the `returned` ones, by variation: what a piece costs now, and how many are left. */
export async function offersOf(
  { items }: Pick<Wish, 'items'>,
  returned: readonly number[] = [],
): Promise<Map<number, Offer>> {
  const wanted = items.flatMap(({ exchange_variation_id }) => exchange_variation_id ?? [])
  if (wanted.length === 0) return new Map()
  const ids = [...wanted, ...returned]
  const found = await select<Offer>(
    `SELECT v.id, v.product_id, v.on_hand - v.reserved AS \`left\`, ${PRICE_CHARGED} AS price
    FROM product_variations v JOIN products p ON p.id = v.product_id AND p.deleted_at IS NULL WHERE v.id IN (:ids)`,
    { ids },
  )
  return new Map(found.map(offer => [offer.id, offer]))
}
