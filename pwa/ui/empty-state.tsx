import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface Props {
  title: string
  icon?: ReactNode
  /** What to do about it. */
  children?: ReactNode
  /** One button. */
  action?: ReactNode
}

/** An empty list: a sentence, what to do, one button. */
export const EmptyState = ({ title, icon, children, action }: Props) => (
  <div className={styles.empty}>
    {icon}
    <p className={styles.title}>{title}</p>
    {children && <p>{children}</p>}
    {action && <div className={styles.action}>{action}</div>}
  </div>
)
