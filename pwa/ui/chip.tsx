import type { ReactNode } from 'react'
import styles from './chip.module.css'

export type ChipKind = 'plain' | 'info' | 'ok' | 'bad' | 'warn' | 'gold'

/** A state: an icon (16 px) with a word, never only a colour. */
export const Chip = ({
  kind = 'plain',
  icon,
  children,
}: {
  kind?: ChipKind
  icon?: ReactNode
  children: ReactNode
}) => (
  <span className={`${styles.chip} ${styles[kind]}`}>
    {icon}
    {children}
  </span>
)
