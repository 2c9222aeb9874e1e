import { getDefaultStore, useAtomValue } from 'jotai'
import { Suspense, use, useEffect } from 'react'
import { isCovered } from '#pwa/session/screen-lock.ts'
import { signedIn, type SignedIn } from '#pwa/session/session.ts'
import { Loader } from '#pwa/ui/skeleton.tsx'
import type { EnrolledTill } from '#sync/till/proof/enrol.ts'
import { forgetCustomers, openTheCart } from './cart/cart-atom.ts'
import { drainScans, finishedSale, takeScan } from './counter.ts'
import { Counter } from './counter-screen.tsx'
import { EnrolScreen } from './enrol-screen.tsx'
import { NoteButton } from './sales/note-button.tsx'
import { SaleDone } from './sales/sale-done.tsx'
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
  return (opening ??= openTheCart().then(() => void drainScans()))
}

let isWatching = false

/** The next user of this device learns nothing about earlier customers; safe to repeat. */
function watchSignOut() {
  if (isWatching) return
  isWatching = true
  const store = getDefaultStore()
  store.sub(signedIn, () => {
    if (store.get(signedIn)) return
    store.set(finishedSale, null)
    void forgetCustomers()
  })
}

/** The point of sale. Works the same with and without a network: a sale is finished once the device holds it. */
export const TillScreen = () => (
  <Suspense fallback={<Loader rows={8} height={64} />}>
    <Till />
  </Suspense>
)

function Till() {
  use(openTill())
  const teller = useAtomValue(signedIn)
  useEffect(watchSignOut, [])
  const enrolled = useEnrolledTill()
  // While locked, it ignores the scanner and all keys.
  const isLocked = useAtomValue(isCovered)
  if (!teller || enrolled === undefined || isLocked) return <Loader rows={8} height={64} />
  return enrolled ? <Selling teller={teller} enrolled={enrolled} /> : <EnrolScreen />
}

function Selling({ teller, enrolled }: { teller: SignedIn; enrolled: EnrolledTill }) {
  const sale = useAtomValue(finishedSale)
  useScanner(takeScan)
  return (
    <div className={styles.till}>
      <TillBar title={words.till} till={`${enrolled.code} · ${enrolled.name}`}>
        {enrolled.head && <NoteButton teller={teller} />}
      </TillBar>
      {sale ? <SaleDone sale={sale} /> : <Counter teller={teller} number={nextNumber(enrolled)} />}
    </div>
  )
}

const nextNumber = ({ code, last_number }: EnrolledTill) => `${code}-${String(last_number + 1).padStart(6, '0')}`
