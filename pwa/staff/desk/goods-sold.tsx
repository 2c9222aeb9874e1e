import { formatCount } from '#pwa/lib/format.ts'
import type { CategorySold, DeskFigures, Seller } from '#sync/protocol/staff/desk-figures.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { REFUND_REASONS } from '#sync/protocol/shop/refund.ts'
import { ordersOf, refundsAskedIn, stockOf } from './desk-links.ts'
import styles from './desk.module.css'
import { RankTable, type Rank } from './rank-table.tsx'
import { SizeCurve } from './size-curve.tsx'
import * as words from './desk-words.ts'

const SHOWN = 8

/** Which products sold, which did not, and which came back. */
export function GoodsSold({ figures }: { figures: DeskFigures }) {
  const { best, worst, categories, returns } = figures
  return (
    <section className={styles.group} aria-labelledby="goods">
      <h2 id="goods" className={styles.heading}>
        {words.goods}
      </h2>
      <div className={styles.tables}>
        <RankTable
          title={words.bestSellers}
          heads={[words.product, words.soldPieces, words.gross, words.onHand]}
          empty={words.nothingWasSold}
          ranks={sellersOf(best, figures)}
        />
        <RankTable
          title={words.worstSellers}
          heads={[words.product, words.soldPieces, words.gross, words.onHand]}
          empty={words.nothingSellsBadly}
          ranks={sellersOf(worst, figures)}
        />
        {categories.length > 0 && <SizeCurve categories={categories} days={figures} />}
        <RankTable
          title={words.sellThrough}
          heads={[words.category, words.soldPieces, words.onHand, words.shareSold]}
          empty={words.thereAreNoGoods}
          ranks={categories.map(category => categoryRank(category, figures))}
          most={SHOWN}
        />
        <RankTable
          title={words.returnsByReason}
          heads={[words.reason, words.returns, words.amount]}
          empty={words.noReturns}
          ranks={returns.map(({ reason, refunds, amount }) => {
            const to = refundsAskedIn(figures, { reason })
            return {
              key: reason,
              name: REFUND_REASONS[reason],
              to,
              cells: [
                { words: formatCount(refunds), to },
                { words: formatCedis(amount), to },
              ],
              share: refunds / returns[0]!.refunds,
            }
          })}
        />
      </div>
    </section>
  )
}

function sellersOf(sellers: readonly Seller[], figures: DeskFigures): Rank[] {
  const most = Math.max(...sellers.map(({ pieces }) => pieces), 1)
  return sellers.map(({ product_id, name, pieces, gross, on_hand }) => {
    const to = ordersOf(figures, { product_id: String(product_id) })
    const left =
      on_hand === null
        ? { words: words.deleted }
        : { words: formatCount(on_hand), to: `/staff/products/${product_id}/view/stock` }
    return {
      key: String(product_id),
      name,
      to,
      cells: [{ words: formatCount(pieces), to }, { words: formatCedis(gross), to }, left],
      share: pieces / most,
    }
  })
}

function categoryRank({ category_id, name, pieces, on_hand, sell_through }: CategorySold, figures: DeskFigures): Rank {
  const to = ordersOf(figures, { category_id: String(category_id) })
  return {
    key: String(category_id),
    name,
    to,
    share: sell_through,
    cells: [
      { words: formatCount(pieces), to },
      { words: formatCount(on_hand), to: stockOf(category_id) },
      { words: `${(sell_through * 100).toFixed(1)} %` },
    ],
  }
}
