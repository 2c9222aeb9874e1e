import ChevronDown from 'lucide-react/icons/chevron-down'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import LogOut from 'lucide-react/icons/log-out'
import ShieldCheck from 'lucide-react/icons/shield-check'
import User from 'lucide-react/icons/user-round'
import { useState } from 'react'
import { ChunkError, loadChunk } from '#pwa/lib/lazy-screen.ts'
import { say } from '#pwa/lib/notice.ts'
import { useVisit } from '#pwa/lib/routed.tsx'
import type { SignedIn } from '#pwa/session/session.ts'
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
 * Who is signed in, and the way out. Staff are told when sales still wait to be sent, which stay on the device, and
 * when nobody could sign in here again.
 */
export function UserMenu({ user, side }: { user: SignedIn; side?: 'above' }) {
  const [left, setLeft] = useState<LeftBehind | null>(null)
  const [busy, setBusy] = useState(false)
  const visit = useVisit()
  const leave = async () => {
    setBusy(true)
    setLeft(null)
    // First, or a staff page that loses its person would ask for a sign-in. Who stays with what is not saved stays
    // signed in.
    if (await visit('/')) {
      if (isStaff(user)) await (await fetchTill()).forgetTeller()
      await signOut()
    }
    setBusy(false)
  }
  const ask = async () => {
    try {
      const found = isStaff(user) ? await (await fetchTill()).lookBeforeLeaving() : null
      if (found && (found.unsent > 0 || found.isCutOff)) setLeft(found)
      else await leave()
    } catch (error) {
      if (!(error instanceof ChunkError)) throw error
      say({ kind: 'bad', words: words.stillSignedIn })
    }
  }
  return (
    <>
      <Folded
        side={side}
        label={
          <>
            <User size={20} aria-hidden />
            <span className={styles.who}>{user.name.split(' ')[0]}</span>
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
        {left?.isCutOff && <p>{words.cutOff}</p>}
        {left && left.unsent > 0 && <p>{words.leftBehind(left)}</p>}
        <DialogActions>
          <Button kind="danger" busy={busy} onClick={() => void leave()}>
            {words.logout}
          </Button>
          <Button onClick={() => setLeft(null)}>{words.staySignedIn}</Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

const fetchTill = () => loadChunk(() => import('#pwa/staff/kit/unsent.ts'))
