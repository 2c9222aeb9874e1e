import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { readFilters, shopHref, type Filters } from './filters.ts'

/**
 * The shop's filters, kept in the address. A change goes to a new address or, with `replace`, replaces the current one.
 */
export function useShopFilters() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const filters = useMemo(() => readFilters(new URLSearchParams(search), pathname), [pathname, search])
  const change = (changes: Partial<Filters>, { replace = false } = {}) =>
    void navigate(shopHref({ ...filters, ...changes }), { replace, preventScrollReset: true })
  return { filters, change }
}
