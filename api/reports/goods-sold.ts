import { select } from '#api/db/database.ts'
import { groupBy } from '#api/reports/group-by.ts'
import { keepFor } from '#api/reports/keep-for.ts'
import { forgetStock, stockNow } from '#api/reports/stock-now.ts'
import { SOLD, type Days } from '#api/reports/sales.ts'
import type { CategorySold, ReasonReturned, Seller } from '#sync/protocol/staff/desk-figures.ts'
import { sumCedis } from '#sync/protocol/money.ts'
import { bySizeCode } from '#sync/protocol/size-order.ts'

const SELLERS = 8

interface Row {
  product_id: number
  category_id: number
  size_code: string
  pieces: number
  gross: number
}

export interface GoodsFigures {
  best: Seller[]
  worst: Seller[]
  categories: CategorySold[]
}

const goods = keepFor(60_000, key => readGoods(JSON.parse(key) as Days))

/**
 * Which goods in the shop sold in those days and which did not; at most one minute old, or two without recent viewers.
 */
export const goodsSoldIn = ({ from, to }: Days): Promise<GoodsFigures> => goods.get(JSON.stringify({ from, to }))

/** Makes the next read fresh. */
export function forgetGoods(): void {
  goods.forget()
  forgetStock()
}

/** Customers' reasons for returns in those days, without refused ones. */
export const returnsIn = (days: Days) =>
  select<ReasonReturned>(
    `SELECT reason, COUNT(*) AS refunds, SUM(amount) AS amount FROM refunds
  WHERE created_at >= :from AND created_at < :to + INTERVAL 1 DAY AND status_code <> 'REFUSED' GROUP BY reason
  ORDER BY refunds DESC, reason`,
    { ...days },
  )

async function readGoods(days: Days): Promise<GoodsFigures> {
  const [rows, stock] = await Promise.all([
    select<Row>(
      `SELECT v.product_id, p.category_id, v.size_code, SUM(i.quantity) AS pieces, SUM(i.quantity * i.price) AS gross
      FROM orders o JOIN order_items i ON i.order_id = o.id JOIN product_variations v ON v.id = i.product_variation_id
      JOIN products p ON p.id = v.product_id
      WHERE ${SOLD} GROUP BY v.product_id, p.category_id, v.size_code`,
      { ...days },
    ),
    stockNow(),
  ])
  const products = [...groupBy(rows, ({ product_id }) => product_id)].map(([product_id, some]) => ({
    product_id,
    ...sumOf(some),
  }))
  const best = products.sort((a, b) => b.pieces - a.pieces || b.gross - a.gross).slice(0, SELLERS)
  const soldPieces = new Map(products.map(({ product_id, pieces }) => [product_id, pieces]))
  const worst = stock.products
    .filter(({ created_day }) => created_day <= days.from)
    .map(product => ({ product, pieces: soldPieces.get(product.product_id) ?? 0 }))
    .sort((a, b) => a.pieces - b.pieces || b.product.on_hand - a.product.on_hand)
    .slice(0, SELLERS)
  const named = await nameProducts([
    ...best.map(({ product_id }) => product_id),
    ...worst.map(({ product }) => product.product_id),
  ])
  return {
    best: best.map(seller => ({ ...seller, ...named(seller.product_id) })),
    worst: worst
      .map(({ product: { product_id }, pieces }) => ({
        product_id,
        pieces,
        gross: products.find(sold => sold.product_id === product_id)?.gross ?? 0,
        ...named(product_id),
      }))
      .filter(({ on_hand }) => on_hand !== null),
    categories: categoriesOf(rows, stock),
  }
}

/** Products' names and stock, by id. */
async function nameProducts(ids: readonly number[]): Promise<(id: number) => Pick<Seller, 'name' | 'on_hand'>> {
  const rows = await select<Pick<Seller, 'name' | 'on_hand'> & { id: number }>(
    `SELECT p.id, p.name,
    IF(p.deleted_at IS NULL, (SELECT COALESCE(SUM(v.on_hand), 0) FROM product_variations v WHERE v.product_id = p.id),
    NULL) AS on_hand FROM products p WHERE p.id IN (?)`,
    [[0, ...ids]],
  )
  return product_id => {
    const { name, on_hand } = rows.find(({ id }) => id === product_id) ?? { name: '', on_hand: null }
    return { name, on_hand }
  }
}

const sumOf = (rows: readonly Row[]) => ({
  pieces: rows.reduce((sum, { pieces }) => sum + pieces, 0),
  gross: sumCedis(rows.map(({ gross }) => gross)),
})

function categoriesOf(
  rows: readonly Row[],
  { categories, sizes }: Awaited<ReturnType<typeof stockNow>>,
): CategorySold[] {
  return categories
    .map(({ id, name }): CategorySold => {
      const sold = groupBy(
        rows.filter(({ category_id }) => category_id === id),
        ({ size_code }) => size_code,
      )
      const left = new Map(
        sizes.filter(({ category_id }) => category_id === id).map(({ size_code, on_hand }) => [size_code, on_hand]),
      )
      const curve = [...new Set([...left.keys(), ...sold.keys()])].map(size_code => ({
        size_code,
        ...sumOf(sold.get(size_code) ?? []),
        on_hand: left.get(size_code) ?? 0,
      }))
      const [pieces, on_hand] = [
        curve.reduce((sum, size) => sum + size.pieces, 0),
        curve.reduce((sum, size) => sum + size.on_hand, 0),
      ]
      return {
        category_id: id,
        name,
        pieces,
        on_hand,
        sell_through: pieces + on_hand === 0 ? 0 : Math.round((pieces / (pieces + on_hand)) * 1_000) / 1_000,
        sizes: curve
          .map(({ size_code, pieces: size_pieces, on_hand: size_left }) => ({
            size_code,
            pieces: size_pieces,
            on_hand: size_left,
          }))
          .sort((a, b) => bySizeCode(a.size_code, b.size_code)),
      }
    })
    .filter(({ pieces, on_hand }) => pieces + on_hand > 0)
    .sort((a, b) => b.pieces - a.pieces || b.on_hand - a.on_hand)
}
