import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import styles from './alert.module.css'

const ICONS = { ok: CircleCheck, bad: CircleAlert, warn: TriangleAlert, info: Info }
export type AlertKind = keyof typeof ICONS

interface Props {
  kind: AlertKind
  title?: ReactNode
  children?: ReactNode
}

/** A message that stays. Bad news is announced at once, the rest when the reader is done. */
export function Alert({ kind, title, children }: Props) {
  const Icon = ICONS[kind]
  return (
    <div className={`${styles.alert} ${styles[kind]}`} role={kind === 'bad' ? 'alert' : 'status'}>
      <Icon size={20} aria-hidden />
      <div>
        {title && <p className={styles.title}>{title}</p>}
        {children}
      </div>
    </div>
  )
}

/** What went wrong, one bullet per message; nothing at all where there is none. */
export function ErrorList({ messages }: { messages: readonly string[] }) {
  if (messages.length === 0) return null
  return (
    <Alert kind="bad">
      <ul>
        {messages.map(message => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Alert>
  )
}
