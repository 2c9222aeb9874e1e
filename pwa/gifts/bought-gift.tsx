import { useCallback, useEffect, useRef } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { formatDay } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { LoadError } from '#pwa/ui/load-error.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import type { GiftPurchase } from '#sync/protocol/shop/gift-purchase.ts'
import { takeOver } from './fresh-gift.ts'
import { useGiftPayment } from './use-gift-payment.ts'
import * as words from './gifts-words.ts'

const LOOK_AGAIN_MS = 8000

/** A gift card that somebody bought: its payment, then when its code goes out. Never the code. */
export function BoughtGift() {
  const { token = '' } = useParams()
  const { data, error, refetch } = useApi(
    'GET /api/gift-cards/purchases/:token',
    { params: { token } },
    { page: true, again: ({ purchase }) => isUnsettled(purchase) && LOOK_AGAIN_MS },
  )
  return (
    <div className={page.narrow}>
      <h1>{words.title}</h1>
      {data ? (
        data.purchase.status_code === 'PAID' ? (
          <Paid purchase={data.purchase} />
        ) : (
          <Unpaid purchase={data.purchase} token={token} refresh={refetch} />
        )
      ) : error ? (
        <LoadError what={words.theCard} message={error.message} again={() => void refetch()} />
      ) : (
        <Loader rows={4} height={44} />
      )}
    </div>
  )
}

const isUnsettled = ({ status_code, sent_at, send_on }: GiftPurchase) =>
  status_code === 'UNPAID' || (sent_at === null && send_on === null)

const Paid = ({ purchase: { amount, recipient_email, send_on, sent_at } }: { purchase: GiftPurchase }) => (
  <div className={page.stack}>
    <Alert kind="ok" title={words.paid(formatCedis(amount))}>
      <p>
        {sent_at !== null
          ? words.sent(recipient_email)
          : send_on === null
            ? words.sending(recipient_email)
            : words.willSend(recipient_email, formatDay(send_on))}
      </p>
    </Alert>
    <p>{words.lost}</p>
    <ButtonLink to="/shop">{words.shopOn}</ButtonLink>
  </div>
)

interface Props {
  purchase: GiftPurchase
  token: string
  refresh: () => Promise<unknown>
}

function Unpaid({ purchase: { amount }, token, refresh }: Props) {
  const again = useCallback(() => refresh(), [refresh])
  const { stage, errors, pay, check } = useGiftPayment(token, again)
  const isBack = useSearchParams()[0].has('reference')
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const given = takeOver(token)
    if (given) void pay(given)
    else if (isBack) void check()
  }, [token, isBack, pay, check])
  const isBusy = stage === 'opening' || stage === 'asking'
  return (
    <div className={page.stack}>
      <p>{words.unpaid(formatCedis(amount))}</p>
      <ErrorList messages={errors} />
      {stage === 'closed' && <Alert kind="info">{words.closed}</Alert>}
      {stage === 'unheard' && <Alert kind="warn">{words.notYet}</Alert>}
      <Button
        type="button"
        wide
        busy={isBusy}
        busyLabel={stage === 'asking' ? words.asking : words.opening}
        onClick={() => void pay(null)}
      >
        {words.pay(formatCedis(amount))}
      </Button>
    </div>
  )
}
