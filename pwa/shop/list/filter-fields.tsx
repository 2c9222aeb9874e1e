import type { ReactNode } from 'react'
import { formatCount } from '#pwa/lib/format.ts'
import { Swatch } from '#pwa/ui/swatch.tsx'
import type { Category, Facets } from '#sync/protocol/shop/catalogue.ts'
import { toggled, withCategory, type Filters } from './filters.ts'
import styles from './filter-fields.module.css'
import * as goodsWords from '../goods-words.tsx'
import * as words from './list-words.tsx'
import { PriceRange } from './price-range.tsx'

interface Props {
  filters: Filters
  onChange: (changes: Partial<Filters>) => void
  facets: Facets
  categories: readonly Category[]
}

/**
 * All filters of a list. Each choice shows how many products it would leave; one that leaves none is greyed, and a size
 * without stock is struck through.
 */
export function FilterFields({ filters, onChange, facets, categories }: Props) {
  return (
    <div className={styles.fields}>
      <Group title={words.categories}>
        <Branch parent={null} {...{ filters, onChange, facets, categories }} />
      </Group>
      {facets.sizes.length > 0 && (
        <Group title={words.sizes}>
          <div className={styles.sizes}>
            {facets.sizes.map(({ code, name, count, in_stock }) => (
              <Tick
                key={code}
                kind="box"
                label={name}
                count={count}
                isSoldOut={count > 0 && !in_stock}
                checked={filters.sizes.includes(code)}
                onToggle={() => onChange({ sizes: toggled(filters.sizes, code) })}
              />
            ))}
          </div>
        </Group>
      )}
      {facets.colours.length > 0 && (
        <Group title={words.colours}>
          {facets.colours.map(({ code, name, count }) => (
            <Tick
              key={code}
              label={name}
              icon={<Swatch code={code} size={20} />}
              count={count}
              checked={filters.colours.includes(code)}
              onToggle={() => onChange({ colours: toggled(filters.colours, code) })}
            />
          ))}
        </Group>
      )}
      <Group title={words.price}>
        <PriceRange
          key={`${filters.min} ${filters.max}`}
          min={filters.min}
          max={filters.max}
          bounds={facets.price}
          onChange={onChange}
        />
        {filters.shelf !== 'sale' && (
          <Tick
            label={words.discounted}
            count={facets.discounted?.count}
            checked={filters.discounted === true}
            onToggle={() => onChange({ discounted: !filters.discounted })}
          />
        )}
      </Group>
      <Group title={words.availability}>
        <Tick
          label={words.inStock}
          count={facets.in_stock?.count}
          checked={filters.inStock === true}
          onToggle={() => onChange({ inStock: !filters.inStock })}
        />
      </Group>
    </div>
  )
}

/** The categories below one, each with those below it. */
function Branch({ parent, ...props }: Props & { parent: number | null }) {
  const { filters, onChange, facets, categories } = props
  const counts = new Map(facets.categories.map(({ id, count }) => [id, count]))
  const isKnown = (id: number | null) => categories.some(category => category.id === id)
  const here = categories.filter(
    ({ id, parent_id }) => counts.has(id) && (parent_id === parent || (parent === null && !isKnown(parent_id))),
  )
  if (here.length === 0) return null
  return (
    <ul className={`bare ${parent === null ? '' : styles.branch}`}>
      {here.map(({ id, name }) => (
        <li key={id}>
          <Tick
            label={name}
            count={counts.get(id)!}
            checked={filters.categories.includes(id)}
            onToggle={() => onChange({ categories: withCategory(filters.categories, id, categories) })}
          />
          <Branch parent={id} {...props} />
        </li>
      ))}
    </ul>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={styles.group}>
    <legend>{title}</legend>
    {children}
  </fieldset>
)

/** `count`: how many products it would leave, if known. */
interface TickProps {
  label: string
  icon?: ReactNode
  count?: number | undefined
  isSoldOut?: boolean
  checked: boolean
  onToggle: () => void
  kind?: 'row' | 'box'
}

const Tick = ({ label, icon, count, isSoldOut, checked, onToggle, kind = 'row' }: TickProps) => (
  <label
    className={`${styles[kind]} ${count === 0 && !checked ? styles.none : ''} ${isSoldOut ? styles.soldOut : ''}`}
    title={isSoldOut ? goodsWords.soldOut : undefined}
  >
    <input type="checkbox" checked={checked} disabled={count === 0 && !checked} onChange={onToggle} />
    {icon}
    <span className={styles.label}>{label}</span>
    {count !== undefined && (
      <span className={styles.count}>
        {formatCount(count)}
        <span className="visually-hidden">{words.heardAfterCount(isSoldOut === true)}</span>
      </span>
    )}
  </label>
)
