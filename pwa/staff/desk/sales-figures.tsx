import { useAtomValue } from 'jotai'
import { signedIn } from '#pwa/session/session.ts'
import { Link } from '#pwa/ui/link.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import { clearanceOf, MANAGEMENT } from '#sync/protocol/roles.ts'
import type { DeskFigures } from '#sync/protocol/staff/desk-figures.ts'
import { ordersOf, refundEntriesOf, refundsPaidIn, takenOf } from './desk-links.ts'
import styles from './desk.module.css'
import * as words from './desk-words.ts'

/** From gross sales to the total, in the order in which one follows from the other. */
export function SalesFigures({ figures }: { figures: DeskFigures }) {
  const user = useAtomValue(signedIn)
  const isManagement = user !== null && clearanceOf(user.role_code) >= MANAGEMENT
  const { gross, discounts, returns, net, delivery, total, orders } = figures.sales
  const [sold, taken] = [ordersOf(figures), takenOf(figures)]
  const parts = [
    { name: words.gross, amount: gross, to: sold },
    { name: words.discounts, amount: -discounts, to: sold },
    { name: words.returns, amount: -returns, to: isManagement ? refundEntriesOf(figures) : refundsPaidIn(figures) },
    { name: words.net, amount: net, to: taken },
    { name: words.delivery, amount: delivery, to: sold },
    { name: words.total, amount: total, to: taken },
  ]
  return (
    <dl className={styles.sales}>
      {parts.map(({ name, amount, to }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Link to={to}>{formatCedis(amount)}</Link>
            {name === words.gross && (
              <Link className={styles.count} to={sold}>
                {words.ordersOf(orders)}
              </Link>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
