import { Fragment, useState } from 'react'
import { useParams } from 'react-router-dom'
import { formatDate, formatDay } from '#pwa/lib/format.ts'
import { idIn } from '#pwa/lib/id-in.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useSignedIn } from '#pwa/session/use-signed-in.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { Link } from '#pwa/ui/link.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { clearanceOf, MANAGEMENT } from '#sync/protocol/roles.ts'
import type { GiftCardEntry } from '#sync/protocol/staff/gift-card.ts'
import { HistoryPanel } from '../kit/history-panel.tsx'
import { Unread } from '../kit/unread.tsx'
import { CardActions } from './card-actions.tsx'
import styles from './gift-cards.module.css'
import * as words from './gift-card-words.ts'
import { ShownCode } from './shown-code.tsx'
import { TillHolds } from './till-holds.tsx'

/** A gift card: what is on it, what changed that, and what management may do. */
export function GiftCardView() {
  const id = idIn(useParams().id)
  const read = useApi('GET /api/staff/gift-cards/:id', { params: { id } }, { page: true })
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{read.data ? words.card(read.data.gift_card.code_end) : words.title}</h1>
        <ButtonLink to="/staff/gift-cards" kind="secondary">
          {words.goBack}
        </ButtonLink>
      </div>
      <Unread of={read} />
      {read.isPending && <Loader rows={6} height={44} />}
      {read.data && <Card {...read.data} />}
    </div>
  )
}

function Card({ gift_card: card, entries, holds, online }: ReplyOf<'GET /api/staff/gift-cards/:id'>) {
  const user = useSignedIn()
  const [code, show] = useState<string | null>(null)
  const mayChange = card.status_code === 'ACTIVE' && user !== null && clearanceOf(user.role_code) >= MANAGEMENT
  return (
    <div className={styles.card}>
      {code && <ShownCode key={code} code={code} />}
      <section className={styles.panel}>
        <dl className={styles.facts}>
          <dt>{words.status}</dt>
          <dd>{words.STATUS_WORDS[card.status_code]}</dd>
          <dt>{words.balance}</dt>
          <dd>{formatCedis(card.balance)}</dd>
          {card.held > 0 && (
            <>
              <dt>{words.held}</dt>
              <dd>{formatCedis(card.held)}</dd>
            </>
          )}
          <dt>{words.expires}</dt>
          <dd>{card.expires_on ? formatDay(card.expires_on) : words.never}</dd>
          {online && (
            <>
              <dt>{words.boughtOnline}</dt>
              <dd>{formatCedis(online.amount)}</dd>
              {online.refunds.map(({ amount, status_code, created_at }) => (
                <Fragment key={created_at}>
                  <dt>{words.refunded}</dt>
                  <dd>{words.refundIs(amount, status_code)}</dd>
                </Fragment>
              ))}
            </>
          )}
          {card.note && (
            <>
              <dt>{words.note}</dt>
              <dd>{card.note}</dd>
            </>
          )}
        </dl>
        {mayChange && <CardActions card={card} isOnline={online !== null} onCode={show} />}
      </section>
      <TillHolds id={card.id} holds={holds} />
      <Entries entries={entries} />
      <HistoryPanel subject="gift_card" id={card.id} />
    </div>
  )
}

const Entries = ({ entries }: { entries: readonly GiftCardEntry[] }) => (
  <section className={styles.panel}>
    <h2>{words.history}</h2>
    <table className={styles.entries}>
      <caption className="visually-hidden">{words.history}</caption>
      <thead>
        <tr>
          <th scope="col">{words.when}</th>
          <th scope="col">{words.what}</th>
          <th scope="col" className={styles.sum}>
            {words.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, created_at, reason, order_id, user, amount }) => (
          <tr key={id}>
            <td>{formatDate(created_at)}</td>
            <td>
              {words.REASONS[reason]}
              {order_id && (
                <>
                  {', '}
                  <Link to={`/staff/orders/${order_id}/view`}>{words.orderNumber(order_id)}</Link>
                </>
              )}
              {user && <span className={styles.by}>{user.name}</span>}
            </td>
            <td className={styles.sum}>{formatCedis(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
