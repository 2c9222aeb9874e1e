import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom'
import { loadChunk } from '#pwa/lib/lazy-screen.ts'
import { signedIn } from '#pwa/lib/session.ts'
import { keepTillFiles } from '#pwa/lib/till-files.ts'
import { shopName, useDocumentTitle } from '#pwa/lib/title.ts'
import { isStaff } from '#sync/protocol/roles.ts'
import { Footer } from './footer.tsx'
import styles from './frame.module.css'
import { Header } from './header.tsx'
import { NoticeBar } from './notice-bar.tsx'
import { StaffNav } from './staff-nav.tsx'
import { UpdatePrompt } from './update-prompt.tsx'
import { useShop } from './use-shop.ts'

/** What stands around every screen: the shop's header and footer, or, in the back office and at the till, one slim bar. */
export function Frame() {
  const user = useAtomValue(signedIn)
  const isBehindTheCounter = useLocation().pathname.startsWith('/staff')
  const isLoading = useNavigation().state === 'loading'
  const staff = isStaff(user)
  useDocumentTitle()
  useShopName()
  useEffect(() => { if (staff) void keepTillFiles() }, [staff])
  useEffect(() => { if (staff && isBehindTheCounter) void goOnSending() }, [staff, isBehindTheCounter])
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">Skip to content</a>
      {isLoading && <div className={styles.progress} aria-hidden />}
      {!isBehindTheCounter && <Header />}
      {user && staff && <StaffNav user={user} alone={isBehindTheCounter} />}
      <main id="main" className={styles.main} tabIndex={-1}><Outlet /></main>
      {!isBehindTheCounter && <Footer />}
      <NoticeBar />
      <UpdatePrompt />
      <ScrollRestoration />
    </div>
  )
}

/** Without the till's chunk nothing is sent here; the till itself says so, and the worker sends too. */
const goOnSending = () => loadChunk(() => import('#pwa/pos/resume-till.ts')).then(({ resumeTill }) => resumeTill(), () => {})

/** Remembers the shop's name, for the next start and for titles without a network. */
function useShopName() {
  const name = useShop()?.name
  const remember = useSetAtom(shopName)
  useEffect(() => { if (name) remember(name) }, [name, remember])
}
