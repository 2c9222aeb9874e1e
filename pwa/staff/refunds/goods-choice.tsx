import { useDeferredValue, useState } from 'react'
import { useApi } from '#pwa/lib/use-api.ts'
import type { ExchangeChoice } from '#pwa/orders/refund-line.tsx'
import { SelectField, TextField } from '#pwa/ui/field.tsx'
import styles from './refund-view.module.css'

/** What a line is exchanged for: the same in another size or colour, or anything else that is found. */
export const GoodsChoice: ExchangeChoice = ({ goods: { key, product_variation: { product, id: present } }, value, onChange, errors }) => {
  const [typed, type] = useState('')
  const search = useDeferredValue(typed.trim())
  const same = useApi('GET /api/staff/products/:id/stock', { params: { id: product.id } }).data?.stock.variations ?? []
  const others = useApi('GET /api/staff/stock', { query: { search, per_page: 50 } }, { enabled: search.length > 1 }).data?.stock.data
  const offered = (search.length > 1 ? others ?? [] : same).filter(({ id, available }) => id !== present && (available > 0 || id === value))
  return (
    <div className={styles.search}>
      <TextField label="Other goods" hint={`Empty: another size or colour of ${product.name}.`} name={`search_${key}`} type="search" autoComplete="off" maxLength={100} value={typed} onChange={({ target }) => type(target.value)} />
      <SelectField label="Exchange for" name={`exchange_${key}`} errors={errors} value={value ?? ''} onChange={({ target }) => onChange(Number(target.value) || null)}>
        <option value="">{offered.length === 0 ? 'Nothing is left' : 'Choose'}</option>
        {offered.map(({ id, name, size, colour, available }) => <option key={id} value={id}>{[name, size, colour].filter(Boolean).join(', ')} ({available} left)</option>)}
      </SelectField>
    </div>
  )
}
