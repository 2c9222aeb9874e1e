import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { formatCount } from '#pwa/lib/format.ts'
import { useTitle } from '#pwa/lib/title.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { textOf } from '#pwa/lib/use-submit.ts'
import { rememberSearch } from '#pwa/shell/recent-searches.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { SelectField, TextField } from '#pwa/ui/field.tsx'
import page from '#pwa/ui/page.module.css'
import type { Category } from '#sync/protocol/catalogue.ts'
import { FilterChips } from './filter-chips.tsx'
import { FilterFields } from './filter-fields.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { countFilters, queryFor, withoutFilters, type Filters } from './filters.ts'
import { NothingFound } from './nothing-found.tsx'
import { ProductGrid } from './product-card.tsx'
import styles from './product-list.module.css'
import { ShelvesAsOf } from './shelves-as-of.tsx'
import { SORTS, sortNamed } from './sorts.ts'
import { UnreadGoods } from './unread-goods.tsx'
import { usePlace } from './use-place.ts'
import { useProductPages } from './use-product-pages.ts'
import { useShopFilters } from './use-shop-filters.ts'

/** The catalogue, narrowed and in the order chosen. All of it stands in the address; who comes back finds the same place in it. */
export function ProductList() {
  const { filters, change } = useShopFilters()
  const [sheet, openSheet] = useState(false)
  const [read, setRead] = useState({ loaded: 0, whole: false })
  const { count = 0 } = usePlace(read)
  const list = useProductPages(queryFor(filters), count || undefined)
  const categories = useApi('GET /api/categories', { query: { per_page: 100 } }).data?.categories.data ?? []
  const top = useRef<HTMLDivElement>(null)
  const products = list.data?.pages.flatMap(reply => reply.products.data)
  if (products && (products.length !== read.loaded || list.hasNextPage === read.whole)) setRead({ loaded: products.length, whole: !list.hasNextPage })
  // A list that the server drew begins with its first page, whoever comes back to it.
  const isShort = read.loaded > 0 && read.loaded < count && list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError
  const { fetchNextPage } = list
  useEffect(() => { if (isShort) void fetchNextPage() }, [isShort, fetchNextPage])
  const [first] = list.data?.pages ?? []
  const total = first?.products.total ?? 0
  const set = countFilters(filters)
  const heading = headingOf(filters, categories)
  useTitle(heading === 'Shop' ? heading : `Shop: ${heading}`)

  const narrow = (changes: Partial<Filters>, replace = false) => {
    change(changes, { replace })
    if (top.current && top.current.getBoundingClientRect().top < 0) top.current.scrollIntoView()
  }
  const fields = (replace: boolean) => first && <FilterFields filters={filters} facets={first.facets} categories={categories} onChange={changes => narrow(changes, replace)} />
  return (
    <div className={page.page} ref={top}>
      <div className={styles.head}>
        <div className={styles.heading}>
          <h1>{heading}</h1>
          <p role="status">{products ? `${formatCount(total)} ${total === 1 ? 'product' : 'products'}` : '\u00A0'}</p>
        </div>
        <SearchBox key={filters.search} search={filters.search} onSearch={search => narrow({ search })} />
      </div>
      <div className={styles.columns}>
        <aside className={styles.side} aria-label="Filters">{fields(false)}</aside>
        <div className={styles.list}>
          <div className={styles.bar}>
            <Button type="button" kind="secondary" className={styles.open} icon={<SlidersHorizontal size={20} aria-hidden />} onClick={() => openSheet(true)}>{set > 0 ? `Filter · ${set}` : 'Filter'}</Button>
            <SelectField label="Sort by" name="sort" className={styles.sort} value={filters.sort} onChange={event => narrow({ sort: sortNamed(event.target.value) })}>
              {Object.entries(SORTS).map(([name, { words }]) => <option key={name} value={name}>{words}</option>)}
            </SelectField>
          </div>
          <ShelvesAsOf replies={list.data?.pages ?? []} />
          <FilterChips filters={filters} facets={first?.facets} categories={categories} />
          {first?.meant && !list.isPlaceholderData && <p className={styles.meant}>Nothing is called “{filters.search}”. This is what we have for <strong>“{first.meant}”</strong>.</p>}
          {list.isError && !products ? <UnreadGoods what="The products" error={list.error} again={list.refetch} /> : products?.length === 0 ? <NothingFound filters={filters} />
            : <div className={list.isPlaceholderData ? styles.stale : ''}><ProductGrid products={products} expected={count || 12} first={2} /></div>}
          {products && products.length > 0 && (
            <div className={styles.more}>
              <span>{formatCount(products.length)} of {formatCount(total)}</span>
              <progress value={products.length} max={total} aria-label="Products shown" />
              {products.length < total && <Button type="button" kind="secondary" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>Load more</Button>}
              {list.isFetchNextPageError && <Alert kind="bad">More could not be read. What is here stays; try again.</Alert>}
            </div>
          )}
        </div>
      </div>
      <FilterSheet open={sheet} total={total} onClose={() => openSheet(false)} onClear={set > 0 ? () => narrow(withoutFilters(filters), true) : null}>{fields(true)}</FilterSheet>
    </div>
  )
}

function headingOf({ search, categories }: Filters, all: readonly Category[]): string {
  if (search) return `“${search}”`
  const names = categories.flatMap(id => all.find(category => category.id === id)?.name ?? [])
  return names.length > 0 && names.length <= 2 ? names.join(' and ') : 'Shop'
}

function SearchBox({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const words = textOf(new FormData(event.currentTarget), 'search')
    rememberSearch(words)
    onSearch(words)
  }
  return (
    <form role="search" aria-label="The shop" className={styles.search} onSubmit={submit}>
      <TextField label="Search" name="search" type="search" defaultValue={search} placeholder="Jeans, cargo, indigo …" autoComplete="off" enterKeyHint="search" maxLength={200} required={false} />
      <Button kind="secondary">Search</Button>
    </form>
  )
}
