import SearchX from 'lucide-react/icons/search-x'
import X from 'lucide-react/icons/x'
import { Link } from 'react-router-dom'
import { formatCount } from '#pwa/lib/format.ts'
import { useApi, useApiPages } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/lib/use-filters.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import page from '#pwa/ui/page.module.css'
import { ProductGrid } from './product-card.tsx'
import styles from './product-list.module.css'
import { SORTS, sortNamed } from './sorts.ts'

/** The catalogue: by category, by words, in the order chosen. All of it stands in the address. */
export function ProductList() {
  const filters = useFilters()
  const search = filters.get('search')
  const sort = sortNamed(filters.get('sort'))
  const categories = filters.get('category').split(',').map(Number).filter(id => Number.isInteger(id) && id > 0)
  const { order_column, order_direction } = SORTS[sort]
  const query = { search_text: search, categories, order_column, order_direction, per_page: 12 }
  const list = useApiPages('GET /api/products', query, ({ products }) => products)
  const products = list.data?.pages.flatMap(reply => reply.products.data)
  const total = list.data?.pages[0]?.products.total ?? 0
  return (
    <div className={page.page}>
      <div className={styles.bar}>
        <div className={styles.heading}>
          <h1>{search ? `“${search}”` : 'Shop'}</h1>
          <p aria-live="polite">{products ? `${formatCount(total)} ${total === 1 ? 'product' : 'products'}` : '\u00A0'}</p>
        </div>
        <SelectField label="Sort by" name="sort" className={styles.sort} value={sort} onChange={event => filters.set('sort', event.target.value === 'latest' ? '' : event.target.value)}>
          {Object.entries(SORTS).map(([name, { words }]) => <option key={name} value={name}>{words}</option>)}
        </SelectField>
      </div>
      <Categories chosen={categories} search={search} />
      {list.isError && !products ? (
        <Alert kind="bad" title="The products could not be read.">
          <p>{list.error.message}</p>
          <Button kind="secondary" onClick={() => void list.refetch()}>Try again</Button>
        </Alert>
      ) : products?.length === 0 ? (
        <EmptyState title="No products found." icon={<SearchX size={32} aria-hidden />} action={<ButtonLink to="/shop">Show all products</ButtonLink>}>
          Try another word, or fewer of them.
        </EmptyState>
      ) : <ProductGrid products={products} expected={12} />}
      {products && products.length > 0 && (
        <div className={styles.more}>
          <span>{formatCount(products.length)} of {formatCount(total)}</span>
          {list.hasNextPage && <Button kind="secondary" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>Load more</Button>}
        </div>
      )}
    </div>
  )
}

/** One chip per category, and one for the words searched for, each of which takes its filter away again. */
function Categories({ chosen, search }: { chosen: number[]; search: string }) {
  const { data } = useApi('GET /api/categories', { query: { per_page: 100 } })
  const filters = useFilters()
  const hrefOf = (ids: number[]) => `/shop?${new URLSearchParams({
    ...(ids.length > 0 && { category: ids.join(',') }), ...(search && { search }), ...(filters.get('sort') && { sort: filters.get('sort') }),
  })}`
  return (
    <nav className={styles.categories} aria-label="Categories">
      {search && <Link to={chosen.length > 0 ? `/shop?category=${chosen.join(',')}` : '/shop'} aria-label={`Stop searching for ${search}`}>“{search}”<X size={16} aria-hidden /></Link>}
      <Link to={hrefOf([])} aria-current={chosen.length === 0 || undefined}>All</Link>
      {data?.categories.data.map(({ id, name }) => {
        const isChosen = chosen.includes(id)
        return (
          <Link key={id} to={hrefOf(isChosen ? chosen.filter(other => other !== id) : [id])} aria-current={isChosen || undefined}>
            {name}{isChosen && <X size={16} aria-hidden />}
          </Link>
        )
      })}
    </nav>
  )
}
