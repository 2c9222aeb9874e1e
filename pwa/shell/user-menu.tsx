import ChevronDown from 'lucide-react/icons/chevron-down'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import Lock from 'lucide-react/icons/lock'
import LogOut from 'lucide-react/icons/log-out'
import ShieldCheck from 'lucide-react/icons/shield-check'
import User from 'lucide-react/icons/user-round'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { ChunkError, lazyPart, loadChunk } from '#pwa/lib/lazy-screen.ts'
import { say } from '#pwa/lib/notice.ts'
import { useVisit } from '#pwa/lib/routed.tsx'
import { firstName, isResting, type SignedIn } from '#pwa/session/session.ts'
import type { LeftBehind } from '#pwa/staff/kit/unsent.ts'
import { signOut } from '#pwa/session/sign-in.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { isStaff } from '#sync/protocol/roles.ts'
import { Folded } from './folded.tsx'
import styles from './header.module.css'
import * as words from './user-menu-words.ts'

/**
 * The signed-in user, and signing out. Warns staff when unsent sales stay on the device, and when nobody could sign in
 * here again.
 */
export function UserMenu({ user, side }: { user: SignedIn; side?: 'above' }) {
  const [left, setLeft] = useState<LeftBehind | null>(null)
  const [busy, setBusy] = useState(false)
  const [isLocking, setLocking] = useState(false)
  const isAtTill = TILL.test(useLocation().pathname)
  const visit = useVisit()
  const rests = useAtomValue(isResting)
  const leave = async () => {
    setBusy(true)
    setLeft(null)
    if (rests && (await (await fetchLock()).leaveTill(user))) return setBusy(false)
    // First, because a staff page without a user would ask for a sign-in. A user who stays because of unsaved input
    // remains signed in.
    if (await visit('/')) {
      if (isStaff(user)) await (await fetchTill()).forgetTeller()
      await signOut()
    }
    setBusy(false)
  }
  /** Without a network nobody could sign in again. Who has no PIN that would open the till is asked. */
  const lockInstead = async (found: LeftBehind) => {
    const outcome = await (await fetchLock()).lockNow(user)
    if (outcome !== 'locked') return setLeft(found)
    say({ kind: 'info', words: words.lockedInstead })
  }
  const lock = async () => {
    setLeft(null)
    try {
      const outcome = await (await fetchLock()).lockNow(user)
      setLocking(outcome === 'needs_pin')
      if (outcome === 'not_till') say({ kind: 'bad', words: words.notTill })
      if (outcome === 'over') say({ kind: 'bad', words: words.pinOver })
    } catch (error) {
      if (!(error instanceof ChunkError)) throw error
      say({ kind: 'bad', words: words.notLocked })
    }
  }
  const ask = async () => {
    try {
      const found = isStaff(user) ? await (await fetchTill()).lookBeforeLeaving() : null
      if (found?.isCutOff && found.canLock && !rests) await lockInstead(found)
      else if (found && (found.unsent > 0 || found.isCutOff)) setLeft(found)
      else await leave()
    } catch (error) {
      if (!(error instanceof ChunkError)) throw error
      say({ kind: 'bad', words: words.stillSignedIn })
    }
  }
  const canLock = left !== null && left.isCutOff && left.canLock
  return (
    <>
      <Folded
        side={side}
        label={
          <>
            <User size={20} aria-hidden />
            <span className={styles.who}>{firstName(user)}</span>
            <ChevronDown size={16} aria-hidden />
          </>
        }
      >
        <Link to="/account-area/orders">
          <ClipboardList size={20} aria-hidden />
          {words.myOrders}
        </Link>
        {isStaff(user) && (
          <Link to="/staff/security">
            <ShieldCheck size={20} aria-hidden />
            {words.security}
          </Link>
        )}
        {isStaff(user) && isAtTill && (
          <Button type="button" kind="quiet" icon={<Lock size={20} aria-hidden />} onClick={() => void lock()}>
            {words.lock}
          </Button>
        )}
        <Button
          type="button"
          kind="quiet"
          icon={<LogOut size={20} aria-hidden />}
          busy={busy}
          onClick={() => void ask()}
        >
          {words.logout}
        </Button>
      </Folded>
      <Dialog open={left !== null} onClose={() => setLeft(null)} title={left ? words.leaving(left) : ''}>
        {left?.isCutOff && <p>{words.cutOff(left.canLock)}</p>}
        {left && left.unsent > 0 && <p>{words.leftBehind(left)}</p>}
        <DialogActions>
          {!canLock && (
            <Button kind="danger" busy={busy} onClick={() => void leave()}>
              {words.logout}
            </Button>
          )}
          <Button kind={canLock ? 'secondary' : 'primary'} onClick={() => setLeft(null)}>
            {words.staySignedIn}
          </Button>
          {canLock && <Button onClick={() => void lock()}>{words.lockInstead}</Button>}
        </DialogActions>
      </Dialog>
      {isLocking && <LockDialog user={user} open onClose={() => setLocking(false)} />}
    </>
  )
}

const TILL = /^\/staff\/(orders\/add$|till\/)/
const LockDialog = lazyPart(() => import('#pwa/pos/lock/lock-dialog.tsx'), 'LockDialog')
const fetchLock = () => loadChunk(() => import('#pwa/pos/lock/lock-till.ts'))
const fetchTill = () => loadChunk(() => import('#pwa/staff/kit/unsent.ts'))
