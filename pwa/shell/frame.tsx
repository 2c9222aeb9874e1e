import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { lazyPart, loadChunk } from '#pwa/lib/lazy-screen.ts'
import { isCovered } from '#pwa/session/screen-lock.ts'
import { turn } from '#pwa/session/session.ts'
import { useSignedIn } from '#pwa/session/use-signed-in.ts'
import { Catch, useRouting } from '#pwa/lib/routed.tsx'
import { keepTillFiles } from '#pwa/lib/till-files.ts'
import { useDocumentTitle } from '#pwa/browser/title.ts'
import { isStaff } from '#sync/protocol/roles.ts'
import { Footer } from './footer.tsx'
import styles from './frame.module.css'
import * as words from './frame-words.ts'
import { Header } from './header.tsx'
import { InstallHint } from './install-hint.tsx'
import { NoticeBar } from './notice-bar.tsx'
import { ScreenError } from './screen-error.tsx'
import { ScreenLoading } from './screen-loading.tsx'
import { UpdatePrompt } from './update-prompt.tsx'
import { useShopName } from './use-shop.ts'

const StaffNav = lazyPart(() => import('#pwa/staff/staff-nav.tsx'), 'StaffNav', <div className={styles.bar} />)
const LockScreen = lazyPart(() => import('#pwa/pos/lock/lock-screen.tsx'), 'LockScreen')

const TILL = '/staff/orders/add'
const LOGIN = '/login'

/**
 * The frame around every screen: the shop's header and footer or, in the back office, its rail, which is narrow
 * at the till. A locked till hides the screen but keeps unfinished work.
 */
export function Frame() {
  const user = useSignedIn()
  const { pathname } = useLocation()
  const isBehindTheCounter = pathname.startsWith('/staff')
  const isTill = pathname === TILL
  const isLoading = useRouting()?.going != null
  const staff = isStaff(user)
  const whoseTurn = useAtomValue(turn)
  // Somebody else may sign in with their password.
  const isLocked = useAtomValue(isCovered) && user !== null && pathname !== LOGIN
  useDocumentTitle(useShopName())
  useEffect(() => {
    if (staff) void keepTillFiles()
  }, [staff])
  useEffect(() => {
    if (staff && isBehindTheCounter) void goOnSending()
  }, [staff, isBehindTheCounter])
  return (
    <>
      {isLocked && <LockScreen user={user} />}
      <div
        hidden={isLocked}
        className={
          isBehindTheCounter && staff ? `${styles.frame} ${styles.behind} ${isTill ? styles.folded : ''}` : styles.frame
        }
      >
        <a className={styles.skip} href="#main">
          {words.skip}
        </a>
        {isLoading && <div className={styles.progress} aria-hidden />}
        {!isBehindTheCounter && <Header />}
        {user && staff && <StaffNav user={user} alone={isBehindTheCounter} />}
        <main id="main" className={isBehindTheCounter ? styles.main : `${styles.main} ${styles.tall}`} tabIndex={-1}>
          <Screen key={whoseTurn} />
        </main>
        {!isBehindTheCounter && <Footer />}
        <NoticeBar />
        {!isBehindTheCounter && !staff && <InstallHint />}
        <UpdatePrompt />
      </div>
    </>
  )
}

function Screen() {
  const routing = useRouting()
  const location = useLocation()
  if (routing?.error) return <ScreenError error={routing.error} />
  return routing?.isHere === false ? (
    <ScreenLoading />
  ) : (
    <Catch fallback={ScreenError} at={location}>
      <Outlet />
    </Catch>
  )
}

/** Without the till's chunk nothing is sent here; the till itself says so, and the worker sends too. */
const goOnSending = () =>
  loadChunk(() => import('#pwa/pos/resume-till.ts')).then(
    ({ resumeTill }) => resumeTill(),
    () => {},
  )
