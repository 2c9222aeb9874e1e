import X from 'lucide-react/icons/x'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { Link } from '#pwa/ui/link.tsx'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import { ORDER_TYPES } from '#sync/protocol/shop/order.ts'
import { TYPE_WORDS } from '../orders/order-words.ts'
import styles from './refund-view.module.css'
import * as words from './refund-words.ts'

type Paid = Pick<
  QueryOf<'GET /api/staff/refunds'>,
  'paid_from' | 'paid_to' | 'paid_account_code' | 'type_code' | 'teller_id'
>

/** Filters that come from a figure of the desk, and have no field of their own. */
export function usePaid(): Paid {
  const { get } = useFilters()
  return {
    paid_from: get('paid_from') || undefined,
    paid_to: get('paid_to') || undefined,
    paid_account_code: get('paid_account_code') || undefined,
    type_code: ORDER_TYPES.find(type => type === get('type_code')),
    teller_id: Number(get('teller_id')) || undefined,
  }
}

/** Names these filters, and clears them. */
export function PaidNote({ paid: { paid_from, paid_to, paid_account_code, type_code, teller_id } }: { paid: Paid }) {
  const { hrefWith } = useFilters()
  const parts = [
    ...(paid_from || paid_to
      ? [paid_from === paid_to ? words.moneyMovedOn(paid_from) : words.moneyMovedFromTo(paid_from, paid_to)]
      : []),
    ...(paid_account_code ? [words.moneyMovedBy(paid_account_code)] : []),
    ...(type_code ? [words.orderIsOfThe(TYPE_WORDS[type_code].toLowerCase())] : []),
    ...(teller_id ? [words.soldByOne] : []),
  ]
  if (parts.length === 0) return null
  return (
    <p className={styles.narrowed}>
      {words.onlyThose(parts)}
      <Link to={hrefWith({ paid_from: '', paid_to: '', paid_account_code: '', type_code: '', teller_id: '' })} replace>
        <X size={16} aria-hidden />
        {words.showAll}
      </Link>
    </p>
  )
}
