import { useSearchParams } from 'react-router-dom'

/** The filters and the page of a list, held by the address, so that Back, reload and a shared link show the same. */
export function useFilters() {
  const [search, setSearch] = useSearchParams()
  const get = (name: string) => search.get(name) ?? ''
  const set = (name: string, value: string) =>
    setSearch(changed(search, { [name]: value, page: '' }), { replace: true })
  return {
    get,
    page: Math.max(1, Math.floor(Number(search.get('page'))) || 1),
    /** Changes a filter and goes back to the first page; an empty value takes it away. */
    set,
    /** For a field that is the filter of this name. */
    bind: (name: string) => ({
      name,
      value: get(name),
      onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
    }),
    hrefOf: (page: number) => `?${changed(search, { page: page > 1 ? String(page) : '' })}`,
    /** Where the list lies with other filters, at its first page. */
    hrefWith: (changes: Record<string, string>) => `?${changed(search, { ...changes, page: '' })}`,
    /** All filters but the page, as one text: another text is another list. */
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
