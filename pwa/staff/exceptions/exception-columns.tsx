import { useAtomValue } from 'jotai'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { formatDate } from '#pwa/lib/format.ts'
import { signedIn } from '#pwa/session/session.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Chip } from '#pwa/ui/chip.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { clearanceOf, MANAGEMENT } from '#sync/protocol/roles.ts'
import { PERSONAL_EXCEPTIONS, type ShopException } from '#sync/protocol/staff/exception.ts'
import type { Column } from '../lists/list-screen.tsx'
import * as words from './exception-words.ts'
import styles from './exceptions.module.css'

const Detail = ({ item, detail, product_variation_id, on_hand, reserved, count }: ShopException) => (
  <span>
    {item && product_variation_id !== null ? (
      <>
        <Link to={`/staff/stock/${product_variation_id}/movements`}>{item}</Link>: {detail}
      </>
    ) : (
      detail
    )}
    {on_hand !== null && <span className={styles.facts}>{words.onHandNow(on_hand, reserved)}</span>}
    {count > 1 && <span className={styles.facts}>{words.moreLikeIt(count - 1)}</span>}
  </span>
)

const columns = (kind: 'plain' | 'warn'): Column<ShopException>[] => [
  {
    head: words.what,
    order: 'code',
    cell: ({ code }) => (
      <Chip kind={kind} icon={<TriangleAlert size={16} aria-hidden />}>
        {words.EXCEPTION_WORDS[code]}
      </Chip>
    ),
  },
  { head: words.detail, cell: Detail },
  {
    head: words.order,
    cell: ({ order_id, number }) =>
      order_id === null ? (
        words.none
      ) : (
        <a className={styles.whole} href={`/staff/orders/${order_id}/view`} target="_blank" rel="noreferrer">
          {number ?? order_id}
        </a>
      ),
  },
  { head: words.when, order: 'id', cell: ({ created_at }) => formatDate(created_at) },
]

export const resolvedColumns: Column<ShopException>[] = [
  ...columns('plain'),
  {
    head: words.outcome,
    cell: ({ note, resolved_by, resolved_at }) => (
      <span>
        {note ?? '–'}{' '}
        <span className={styles.facts}>
          {resolved_by ?? words.theShop}
          {resolved_at && `, ${formatDate(resolved_at)}`}
        </span>
      </span>
    ),
  },
]

interface Opening {
  choose: (exception: ShopException) => void
  /** The address of this list with other filters. */
  hrefWith: (changes: Record<string, string>) => string
  mayJudge: boolean
}

export const openColumns = (opening: Opening): Column<ShopException>[] => [
  ...columns('warn'),
  { head: words.action, cell: exception => <Actions exception={exception} {...opening} /> },
]

/** Whether this person resolves what is about a cashier. */
export function useMayJudge(): boolean {
  const user = useAtomValue(signedIn)
  return user !== null && clearanceOf(user.role_code) >= MANAGEMENT
}

function Actions({ exception, choose, hrefWith, mayJudge }: Opening & { exception: ShopException }) {
  const { code, count, till_id } = exception
  return (
    <span className={styles.actions}>
      {!mayJudge && PERSONAL_EXCEPTIONS.includes(code) ? (
        <span className={styles.facts}>{words.forAnAdministrator}</span>
      ) : (
        <Button kind="secondary" className={styles.whole ?? ''} data-door onClick={() => choose(exception)}>
          {count > 1 ? words.resolveAll(count) : code === 'OVERSOLD' ? words.countNow : words.resolve}
        </Button>
      )}
      {count > 1 && (
        <Link className={styles.whole} to={hrefWith({ code, till_id: String(till_id) })}>
          {words.seeEach}
        </Link>
      )}
    </span>
  )
}
