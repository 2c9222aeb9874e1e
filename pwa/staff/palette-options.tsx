import { useEffect, useRef } from 'react'
import { Link } from '#pwa/ui/link.tsx'
import type { PaletteGroup, PaletteOption } from './palette-found.tsx'
import styles from './palette.module.css'
import * as staffWords from './staff-words.ts'

interface Props {
  id: string
  groups: readonly PaletteGroup[]
  chosen: PaletteOption | undefined
  onLeave: () => void
}

/** The list under the palette's box, by kind. The box keeps the focus; Enter takes `chosen`. */
export function PaletteOptions({ id, groups, chosen, onLeave }: Props) {
  const all = groups.flatMap(({ options }) => options)
  return (
    <div
      id={id}
      role="listbox"
      aria-label={staffWords.foundThings}
      className={styles.options}
      hidden={all.length === 0}
    >
      {groups.map(({ title, options }) => (
        <div key={title} role="group" aria-label={title}>
          <p className={styles.title} aria-hidden>
            {title}
          </p>
          {options.map(option => (
            <Option
              key={option.to}
              id={`${id}-${all.indexOf(option)}`}
              option={option}
              isChosen={option === chosen}
              onLeave={onLeave}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

function Option({
  id,
  option: { to, words, detail, picture },
  isChosen,
  onLeave,
}: {
  id: string
  option: PaletteOption
  isChosen: boolean
  onLeave: () => void
}) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isChosen) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <Link
      ref={link}
      id={id}
      to={to}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      className={styles.option}
      onClick={onLeave}
    >
      <span className={styles.picture}>{picture}</span>
      <span className={styles.words}>
        {words}
        {detail && <small>{detail}</small>}
      </span>
    </Link>
  )
}
