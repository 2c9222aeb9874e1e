import { useState } from 'react'
import { useApi } from '#pwa/lib/use-api.ts'
import { useLater } from '#pwa/lib/use-later.ts'
import type { ExchangeChoice } from '#pwa/returns/refund-line.tsx'
import { SelectField, TextField } from '#pwa/ui/field.tsx'
import { LONGEST_SEARCH } from '#sync/protocol/page.ts'
import type { StockRow } from '#sync/protocol/staff/stock.ts'
import { Unread } from '../kit/unread.tsx'
import styles from './refund-view.module.css'
import * as words from './refund-words.ts'

/**
 * What a line is exchanged for: another size or colour, or any other product. The current choice stays visible during a
 * new search.
 */
export const GoodsChoice: ExchangeChoice = ({
  goods: {
    key,
    product_variation: { product, id: present },
  },
  value,
  onChange,
  errors,
}) => {
  const [typed, type] = useState('')
  const search = useLater(typed.trim(), 150)
  const same = useApi('GET /api/staff/products/:id/stock', { params: { id: product.id } })
  const others = useApi('GET /api/staff/stock', { query: { search, per_page: 50 } }, { enabled: search.length > 1 })
  const [read, rows] = search.length > 1 ? [others, others.data?.stock.data] : [same, same.data?.stock.variations]
  const offered = (rows ?? []).filter(({ id, available }) => id !== present && (available > 0 || id === value))
  const [latest, keep] = useState<Pick<StockRow, 'id' | 'name' | 'size' | 'colour'> | null>(null)
  const choose = (id: number) => {
    keep(offered.find(row => row.id === id) ?? null)
    onChange(id || null)
  }
  return (
    <div className={styles.search}>
      <TextField
        label={words.otherGoods}
        hint={words.emptyMeans(product.name)}
        name={`search_${key}`}
        type="search"
        autoComplete="off"
        maxLength={LONGEST_SEARCH}
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
      <SelectField
        label={words.exchangeFor}
        name={`exchange_${key}`}
        errors={errors}
        value={value ?? ''}
        onChange={({ target }) => choose(Number(target.value))}
      >
        <option value="">{rows && offered.length === 0 ? words.noneInStock : words.choose}</option>
        {value !== null && !offered.some(({ id }) => id === value) && (
          <option value={value}>{latest?.id === value ? wordsOf(latest) : words.asChosenBefore}</option>
        )}
        {offered.map(row => (
          <option key={row.id} value={row.id}>
            {words.withLeft(wordsOf(row), row.available)}
          </option>
        ))}
      </SelectField>
      <Unread of={read} />
    </div>
  )
}

const wordsOf = ({ name, size, colour }: Pick<StockRow, 'name' | 'size' | 'colour'>) =>
  [name, size, colour].filter(Boolean).join(', ')
