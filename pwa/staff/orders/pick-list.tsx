import ListChecks from 'lucide-react/icons/list-checks'
import Printer from 'lucide-react/icons/printer'
import { useApi } from '#pwa/lib/use-api.ts'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Link } from '#pwa/ui/link.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { Swatch } from '#pwa/ui/swatch.tsx'
import type { PickLine, PickList } from '#sync/protocol/shop/order-view.ts'
import print from '../print.module.css'
import { Unread } from '../kit/unread.tsx'
import styles from './sheets.module.css'
import * as words from './order-words.ts'

/** What to pick for all orders that are paid and not ready yet. */
export function PickListScreen() {
  const read = useApi('GET /api/staff/orders/pick-list', {}, { page: true, staleTime: 0 })
  const list = read.data?.pick_list
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{words.pickList}</h1>
        <div className={styles.actions}>
          {list && list.lines.length > 0 && (
            <Button type="button" icon={<Printer size={20} aria-hidden />} onClick={() => window.print()}>
              {words.print}
            </Button>
          )}
          <ButtonLink to="/staff/orders" kind="secondary">
            {words.goBack}
          </ButtonLink>
        </div>
      </div>
      <Unread of={read} />
      {!list && !read.error && <Loader rows={10} height={44} />}
      {list?.lines.length === 0 && (
        <EmptyState title={words.nothingToPick} icon={<ListChecks size={32} aria-hidden />}>
          {words.allIsPicked}
        </EmptyState>
      )}
      {list && list.lines.length > 0 && <Sheet list={list} at={read.dataUpdatedAt} />}
    </div>
  )
}

function Sheet({ list, at }: { list: PickList; at: number }) {
  const categories = [...new Set(list.lines.map(({ category }) => category))]
  return (
    <article className={`${print.sheet} ${styles.sheet}`}>
      <p>{words.piecesForOrders(list.pieces, list.orders, at)}</p>
      {categories.map(category => (
        <section key={category}>
          <h2>{category}</h2>
          <div className={styles.scroll}>
            <table className={styles.lines}>
              <colgroup>
                {['tick', 'few', 'name', 'size', 'hue', 'sku', 'orders'].map(column => (
                  <col key={column} className={styles[column]} />
                ))}
              </colgroup>
              <thead>
                <tr>
                  <th scope="col">
                    <span className="visually-hidden">{words.picked}</span>
                  </th>
                  <th scope="col">{words.pieces}</th>
                  <th scope="col">{words.goods}</th>
                  <th scope="col">{words.size}</th>
                  <th scope="col">{words.colour}</th>
                  <th scope="col">{words.sku}</th>
                  <th scope="col">{words.orders}</th>
                </tr>
              </thead>
              <tbody>
                {list.lines
                  .filter(line => line.category === category)
                  .map(line => (
                    <Line key={line.product_variation_id} line={line} />
                  ))}
              </tbody>
            </table>
          </div>
        </section>
      ))}
    </article>
  )
}

const Line = ({ line: { quantity, product, size, colour, sku, on_hand, orders } }: { line: PickLine }) => (
  <tr>
    <td>☐</td>
    <td>
      <strong>{quantity}</strong>
      {on_hand < quantity && <span className={styles.short}>{words.onlySoMany(Math.max(0, on_hand))}</span>}
    </td>
    <td className={styles.goods}>{product.name}</td>
    <td>{size.name}</td>
    <td>
      {colour ? (
        <span className={styles.colour}>
          <span className={print.screenOnly}>
            <Swatch code={colour.code} size={14} />
          </span>{' '}
          {colour.name}
        </span>
      ) : (
        '–'
      )}
    </td>
    <td>{sku}</td>
    <td data-head={words.orders}>
      {orders.map((order, i) => (
        <span key={order.id}>
          {i > 0 && ', '}
          <Link to={`/staff/orders/${order.id}/view`}>{order.number}</Link>
          {order.quantity > 1 && `\u00A0×\u00A0${order.quantity}`}
        </span>
      ))}
    </td>
  </tr>
)
