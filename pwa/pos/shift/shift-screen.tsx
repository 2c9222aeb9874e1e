import { useLiveQuery } from 'dexie-react-hooks'
import { useAtomValue } from 'jotai'
import Wallet from 'lucide-react/icons/wallet'
import { useEffect, useState } from 'react'
import { formatDate } from '#pwa/lib/format.ts'
import { signedIn, type SignedIn } from '#pwa/session/session.ts'
import type { Slip } from '#pwa/shifts/shift-slip.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import { cashIn } from '#sync/protocol/shifts/figures.ts'
import type { EnrolledTill } from '#sync/till/proof/enrol.ts'
import { keptReports, shiftSoFar, type KeptReport } from '#sync/till/shifts/kept-shift.ts'
import { EnrolScreen } from '../enrol-screen.tsx'
import { settings } from '../settings.ts'
import { TillBar } from '../till-bar.tsx'
import { startTill, till } from '../till.ts'
import { useEnrolledTill, useReplica } from '../use-till.ts'
import { CloseForm } from './close-form.tsx'
import { DrawerForm, type DrawerDeed } from './drawer-form.tsx'
import { OpenForm } from './open-form.tsx'
import { xOf, zOf } from './shift-slips.ts'
import { SlipDialog } from './slip-dialog.tsx'
import styles from './shift-screen.module.css'
import * as words from './shift-screen-words.ts'

const MOST_REPORTS = 20
const DEEDS: readonly DrawerDeed[] = ['IN', 'OUT', 'NO_SALE']

/** The till's shift: open it with a float, read its report so far, count and close it. Works without a network. */
export function ShiftScreen() {
  const teller = useAtomValue(signedIn)
  const enrolled = useEnrolledTill()
  useEffect(startTill, [])
  if (!teller || enrolled === undefined) return <Loader rows={8} height={56} />
  if (enrolled === null) return <EnrolScreen />
  return (
    <div className={styles.screen}>
      <TillBar title={words.shift} till={`${enrolled.code} · ${enrolled.name}`}>
        <ButtonLink to="/staff/orders/add" kind="secondary">
          {words.toTheTill}
        </ButtonLink>
      </TillBar>
      {enrolled.head ? (
        <Shift teller={teller} enrolled={enrolled} />
      ) : (
        <div className={styles.form}>
          <Alert kind="info">{words.noKey}</Alert>
        </div>
      )}
    </div>
  )
}

function Shift({ teller, enrolled }: { teller: SignedIn; enrolled: EnrolledTill }) {
  const [slip, setSlip] = useState<Slip | null>(null)
  const [isClosing, setClosing] = useState(false)
  const [deed, setDeed] = useState<DrawerDeed | null>(null)
  const { ready } = useReplica()
  const soFar = useLiveQuery(() => shiftSoFar(till))
  const reports = useLiveQuery(() => keptReports(till, MOST_REPORTS))
  if (soFar === undefined || reports === undefined || (soFar === null && !ready)) return <Loader rows={8} height={56} />
  const onClosed = (report: KeptReport) => {
    setClosing(false)
    setSlip(zOf(enrolled, report))
  }

  return (
    <>
      {soFar === null && settings.get('till_shifts') !== 'ON' && (
        <EmptyState title={words.off} icon={<Wallet size={32} aria-hidden />}>
          {words.aboutOff}
        </EmptyState>
      )}
      {soFar === null && settings.get('till_shifts') === 'ON' && <OpenForm teller={teller} />}
      {soFar && (
        <section className={styles.form} aria-label={words.shift}>
          <p>
            <strong>{words.openSince(formatDate(soFar.shift.opened_at), soFar.shift.teller.name)}</strong>
          </p>
          <p>
            {words.floatOf(formatCedis(soFar.figures.float))} · {words.soldSoFar(words.salesIn(soFar.figures.sales))}
          </p>
          {!isClosing && (
            <div className={styles.actions}>
              {DEEDS.map(each => (
                <Button key={each} type="button" kind="secondary" size="till" onClick={() => setDeed(each)}>
                  {words.drawerDeeds[each]}
                </Button>
              ))}
              <Button
                type="button"
                kind="secondary"
                size="till"
                onClick={() => setSlip(xOf(enrolled, soFar.shift, soFar.figures))}
              >
                {words.xReport}
              </Button>
              <Button type="button" size="till" onClick={() => setClosing(true)}>
                {words.closeShift}
              </Button>
            </div>
          )}
        </section>
      )}
      {soFar && isClosing && (
        <CloseForm shift_id={soFar.shift.id} teller={teller} onCancel={() => setClosing(false)} onClosed={onClosed} />
      )}
      <Reports reports={reports} onOpen={report => setSlip(zOf(enrolled, report))} />
      <Dialog
        open={soFar !== null && deed !== null}
        onClose={() => setDeed(null)}
        title={deed ? words.drawerDeeds[deed] : ''}
      >
        {soFar && deed && (
          <DrawerForm deed={deed} shift_id={soFar.shift.id} teller={teller} onDone={() => setDeed(null)} />
        )}
      </Dialog>
      <SlipDialog slip={slip} onClose={() => setSlip(null)} />
    </>
  )
}

const Reports = ({ reports, onOpen }: { reports: KeptReport[]; onOpen: (report: KeptReport) => void }) => (
  <section className={styles.reports}>
    <h2>{words.reports}</h2>
    {reports.length === 0 && <p>{words.noReports}</p>}
    <ul>
      {reports.map(report => (
        <li key={report.key}>
          <p>
            <strong>{formatDate(report.closed_at)}</strong> · {linesOf(report)}
          </p>
          <Button
            type="button"
            kind="secondary"
            size="till"
            aria-label={words.reportOf(formatDate(report.closed_at))}
            onClick={() => onOpen(report)}
          >
            {words.report}
          </Button>
        </li>
      ))}
    </ul>
  </section>
)

const linesOf = ({ teller, figures }: KeptReport) =>
  [teller.name, formatCedis(figures.total), differenceWords(cashIn(figures).difference ?? 0)].join(' · ')

function differenceWords(difference: number): string {
  if (difference === 0) return words.noDifference
  const amount = formatCedis(Math.abs(difference))
  return difference < 0 ? words.missing(amount) : words.tooMuch(amount)
}
