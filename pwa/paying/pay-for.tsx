import CircleCheck from 'lucide-react/icons/circle-check'
import { useCallback, useMemo } from 'react'
import { useParams } from 'react-router-dom'
import { useApi } from '#pwa/lib/use-api.ts'
import { AnyWay } from './any-way.tsx'
import * as words from './pay-link-words.ts'
import * as paymentWords from './payment-words.ts'
import { ReservationClock } from './reservation-clock.tsx'
import { useLinkCard } from './use-link-card.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { LoadError } from '#pwa/ui/load-error.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import type { PayRequest } from '#sync/protocol/shop/pay-link.ts'
import styles from '../checkout/pay.module.css'

const LOOK_AGAIN_MS = 8000

/** Pays somebody else's order by its link. Shows what is paid for, and of the other person only the first name. */
export function PayFor() {
  const { token = '' } = useParams()
  const { data, error, refetch } = useApi(
    'GET /api/payments/links/:token',
    { params: { token } },
    { page: true, again: ({ request }) => request.state === 'OPEN' && LOOK_AGAIN_MS },
  )
  return (
    <div className={page.page}>
      {data ? (
        <Request request={data.request} token={token} refresh={refetch} />
      ) : error ? (
        <LoadError what={words.theLink} message={error.message} again={() => void refetch()} />
      ) : (
        <Loader rows={6} height={44} />
      )}
    </div>
  )
}

interface Props {
  request: PayRequest
  token: string
  refresh: () => Promise<unknown>
}

function Request({ request: { state, order }, token, refresh }: Props) {
  if (order) return <Open order={order} token={token} refresh={refresh} />
  const isPaid = state === 'PAID'
  return (
    <>
      <header className={styles.head}>
        <h1>{isPaid ? words.paid : words.over}</h1>
      </header>
      <EmptyState
        title={isPaid ? words.paidMore : words.overMore}
        icon={isPaid ? <CircleCheck size={32} aria-hidden /> : undefined}
      />
    </>
  )
}

interface OpenProps extends Omit<Props, 'request'> {
  order: NonNullable<PayRequest['order']>
}

function Open({ order: { first_name, items, total, reserved_until }, token, refresh }: OpenProps) {
  const door = useMemo(() => ({ pay_token: token }), [token])
  const lookAgain = useCallback(() => void refresh(), [refresh])
  const card = useLinkCard(token, total, refresh)
  return (
    <>
      <header className={styles.head}>
        <h1>{words.payFor(first_name)}</h1>
      </header>
      <div className={styles.columns}>
        <section className={styles.card} aria-label={paymentWords.makePayment}>
          {reserved_until && <ReservationClock key={reserved_until} until={reserved_until} onEnd={lookAgain} />}
          <AnyWay
            door={door}
            refresh={refresh}
            total={total}
            phone={null}
            isCardTried={card.stage !== 'idle'}
            renderCard={() => (
              <>
                {card.stage === 'closed' && <Alert kind="info">{words.closed}</Alert>}
                {card.stage === 'unheard' && <Alert kind="info">{words.unheard}</Alert>}
                <ErrorList messages={card.errors} />
                <Button
                  type="button"
                  wide
                  busy={card.stage === 'busy'}
                  busyLabel={paymentWords.busy.open}
                  onClick={() => void card.pay()}
                >
                  {paymentWords.makePayment}
                </Button>
              </>
            )}
          />
        </section>
        <section className={styles.card}>
          <h2>{words.items}</h2>
          <ul className="bare">
            {items.map(({ name, size, colour, quantity }) => (
              <li key={`${name} ${size} ${colour}`}>
                {quantity} × {[name, size, colour].filter(Boolean).join(', ')}
              </li>
            ))}
          </ul>
          <p>
            {words.total} <strong>{formatCedis(total)}</strong>
          </p>
        </section>
      </div>
    </>
  )
}
