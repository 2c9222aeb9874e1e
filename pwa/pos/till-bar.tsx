import { useAtomValue } from 'jotai'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CloudOff from 'lucide-react/icons/cloud-off'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Send from 'lucide-react/icons/send'
import User from 'lucide-react/icons/user-round'
import { useTransition, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { loginFrom } from '#pwa/session/redirect.ts'
import { firstName, signedIn } from '#pwa/session/session.ts'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { DeviceSettings } from './device-settings.tsx'
import { LockButton } from './lock/lock-button.tsx'
import { statusWords, type StatusWords } from './status-words.ts'
import styles from './till-bar.module.css'
import { contact, goOnline } from './till.ts'
import { useBrokenSeal, useClock, useClockAhead, useCycle, useEnrolledTill, useWaiting } from './use-till.ts'
import * as words from './till-words.ts'

const ICONS = { online: CircleCheck, offline: CloudOff, busy: Send, attention: CircleAlert }

interface Props {
  title: string
  /** The till's name. */
  till: string
  children?: ReactNode
}

/** The line above every till screen: the till's name, and the state of its sales in words. */
export function TillBar({ title, till, children }: Props) {
  const status = statusWords({
    cycle: useCycle(),
    waiting: useWaiting(),
    contact: useAtomValue(contact),
    now: useClock(),
    isSealBroken: useBrokenSeal() !== null,
    ahead_ms: useClockAhead(),
  })
  const Icon = ICONS[status.kind]
  const teller = useAtomValue(signedIn)
  const enrolled = useEnrolledTill()
  return (
    <header className={styles.bar}>
      <h1>
        {title} <span className={styles.till}>{till}</span>
      </h1>
      <p className={`${styles.status} ${styles[status.kind]}`} role="status" aria-live="polite">
        <Icon size={20} aria-hidden /> {status.words}
      </p>
      <StatusAction action={status.action} />
      {children}
      {teller && enrolled && (enrolled.head ? <LockButton teller={teller} /> : <Cashier name={firstName(teller)} />)}
      <DeviceSettings />
    </header>
  )
}

/** Who stands at a till without a key, which cannot be locked. */
const Cashier = ({ name }: { name: string }) => (
  <p className={styles.cashier}>
    <User size={20} aria-hidden />
    <span className="visually-hidden">{words.cashier}</span> {name}
  </p>
)

function StatusAction({ action }: Pick<StatusWords, 'action'>) {
  const [busy, start] = useTransition()
  const location = useLocation()
  if (action === 'sign_in')
    return (
      <ButtonLink to={loginFrom(location)} kind="secondary">
        {words.signIn}
      </ButtonLink>
    )
  if (action === 'look' && location.pathname !== '/staff/till/sales')
    return (
      <ButtonLink to="/staff/till/sales?state=attention" kind="secondary">
        {words.look}
      </ButtonLink>
    )
  if (action === null) return null
  if (action === 'update')
    return (
      <Button
        type="button"
        kind="quiet"
        busy={busy}
        icon={<RefreshCw size={20} aria-hidden />}
        onClick={() => start(goOnline)}
      >
        {words.checkForUpdates}
      </Button>
    )
  return (
    <Button
      type="button"
      kind="quiet"
      busy={busy}
      busyLabel={words.sending}
      icon={<Send size={20} aria-hidden />}
      onClick={() => start(goOnline)}
    >
      {words.sendNow}
    </Button>
  )
}
