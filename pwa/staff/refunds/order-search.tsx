import { useState } from 'react'
import { useApi } from '#pwa/lib/use-api.ts'
import { useLater } from '#pwa/lib/use-later.ts'
import { TextField } from '#pwa/ui/field.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { ORDER_STATUSES } from '#sync/protocol/shop/order.ts'
import { LONGEST_SEARCH } from '#sync/protocol/page.ts'
import { Unread } from '../kit/unread.tsx'
import { customerName } from '../orders/customer-name.ts'
import styles from './refund-view.module.css'
import * as words from './refund-words.ts'

/** Finds the order of a return by the words on its receipt or email. */
export function OrderSearch() {
  const [typed, type] = useState('')
  const search = useLater(typed.trim(), 150)
  const read = useApi('GET /api/staff/orders', { query: { search, per_page: 8 } }, { enabled: search !== '' })
  const found = search ? read.data?.orders.data : undefined
  return (
    <div className={styles.search}>
      <TextField
        label={words.whichOrder}
        hint={words.orderHint}
        name="order"
        type="search"
        autoComplete="off"
        maxLength={LONGEST_SEARCH}
        required
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
      <Unread of={read} />
      {found?.length === 0 && <p>{words.noOrdersFound}</p>}
      <ul className="bare" aria-label={words.orders}>
        {found?.map(order => (
          <li key={order.id}>
            <Link to={`?order=${order.id}`}>
              <strong>{order.number}</strong>
              {words.ofOrder({
                customerName: customerName(order),
                orderedAt: order.ordered_at,
                total: order.total,
                status: ORDER_STATUSES[order.status_code].toLowerCase(),
              })}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
