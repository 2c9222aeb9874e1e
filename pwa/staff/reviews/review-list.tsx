import CircleCheck from 'lucide-react/icons/circle-check'
import { useState } from 'react'
import { formatDate } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Chip } from '#pwa/ui/chip.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { Stars } from '#pwa/ui/stars.tsx'
import { FITS, REVIEW_STATUSES, type ReviewStatus, type StaffReview } from '#sync/protocol/shop/review.ts'
import { ListScreen, type Column } from '../lists/list-screen.tsx'
import { CheckDialog } from './check-dialog.tsx'
import * as words from './review-list-words.ts'
import styles from './reviews.module.css'

const STATUSES = Object.keys(REVIEW_STATUSES) as ReviewStatus[]

/** Customers' reviews: those to check come first. */
export function ReviewList() {
  const { get, bind, page } = useFilters()
  const [chosen, choose] = useState<StaffReview | null>(null)
  const status_code = STATUSES.find(code => code === get('status_code')) ?? 'PENDING'
  const list = useApi('GET /api/staff/reviews', { query: { status_code, page, per_page: 12 } }, { page: true })
  return (
    <>
      <ListScreen
        title={words.title}
        list={list}
        pageOf={({ reviews }) => reviews}
        columns={columnsFor(choose)}
        filters={
          <SelectField label={words.status} {...bind('status_code')} value={status_code}>
            {STATUSES.map(code => (
              <option key={code} value={code}>
                {words.statuses[code]}
              </option>
            ))}
          </SelectField>
        }
        empty={
          <EmptyState
            title={status_code === 'PENDING' ? words.nothingWaits : words.nothingHere}
            icon={<CircleCheck size={32} aria-hidden />}
          >
            {words.theyAppear}
          </EmptyState>
        }
      />
      <CheckDialog review={chosen} onClose={() => choose(null)} />
    </>
  )
}

const columnsFor = (choose: (review: StaffReview) => void): Column<StaffReview>[] => [
  {
    head: words.review,
    cell: ({ stars, fit, text, pictures }) => (
      <span className={styles.review}>
        <Stars average={stars} />
        <span className={styles.text}>{text || words.noWords}</span>
        <span className={styles.facts}>
          {[fit && FITS[fit], pictures.length > 0 && words.pictures(pictures.length)].filter(Boolean).join(' · ')}
        </span>
      </span>
    ),
  },
  { head: words.product, cell: ({ product }) => <Link to={`/staff/products/${product.id}/view`}>{product.name}</Link> },
  {
    head: words.customer,
    cell: ({ name, order, size, returned }) => (
      <span className={styles.review}>
        {name ?? words.nameless}
        <Link to={`/staff/orders/${order.id}/view`}>{words.order(order.number)}</Link>
        <span className={styles.facts}>
          {words.bought(size)} {returned && <Chip>{words.returned}</Chip>}
        </span>
      </span>
    ),
  },
  { head: words.when, cell: ({ written_at }) => formatDate(written_at) },
  {
    head: words.action,
    cell: review => (
      <Button kind="secondary" data-door onClick={() => choose(review)}>
        {review.status_code === 'PENDING' ? words.check : words.open}
      </Button>
    ),
  },
]
