import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { readFilters, shopHref, type Filters } from './filters.ts'

/** The filters of the shop as the address holds them. A change goes to another address, or, with `replace`, takes this one's place. */
export function useShopFilters() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const filters = useMemo(() => readFilters(search), [search])
  const change = (changes: Partial<Filters>, { replace = false } = {}) => void navigate(shopHref({ ...filters, ...changes }), { replace, preventScrollReset: true })
  return { filters, change }
}
export type ShopFilters = ReturnType<typeof useShopFilters>
