import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { readFilters, shopHref, type Filters } from './filters.ts'

/**
 * The filters of the shop as the address holds them. A change goes to another address, or, with `replace`, takes this
 * one's place.
 */
export function useShopFilters() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const filters = useMemo(() => readFilters(new URLSearchParams(search)), [search])
  const change = (changes: Partial<Filters>, { replace = false } = {}) =>
    void navigate(shopHref({ ...filters, ...changes }), { replace, preventScrollReset: true })
  return { filters, change }
}
