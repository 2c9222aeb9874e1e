import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'
import { Link, type LinkProps } from './link.tsx'
import * as words from './ui-words.ts'

interface Look {
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  /** 'till': 56 px high, else 44. */
  size?: 'shop' | 'till'
  wide?: boolean
  /** A 20 px icon before the words. */
  icon?: ReactNode
}

interface Props extends Look, ComponentProps<'button'> {
  /** While true the button shows `busyLabel`, spins, and cannot be pressed again. */
  busy?: boolean
  busyLabel?: string
}

/** A button with words. Submits its form unless `type` says otherwise. */
export function Button({
  kind = 'primary',
  size,
  wide,
  icon,
  busy = false,
  busyLabel = words.loading,
  className,
  children,
  disabled,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      className={classOf({ kind, size, wide }, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <span className={styles.spinner} aria-hidden /> : icon}
      {busy ? busyLabel : children}
    </button>
  )
}

/** A link that looks like a button, so that it can be opened in a new tab. */
export function ButtonLink({ kind = 'primary', size, wide, icon, className, children, ...rest }: Look & LinkProps) {
  return (
    <Link {...rest} className={classOf({ kind, size, wide }, className)}>
      {icon}
      {children}
    </Link>
  )
}

/** A square button with only an icon; `label` is its accessible name and tooltip. */
export function IconButton({
  label,
  kind = 'quiet',
  size,
  icon,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'children'> & Look & { label: string; icon: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`${classOf({ kind, size }, className)} ${styles.square}`}
    >
      {icon}
    </button>
  )
}

const classOf = ({ kind, size, wide }: Look, more = '') =>
  [styles.button, kind && styles[kind], size === 'till' && styles.till, wide && styles.wide, more]
    .filter(Boolean)
    .join(' ')
