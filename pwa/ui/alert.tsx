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

/** A message that stays. Screen readers announce bad news at once, the rest when they are idle. */
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

/** Error messages, one bullet each; renders nothing if there are none. */
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
