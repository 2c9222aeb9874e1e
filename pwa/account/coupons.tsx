import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import { useState } from 'react'
import { useApi } from '#pwa/lib/use-api.ts'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { LoadError } from '#pwa/ui/load-error.tsx'
import type { OwnCoupon } from '#sync/protocol/shop/account.ts'
import styles from './account.module.css'
import * as words from './coupon-words.ts'

/** The customer's valid coupons. */
export function Coupons() {
  const { data, error, refetch } = useApi('GET /api/account/coupons', { query: { per_page: 100 } }, { page: true })
  const coupons = data?.coupons.data
  return (
    <>
      <div className={page.head}>
        <h1>{words.coupons}</h1>
      </div>
      {coupons ? (
        <Cards coupons={coupons} />
      ) : error ? (
        <LoadError what={words.yourCoupons} message={error.message} again={() => void refetch()} />
      ) : (
        <Loader rows={3} height={120} />
      )}
    </>
  )
}

function Cards({ coupons }: { coupons: OwnCoupon[] }) {
  if (coupons.length === 0)
    return (
      <EmptyState
        title={words.none}
        icon={<TicketPercent size={32} aria-hidden />}
        action={<ButtonLink to="/shop">{words.goToShop}</ButtonLink>}
      >
        {words.standsHere}
      </EmptyState>
    )
  return (
    <ul className={`bare ${styles.cards}`}>
      {coupons.map(coupon => (
        <li key={coupon.id} className={styles.card}>
          <div className={styles.name}>
            <h2>{coupon.name}</h2>
            <span className={styles.worth}>{words.worth(coupon)}</span>
          </div>
          <div className={styles.lines}>
            {coupon.description && <span>{coupon.description}</span>}
            {words.conditions(coupon).map(condition => (
              <span key={condition}>{condition}</span>
            ))}
          </div>
          <Code code={coupon.code} />
        </li>
      ))}
    </ul>
  )
}

function Code({ code }: { code: string }) {
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <div className={styles.code}>
      <strong>{code}</strong>
      <Button
        type="button"
        kind="quiet"
        icon={copied ? <Check size={20} aria-hidden /> : <Copy size={20} aria-hidden />}
        aria-label={copied ? words.isCopied(code) : words.copyWhich(code)}
        onClick={() => void copy()}
      >
        {copied ? words.copied : words.copy}
      </Button>
    </div>
  )
}
