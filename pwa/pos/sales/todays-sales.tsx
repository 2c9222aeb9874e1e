import { useLiveQuery } from 'dexie-react-hooks'
import { useAtomValue } from 'jotai'
import ReceiptText from 'lucide-react/icons/receipt-text'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { formatDay } from '#pwa/lib/format.ts'
import { signedIn } from '#pwa/session/session.ts'
import { ReceiptPaper } from '#pwa/receipt/receipt-paper.tsx'
import { Alert } from '#pwa/ui/alert.tsx'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { formatCedis, sumCedis } from '#sync/protocol/money.ts'
import type { LocalSale, Teller } from '#sync/till/till-db.ts'
import { voidableSale } from '#sync/till/void-sale.ts'
import { stateOf, type SaleState } from '#sync/till/waiting.ts'
import { CarrySales } from '../carry-sales.tsx'
import { dayOf, isOf, salesShown } from './day-sales.ts'
import { EntryRow, EventRow } from './entry-row.tsx'
import { startPrinting } from '../printer/print-jobs.ts'
import { PrinterLink } from '../printer/printer-link.tsx'
import { WaitingNotice } from '../printer/waiting-notice.tsx'
import { KeyNotice } from '../key-notice.tsx'
import { ReceiptActions } from './receipt-actions.tsx'
import { receiptContent } from './sale-receipt.ts'
import { SealNotice } from './seal-notice.tsx'
import { SaleRow } from './sale-row.tsx'
import { VoidDialog } from './void-dialog.tsx'
import { settings } from '../settings.ts'
import { TillBar } from '../till-bar.tsx'
import { mayBeCleared, startTill, till } from '../till.ts'
import styles from './todays-sales.module.css'
import { useCopies } from './use-copies.ts'
import { useClock, useEnrolledTill } from '../use-till.ts'
import * as words from './sales-words.ts'
import { voidedIn } from './void-words.ts'

/** The day's sales of this device, and those of earlier days not accepted yet, each with its state. */
export function TodaysSales() {
  const isAtRisk = useAtomValue(mayBeCleared)
  const day = dayOf(useClock())
  const enrolled = useEnrolledTill()
  const shown = useLiveQuery(() => salesShown(till, day), [day.start])
  const [query, setQuery] = useSearchParams()
  const [open, setOpen] = useState<LocalSale | null>(null)
  const teller = useAtomValue(signedIn)
  const voidable = useLiveQuery(() => voidableSale(till), [day.start])
  const [voiding, setVoiding] = useState<LocalSale | null>(null)
  const filter = filterOf(query.get('state'))
  useEffect(() => {
    startTill()
    startPrinting()
  }, [])
  if (!shown) return <Loader rows={8} height={56} />
  const { sales, entries, others, done } = shown
  const todays = sales.filter(sale => isOf(day, sale))
  const standing = todays.filter(({ voided }) => !voided)
  const listed = sales.filter(sale => filter === 'all' || stateOf(sale, entries.get(sale.id)) === filter)
  const othersListed = others.filter(entry => filter === 'all' || stateOf(undefined, entry) === filter)
  const doneListed = filter === 'all' || filter === 'accepted' ? done : []
  const countOf = (state: SaleState | 'all') =>
    state === 'all'
      ? sales.length + others.length + done.length
      : (state === 'accepted' ? done.length : 0) +
        sales.filter(sale => stateOf(sale, entries.get(sale.id)) === state).length +
        others.filter(entry => stateOf(undefined, entry) === state).length

  return (
    <div className={styles.screen}>
      <TillBar title={words.todaysSales} till={enrolled ? `${enrolled.code} · ${enrolled.name}` : ''}>
        <PrinterLink />
      </TillBar>
      <div className={styles.head}>
        <p>
          <strong>{formatDay(day.start)}</strong> · {words.salesIn(standing.length)} ·{' '}
          {formatCedis(sumCedis(standing.map(({ total }) => total)))}
          {voidedIn(todays.length - standing.length)}
          {words.earlier(sales.length - todays.length)}
        </p>
        <CarrySales />
      </div>
      <SealNotice />
      <KeyNotice />
      {isAtRisk && (
        <div className={styles.risk}>
          <Alert kind="info">{words.notKeptForSure}</Alert>
        </div>
      )}
      <nav className={styles.filters} aria-label={words.state}>
        {(Object.keys(words.filters) as (keyof typeof words.filters)[]).map(state => (
          <button
            key={state}
            type="button"
            aria-pressed={state === filter}
            onClick={() => setQuery(state === 'all' ? {} : { state }, { replace: true })}
          >
            {words.filters[state]} <span>{countOf(state)}</span>
          </button>
        ))}
      </nav>
      {listed.length + othersListed.length + doneListed.length === 0 ? (
        <EmptyState
          title={sales.length === 0 ? words.noSales : words.noSalesInState}
          icon={<ReceiptText size={32} aria-hidden />}
          action={
            <ButtonLink to="/staff/orders/add" size="till">
              {words.toTheTill}
            </ButtonLink>
          }
        >
          {words.aboutSales}
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {othersListed.map(entry => (
            <EntryRow key={entry.id} entry={entry} today={day} />
          ))}
          {doneListed.map(event => (
            <EventRow key={event.key} event={event} />
          ))}
          {listed.map(sale => (
            <SaleRow
              key={sale.id}
              sale={sale}
              entry={entries.get(sale.id)}
              today={day}
              onOpen={() => setOpen(sale)}
              onVoid={voidable?.id === sale.id && mayVoid(teller) ? () => setVoiding(sale) : null}
            />
          ))}
        </ul>
      )}
      <Dialog open={open !== null} onClose={() => setOpen(null)} title={open ? words.receiptOf(open.number) : ''}>
        {open && <Reprint sale={sales.find(({ id }) => id === open.id) ?? open} />}
      </Dialog>
      {teller && <VoidDialog sale={voiding} teller={teller} onClose={() => setVoiding(null)} />}
    </div>
  )
}

function Reprint({ sale }: { sale: LocalSale }) {
  const { copy, onPrint } = useCopies(sale)
  const content = receiptContent(sale, settings, copy)
  return (
    <>
      <ReceiptActions sale={sale} content={content} onPrint={onPrint} />
      <WaitingNotice />
      <ReceiptPaper content={content} />
    </>
  )
}

/** A manager may void where the shop says so; administrators always may. */
const mayVoid = (teller: Pick<Teller, 'role_code'> | null): boolean =>
  teller !== null && (teller.role_code !== 'MANAGER' || settings.get('void_manager') !== 'OFF')

const filterOf = (state: string | null): SaleState | 'all' =>
  state !== null && Object.hasOwn(words.filters, state) ? (state as SaleState) : 'all'
