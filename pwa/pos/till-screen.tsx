import { getDefaultStore, useAtomValue } from 'jotai'
import { Suspense, use, useEffect } from 'react'
import { isCovered } from '#pwa/session/screen-lock.ts'
import { signedIn, type SignedIn } from '#pwa/session/session.ts'
import { Loader } from '#pwa/ui/skeleton.tsx'
import type { EnrolledTill } from '#sync/till/proof/enrol.ts'
import { forgetCustomers, handOverCart, openTheCart } from './cart/cart-atom.ts'
import { drainScans, finishedSale, isKnownCode, takeScan, which } from './counter.ts'
import { Counter } from './counter-screen.tsx'
import { deviceOptions } from './device-options.ts'
import { EnrolScreen } from './enrol-screen.tsx'
import { startPrinting } from './printer/print-jobs.ts'
import { PrinterLink } from './printer/printer-link.tsx'
import { NoteButton } from './sales/note-button.tsx'
import { SaleDone } from './sales/sale-done.tsx'
import { ShiftLink } from './shift/shift-link.tsx'
import { TillBar } from './till-bar.tsx'
import styles from './till-screen.module.css'
import { startTill } from './till.ts'
import { useScanner } from '#pwa/scan/use-scanner.ts'
import { useEnrolledTill } from './use-till.ts'
import * as words from './till-words.ts'

let opening: Promise<void> | null = null

/** Starts the till and reopens the cart, once per page. Safe as a route's loader. */
export function openTill(): Promise<void> {
  startTill()
  startPrinting()
  return (opening ??= openTheCart().then(() => void drainScans()))
}

let isWatching = false

/**
 * Each teller has an own cart, and the next user of this device learns nothing about earlier customers; safe to repeat.
 */
function watchTeller() {
  if (isWatching) return
  isWatching = true
  const store = getDefaultStore()
  let before = store.get(signedIn)?.id ?? null
  store.sub(signedIn, () => {
    const [left, now] = [before, store.get(signedIn)?.id ?? null]
    if (left === now) return
    before = now
    store.set(finishedSale, null)
    store.set(which, null)
    if (now === null) void forgetCustomers(left)
    else if (left !== null) opening = Promise.all([opening, handOverCart()]).then(() => void drainScans())
  })
}

/** The point of sale. Works the same with and without a network: a sale is finished once the device holds it. */
export const TillScreen = () => (
  <Suspense fallback={<Opening />}>
    <Till />
  </Suspense>
)

/** The shape of what comes: goods beside an empty cart. */
const Opening = () => (
  <div className={`${styles.till} ${styles.opening}`}>
    <div />
    <Loader rows={7} height={70} />
    <div />
  </div>
)

function Till() {
  use(openTill())
  const teller = useAtomValue(signedIn)
  useEffect(watchTeller, [])
  const enrolled = useEnrolledTill()
  // While locked, it ignores the scanner and all keys.
  const isLocked = useAtomValue(isCovered)
  if (!teller || enrolled === undefined || isLocked) return <Opening />
  return enrolled ? <Selling teller={teller} enrolled={enrolled} /> : <EnrolScreen />
}

function Selling({ teller, enrolled }: { teller: SignedIn; enrolled: EnrolledTill }) {
  const sale = useAtomValue(finishedSale)
  const { is_left_handed } = useAtomValue(deviceOptions)
  useScanner(takeScan, isKnownCode)
  return (
    <div className={styles.till} data-hand={is_left_handed ? 'left' : undefined}>
      <TillBar title={words.till} till={`${enrolled.code} · ${enrolled.name}`}>
        {enrolled.head && <ShiftLink />}
        {enrolled.head && <NoteButton teller={teller} />}
        <PrinterLink besideSale />
      </TillBar>
      {sale ? <SaleDone sale={sale} /> : <Counter teller={teller} />}
    </div>
  )
}
