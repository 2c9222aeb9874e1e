import Menu from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { SignedIn } from '#pwa/session/session.ts'
import { Brand } from '#pwa/shell/brand.tsx'
import { UserMenu } from '#pwa/shell/user-menu.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { placeAt, type placesFor } from './places.ts'
import { Palette } from './palette.tsx'
import styles from './rail.module.css'
import * as staffWords from './staff-words.ts'

interface Props {
  user: SignedIn
  groups: ReturnType<typeof placesFor>
}

/**
 * The back office's navigation: a rail on the left with all screens, narrow at the till; on a phone a bar with a menu.
 */
export function Rail({ user, groups }: Props) {
  const { pathname, search, key } = useLocation()
  const [openedAt, open] = useState<string | null>(null)
  const isOpen = openedAt === key
  const bar = useRef<HTMLElement>(null)
  const list = useId()
  const here = placeAt(pathname, search)
  useFolding(bar, isOpen, () => open(null))
  useEffect(() => {
    if (here) bar.current?.querySelector(`[href='${here}']`)?.scrollIntoView({ block: 'nearest' })
  }, [here])
  return (
    <header ref={bar} className={styles.rail}>
      <div className={styles.top}>
        <button
          type="button"
          className={styles.unfold}
          aria-expanded={isOpen}
          aria-controls={list}
          onClick={() => open(isOpen ? null : key)}
        >
          {isOpen ? <X size={20} aria-hidden /> : <Menu size={20} aria-hidden />}
          <span>{staffWords.menu}</span>
        </button>
        <Brand />
        <Palette user={user} />
      </div>
      <nav id={list} className={`${styles.places} ${isOpen ? styles.open : ''}`} aria-label={staffWords.staff}>
        {groups.map(({ title, places }) => (
          <section key={title}>
            <h2>{title}</h2>
            {places.map(({ to, words, Icon }) => (
              <Link key={to} to={to} title={words} aria-current={to === here ? 'page' : undefined}>
                <Icon size={20} aria-hidden />
                <span>{words}</span>
              </Link>
            ))}
          </section>
        ))}
      </nav>
      <div className={styles.foot}>
        <UserMenu user={user} side="above" />
      </div>
    </header>
  )
}

/** An open menu closes on Escape and on a press elsewhere. */
function useFolding(bar: React.RefObject<HTMLElement | null>, isOpen: boolean, fold: () => void) {
  useEffect(() => {
    if (!isOpen) return
    const leave = (event: Event) => {
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !bar.current?.contains(event.target as Node)) fold()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('keydown', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('keydown', leave)
    }
  })
}
