import { useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { readFilters, shopHref, type Filters } from './filters.ts'

/**
 * The filters of the shop as the address holds them. A change goes to another address, or, with `replace`, takes this one's
 * place; it shows at once, before the address has followed.
 */
export function useShopFilters() {
  const { key, search } = useLocation()
  const navigate = useNavigate()
  const held = useMemo(() => readFilters(new URLSearchParams(search)), [search])
  const [wanted, want] = useState<{ at: string; filters: Filters } | null>(null)
  const filters = wanted?.at === key ? wanted.filters : held
  const change = (changes: Partial<Filters>, { replace = false } = {}) => {
    const next = { ...filters, ...changes }
    want({ at: key, filters: next })
    void navigate(shopHref(next), { replace, preventScrollReset: true })
  }
  return { filters, change }
}
