import Printer from 'lucide-react/icons/printer'
import { useParams } from 'react-router-dom'
import { formatDate } from '#pwa/lib/format.ts'
import { idIn } from '#pwa/lib/id-in.ts'
import { useShopName } from '#pwa/shell/use-shop.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { shiftSlip, type Slip, type SlipFacts } from '#pwa/shifts/shift-slip.ts'
import { SlipPaper } from '#pwa/shifts/slip-paper.tsx'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import type { DrawerEvent, ShiftRevision, StaffShift } from '#sync/protocol/staff/shift.ts'
import { Unread } from '../kit/unread.tsx'
import { useAccountName } from '../kit/use-account-name.ts'
import { changedLines } from './changed-lines.ts'
import styles from './shift-view.module.css'
import * as words from './shift-words.ts'

/** A till's shift: its newest report as it prints, and what each late arrival changed. */
export function ShiftView() {
  const id = idIn(useParams().id)
  const read = useApi('GET /api/staff/shifts/:id', { params: { id } }, { page: true })
  const shop = useShopName()
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{words.shift}</h1>
        <div className={styles.actions}>
          {read.data && read.data.revisions.length > 0 && (
            <Button type="button" kind="secondary" icon={<Printer size={20} aria-hidden />} onClick={() => print()}>
              {words.print}
            </Button>
          )}
          <ButtonLink to="/staff/shifts" kind="secondary">
            {words.goBack}
          </ButtonLink>
        </div>
      </div>
      <Unread of={read} />
      {read.isPending && <Loader rows={6} height={44} />}
      {read.data && <Reports {...read.data} shop={shop} />}
      {read.data && <DrawerEvents events={read.data.events} />}
    </div>
  )
}

function Reports({ shift, revisions, shop }: { shift: StaffShift; revisions: ShiftRevision[]; shop: string }) {
  const facts = { shop, nameOf: useAccountName() }
  const slips = revisions.map(revision => slipOf(shift, revision, facts))
  const newest = slips.at(-1)
  if (!newest) return <Alert kind="info">{words.notEnded}</Alert>
  return (
    <div className={styles.shift}>
      <SlipPaper slip={newest} />
      {slips.length > 1 && (
        <section>
          <h2>{words.whatChanged}</h2>
          {slips.slice(1).map((slip, i) => (
            <Changes key={i} revision={revisions[i + 1]!} before={slips[i]!} after={slip} />
          ))}
        </section>
      )}
    </div>
  )
}

/** What was done to the drawer besides selling, in the order of the till. */
const DrawerEvents = ({ events }: { events: DrawerEvent[] }) => (
  <section className={styles.events} aria-labelledby="drawer-events">
    <h2 id="drawer-events">{words.drawerEvents}</h2>
    {events.length === 0 && <p>{words.noDrawerEvents}</p>}
    <ul>
      {events.map(({ what, moved, note, teller, occurred_at }, i) => (
        <li key={i}>
          <strong>{what}</strong> {moved !== null && <span>{formatCedis(moved)}</span>}
          <p>
            {words.doneBy(teller.name, formatDate(occurred_at))} {note}
          </p>
        </li>
      ))}
    </ul>
  </section>
)

const Changes = ({ revision, before, after }: { revision: ShiftRevision; before: Slip; after: Slip }) => (
  <table className={styles.changes}>
    <caption>{words.revisionOf(revision.revision, formatDate(revision.created_at))}</caption>
    <thead>
      <tr>
        <th scope="col">{words.what}</th>
        <th scope="col">{words.before}</th>
        <th scope="col">{words.after}</th>
      </tr>
    </thead>
    <tbody>
      {changedLines(before, after).map(({ label, was, became }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td>{was}</td>
          <td>{became}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const slipOf = (
  shift: StaffShift,
  { revision, figures }: ShiftRevision,
  { shop, nameOf }: Pick<SlipFacts, 'shop' | 'nameOf'>,
): Slip =>
  shiftSlip(figures, {
    shop,
    till: shift.till ? words.tillNamed(shift.till.code, shift.till.name) : shift.till_code,
    opened_at: shift.opened_at,
    opened_by: shift.teller.name,
    closed: { at: shift.closed_at!, by: shift.closed_by!.name, revision, note: shift.note },
    now: 0,
    nameOf: code => (code === 'GIFT_CARDS_SHORT' ? words.giftCardShort : nameOf(code)),
  })
