import X from 'lucide-react/icons/x'
import { formatDay } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { Link } from '#pwa/ui/link.tsx'
import { LATE_DAYS } from '#sync/protocol/staff/desk-figures.ts'
import { NO_ACCOUNT, type OrderFilters } from '#sync/protocol/endpoints/orders.ts'
import { useAccountName } from '../kit/use-account-name.ts'
import styles from './order-view.module.css'
import * as words from './order-words.ts'

/** Filters that come with a link, such as from a figure of the desk, and have no field of their own. */
export function useNarrowing(): Pick<
  OrderFilters,
  | 'sold_from'
  | 'sold_to'
  | 'sold_hour'
  | 'taken_from'
  | 'taken_to'
  | 'account_code'
  | 'teller_id'
  | 'till_code'
  | 'product_id'
  | 'category_id'
  | 'size_code'
  | 'late'
> {
  const { get } = useFilters()
  return {
    sold_from: get('sold_from') || undefined,
    sold_to: get('sold_to') || undefined,
    sold_hour: /^(1?\d|2[0-3])$/.test(get('sold_hour')) ? Number(get('sold_hour')) : undefined,
    taken_from: get('taken_from') || undefined,
    taken_to: get('taken_to') || undefined,
    account_code: get('account_code') || undefined,
    product_id: Number(get('product_id')) || undefined,
    category_id: Number(get('category_id')) || undefined,
    size_code: get('size_code') || undefined,
    teller_id: Number(get('teller_id')) || undefined,
    till_code: get('till_code') || undefined,
    late: get('late') === '1' || undefined,
  }
}

/** Names these filters, and clears them. */
export function NarrowedNote({
  narrowing: {
    sold_from,
    sold_to,
    sold_hour,
    taken_from,
    taken_to,
    account_code,
    teller_id,
    till_code,
    product_id,
    category_id,
    size_code,
    late,
  },
}: {
  narrowing: ReturnType<typeof useNarrowing>
}) {
  const { hrefWith } = useFilters()
  const nameOf = useAccountName()
  const named = useNames({ product_id, category_id, teller_id })
  const parts = [
    ...(sold_from || sold_to ? [words.sold(daysIn(sold_from, sold_to))] : []),
    ...(sold_hour === undefined ? [] : [words.soldInHour(sold_hour)]),
    ...(taken_from || taken_to ? [words.soldOrRefunded(daysIn(taken_from, taken_to))] : []),
    ...(product_id ? [words.soldWithProduct(named.product)] : []),
    ...(category_id ? [words.soldWithCategory(named.category)] : []),
    ...(size_code ? [words.soldInSize(size_code)] : []),
    ...(account_code
      ? [account_code === NO_ACCOUNT ? words.freeOfCharge : words.paidIntoAccount(nameOf(account_code))]
      : []),
    ...(teller_id ? [words.soldBy(named.teller)] : []),
    ...(till_code ? [words.soldAtTill(till_code)] : []),
    ...(late ? [words.lateSince(LATE_DAYS)] : []),
  ]
  if (parts.length === 0) return null
  return (
    <p className={styles.narrowed}>
      {words.onlyThose(parts)}
      <Link
        to={hrefWith({
          sold_from: '',
          sold_to: '',
          sold_hour: '',
          taken_from: '',
          taken_to: '',
          account_code: '',
          teller_id: '',
          till_code: '',
          product_id: '',
          category_id: '',
          size_code: '',
          late: '',
        })}
        replace
      >
        <X size={16} aria-hidden />
        {words.showAll}
      </Link>
    </p>
  )
}

/** The names behind the filters' ids, once loaded. */
function useNames({
  product_id = 0,
  category_id = 0,
  teller_id = 0,
}: Pick<OrderFilters, 'product_id' | 'category_id' | 'teller_id'>): Record<'product' | 'category' | 'teller', string> {
  const product = useApi('GET /api/staff/products/:id', { params: { id: product_id } }, { enabled: product_id > 0 })
  const category = useApi(
    'GET /api/staff/categories/:id',
    { params: { id: category_id } },
    { enabled: category_id > 0 },
  )
  const teller = useApi(
    'GET /api/staff/orders/options/users',
    { query: { user_id: teller_id } },
    { enabled: teller_id > 0 },
  )
  return {
    product: product.data?.product.name ?? words.oneProduct,
    category: category.data?.category.name ?? words.oneCategory,
    teller: teller.data?.users.data.find(({ id }) => id === teller_id)?.name ?? words.oneCashier,
  }
}

const daysIn = (from?: string, to?: string) =>
  from === to ? words.on(dayIn(from)) : words.fromTo(from && dayIn(from), to && dayIn(to))

/** '2026-11-21' in words, in any time zone. */
const dayIn = (day = '') => formatDay(`${day}T12:00`)
