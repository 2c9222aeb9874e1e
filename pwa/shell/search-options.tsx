import History from 'lucide-react/icons/history'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import { useEffect, useRef } from 'react'
import { Link } from '#pwa/ui/link.tsx'
import { Price } from '#pwa/ui/price.tsx'
import { pictureAt } from '#sync/protocol/shop/catalogue.ts'
import styles from './search-panel.module.css'
import * as searchWords from './search-words.ts'

/** A possible result of a search; prices in cedis. */
export interface SearchOption {
  kind: 'category' | 'product' | 'recent'
  words: string
  to: string
  picture?: string | null
  price?: number
  price_to?: number
}

interface Props {
  id: string
  label: string
  options: readonly SearchOption[]
  active: number
  onChoose: (option: SearchOption) => void
}

/** The list under a search box. The box keeps the focus; Enter takes the `active` option. */
export const SearchOptions = ({ id, label, options, active, onChoose }: Props) => (
  <div id={id} role="listbox" aria-label={label} className={styles.options} hidden={options.length === 0}>
    {options.map((option, index) => (
      <Option
        key={option.to}
        id={`${id}-${index}`}
        option={option}
        active={index === active}
        onChoose={() => onChoose(option)}
      />
    ))}
  </div>
)

function Option({
  id,
  option: { kind, words, to, picture, price, price_to },
  active,
  onChoose,
}: {
  id: string
  option: SearchOption
  active: boolean
  onChoose: () => void
}) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (active) link.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <Link
      ref={link}
      id={id}
      to={to}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className={styles.option}
      onClick={onChoose}
    >
      {kind === 'product' ? (
        <span className={styles.picture}>
          {picture && <img src={pictureAt(picture, 160)} alt="" width={40} height={50} />}
        </span>
      ) : (
        <span className={styles.icon}>
          {kind === 'category' ? <LayoutGrid size={20} aria-hidden /> : <History size={20} aria-hidden />}
        </span>
      )}
      <span className={styles.words}>
        {words}
        {kind === 'category' && <small>{searchWords.category}</small>}
      </span>
      {price !== undefined && <Price now={price} upTo={price_to ?? price} />}
    </Link>
  )
}
