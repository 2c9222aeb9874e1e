import { useDeferredValue, useId, useState } from 'react'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { TextField } from '#pwa/ui/field.tsx'
import { LONGEST_SEARCH } from '#sync/protocol/page.ts'
import * as words from './list-words.ts'

const OFFERED = 20

/**
 * Filters a list by one person, staff or a customer with orders, found by name or email while typing. The address holds
 * their id.
 */
export function PersonField({ label }: { label: string }) {
  const { get, set } = useFilters()
  const list = useId()
  const [typed, type] = useState<string | null>(null)
  const search = useDeferredValue(typed?.trim() || undefined)
  const chosen = useChosen(Number(get('user_id')) || 0)
  const { data } = useApi('GET /api/staff/orders/options/users', { query: { search, per_page: OFFERED } })
  const people = data?.users.data ?? []
  const change = (text: string) => {
    const hit = people.find(person => wordsOf(person) === text)
    type(hit ? null : text)
    if (hit) set('user_id', String(hit.id))
    else if (text === '') set('user_id', '')
  }
  return (
    <>
      <TextField
        label={label}
        name="user_id"
        type="search"
        list={list}
        placeholder={words.everybody}
        autoComplete="off"
        maxLength={LONGEST_SEARCH}
        required
        value={typed ?? chosen}
        onChange={({ target }) => change(target.value)}
        onBlur={() => type(null)}
      />
      <datalist id={list}>
        {people.map(person => (
          <option key={person.id} value={wordsOf(person)}>
            {wordsOf(person)}
          </option>
        ))}
      </datalist>
    </>
  )
}

/** The person in the address, in words. */
function useChosen(id: number): string {
  const { data, isPlaceholderData } = useApi(
    'GET /api/staff/orders/options/users',
    { query: { user_id: id } },
    { enabled: id > 0 },
  )
  if (id === 0 || !data || isPlaceholderData) return ''
  const person = data.users.data.find(each => each.id === id)
  return person ? wordsOf(person) : words.numbered(String(id))
}

const wordsOf = ({ name, email }: { name: string; email: string }) => `${name}, ${email}`
