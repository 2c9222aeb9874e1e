import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import { useState } from 'react'
import { formatCedis, formatCount, formatDay } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { Unread } from '#pwa/ui/unread.tsx'
import type { OwnCoupon } from '#sync/protocol/account.ts'
import styles from './account.module.css'

/** The codes that may be used now. */
export function Coupons() {
  const { data, error, refetch } = useApi('GET /api/account/coupons', { query: { per_page: 100 } }, { page: true })
  const coupons = data?.coupons.data
  return (
    <>
      <div className={page.head}><h1>Coupons</h1></div>
      {coupons ? <Cards coupons={coupons} /> : error ? <Unread what="Your coupons" message={error.message} again={() => void refetch()} /> : <Loader rows={3} height={120} />}
    </>
  )
}

function Cards({ coupons }: { coupons: OwnCoupon[] }) {
  if (coupons.length === 0) return (
    <EmptyState title="No coupons at present" icon={<TicketPercent size={32} aria-hidden />} action={<ButtonLink to="/shop">Go to the shop</ButtonLink>}>
      When there is a code for you, it stands here.
    </EmptyState>
  )
  return (
    <ul className={`bare ${styles.cards}`}>
      {coupons.map(coupon => (
        <li key={coupon.id} className={styles.card}>
          <div className={styles.name}><h2>{coupon.name}</h2><span className={styles.worth}>{worthOf(coupon)}</span></div>
          <div className={styles.lines}>
            {coupon.description && <span>{coupon.description}</span>}
            {conditionsOf(coupon).map(condition => <span key={condition}>{condition}</span>)}
          </div>
          <Code code={coupon.code} />
        </li>
      ))}
    </ul>
  )
}

function Code({ code }: { code: string }) {
  const [copied, setCopied] = useState(false)
  const copy = () => navigator.clipboard.writeText(code).then(() => setCopied(true), () => setCopied(false))
  return (
    <div className={styles.code}>
      <strong>{code}</strong>
      <Button type="button" kind="quiet" icon={copied ? <Check size={20} aria-hidden /> : <Copy size={20} aria-hidden />} aria-label={copied ? `${code} is copied` : `Copy ${code}`} onClick={() => void copy()}>
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  )
}

function worthOf({ type, value, free_delivery }: OwnCoupon): string {
  const off = value === 0 ? null : type === 'percentage' ? `${formatCount(value)}% off` : `${formatCedis(value)} off`
  if (!free_delivery) return off ?? 'A thank-you'
  return off ? `${off} and free delivery` : 'Free delivery'
}

function conditionsOf({ categories, minimum_subtotal, expires_on, max_usage, current_usage }: OwnCoupon): string[] {
  return [
    ...categories.length > 0 ? [`For ${categories.map(({ name }) => name).join(', ')}`] : [],
    ...minimum_subtotal ? [`For orders of ${formatCedis(minimum_subtotal)} or more`] : [],
    expires_on ? `Until ${formatDay(`${expires_on}T12:00:00`)}` : 'No last day',
    ...max_usage ? [`For the next ${formatCount(max_usage - current_usage)} ${max_usage - current_usage === 1 ? 'order' : 'orders'} that use it`] : [],
    'One code an order',
  ]
}
