import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import styles from './header.module.css'

interface Props {
  label: ReactNode
  /** The side of the label that the menu aligns with; 'above': it opens upwards in the rail. */
  side?: 'start' | 'end' | 'above'
  children: ReactNode
}

/** A menu that opens under its label, and closes on Escape, on a press elsewhere and when the page changes. */
export function Folded({ label, side = 'end', children }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  useEffect(() => {
    const fold = (event: Event) => {
      if (!details.current?.open) return
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
      const isElsewhere = event.type === 'pointerdown' && !details.current.contains(event.target as Node)
      if (isEscape) details.current.querySelector('summary')?.focus()
      if (isEscape || isElsewhere) details.current.open = false
    }
    document.addEventListener('pointerdown', fold)
    document.addEventListener('keydown', fold)
    return () => {
      document.removeEventListener('pointerdown', fold)
      document.removeEventListener('keydown', fold)
    }
  }, [])
  return (
    <details ref={details} key={key} className={styles.folded}>
      <summary>{label}</summary>
      <div className={`${styles.menu} ${side === 'end' ? '' : styles[side]}`}>{children}</div>
    </details>
  )
}
