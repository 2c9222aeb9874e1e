import { useState } from 'react'
import { useApi } from '#pwa/lib/use-api.ts'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import { LONGEST_SEARCH } from '#sync/protocol/page.ts'
import { Unread } from '../kit/unread.tsx'
import styles from '../receiving/receive.module.css'
import * as words from './stock-words.ts'

interface Props {
  onChoose: (product: { id: number; name: string }) => void
  /** Closes the results after a choice; otherwise they stay, so that more can be chosen. */
  closes?: true
}

/** Finds products by name, SKU or barcode, to choose from. */
export function ProductSearch({ onChoose, closes }: Props) {
  const [sought, seek] = useState('')
  const found = useApi(
    'GET /api/staff/products',
    { query: { search: sought, per_page: 7 } },
    { enabled: sought.length > 1 },
  )
  const search = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    seek(String(new FormData(event.currentTarget).get('name') ?? '').trim())
  }
  const choose = (product: { id: number; name: string }) => {
    if (closes) seek('')
    onChoose(product)
  }
  return (
    <>
      <form className={styles.find} onSubmit={search}>
        <TextField label={words.product} name="name" type="search" maxLength={LONGEST_SEARCH} required />
        <Button kind="secondary">{words.find}</Button>
      </form>
      <Unread of={found} />
      {sought.length > 1 &&
        found.data &&
        (found.data.products.data.length === 0 ? (
          <p>{words.noProductsFound}</p>
        ) : (
          <ul className={styles.found}>
            {found.data.products.data.map(({ id, name }) => (
              <li key={id}>
                <Button type="button" kind="quiet" onClick={() => choose({ id, name })}>
                  {name}
                </Button>
              </li>
            ))}
          </ul>
        ))}
    </>
  )
}
