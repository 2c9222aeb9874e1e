import { useSearchParams } from 'react-router-dom'

/** The filters and the page of a list, kept in the address, so that Back, reload and a shared link show the same. */
export function useFilters() {
  const [search, setSearch] = useSearchParams()
  const get = (name: string) => search.get(name) ?? ''
  const set = (name: string, value: string) =>
    setSearch(changed(search, { [name]: value, page: '' }), { replace: true })
  return {
    get,
    page: Math.max(1, Math.floor(Number(search.get('page'))) || 1),
    /** Sets a filter and returns to the first page; an empty value removes it. */
    set,
    /** The props of the field for this filter. */
    bind: (name: string) => ({
      name,
      value: get(name),
      onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
    }),
    hrefOf: (page: number) => `?${changed(search, { page: page > 1 ? String(page) : '' })}`,
    /** The address of the list with other filters, at its first page. */
    hrefWith: (changes: Record<string, string>) => `?${changed(search, { ...changes, page: '' })}`,
    /** All filters without the page, as one text, to notice a different list. */
    filters: changed(search, { page: '' }).toString(),
  }
}

function changed(search: URLSearchParams, changes: Record<string, string>) {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}
