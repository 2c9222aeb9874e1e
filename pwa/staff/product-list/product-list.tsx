import Plus from 'lucide-react/icons/plus'
import SearchX from 'lucide-react/icons/search-x'
import Shirt from 'lucide-react/icons/shirt'
import { download } from '#pwa/browser/download.ts'
import { formatCount } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import { Price } from '#pwa/ui/price.tsx'
import { pictureAt, type StaffProductSummary } from '#sync/protocol/shop/catalogue.ts'
import { STAFF_PRODUCT_ORDERS } from '#sync/protocol/endpoints/products.ts'
import { shownPrice } from '#sync/protocol/pricing.ts'
import { ReadFilter } from '../lists/filter-fields.tsx'
import { ListScreen, type Column } from '../lists/list-screen.tsx'
import lists from '../lists/list-screen.module.css'
import { SearchField } from '../lists/search-field.tsx'
import { useOrder } from '../lists/use-order.ts'
import { BulkActions } from './bulk-actions.tsx'
import { ProductActions } from '../products/product-actions.tsx'
import { ProductStatusChip } from '../products/product-status.tsx'
import styles from '../products/products.module.css'
import { UndoNotice } from './undo-notice.tsx'
import { useChoices } from '../products/use-choices.ts'
import * as listWords from './product-list-words.ts'

const STATUSES = ['LIVE', 'INACTIVE'] as const

const ONLY_NAMES = Object.keys(listWords.narrowed) as (keyof typeof listWords.narrowed)[]

/** Staff get the product's own price; where variants have others, the list shows the cheapest. */
const priceOf = (product: StaffProductSummary) =>
  product.price_from === product.price_to
    ? shownPrice(product, { price: product.price_from, price_before: product.retail_price })
    : { now: product.price_from, upTo: product.price_to }

const COLUMNS: Column<StaffProductSummary>[] = [
  { head: listWords.product, order: 'name', cell: product => <Named product={product} /> },
  {
    head: listWords.category,
    order: 'category',
    cell: ({ category }) => <span className={styles.whole}>{category.name}</span>,
  },
  {
    head: listWords.status,
    order: 'status_code',
    cell: ({ status_code }) => <ProductStatusChip status={status_code} />,
  },
  { head: listWords.views, isNumber: true, order: 'views', cell: ({ views }) => formatCount(views) },
  {
    head: listWords.inStock,
    isNumber: true,
    order: 'quantity_in_stock',
    cell: ({ quantity_in_stock }) => formatCount(quantity_in_stock),
  },
  { head: listWords.price, isNumber: true, order: 'retail_price', cell: product => <Price {...priceOf(product)} /> },
  { head: listWords.actions, cell: product => <ProductActions product={product} /> },
]

export function StaffProductList() {
  const { get, set, bind, page } = useFilters()
  const { categories, reads } = useChoices()
  const order = useOrder(STAFF_PRODUCT_ORDERS)
  const only = ONLY_NAMES.filter(name => get('only').split(',').includes(name))
  const turn = (name: keyof typeof listWords.narrowed) =>
    set('only', ONLY_NAMES.filter(each => only.includes(each) !== (each === name)).join(','))
  const query = {
    search: get('search'),
    status_code: STATUSES.find(status => status === get('status_code')),
    category_id: Number(get('category_id')) || undefined,
    ...Object.fromEntries(only.map(name => [name, 1 as const])),
    ...order,
  }
  const list = useApi('GET /api/staff/products', { query: { ...query, page, per_page: 12 } }, { page: true })
  return (
    <>
      <UndoNotice />
      <ListScreen
        title={listWords.products}
        list={list}
        pageOf={({ products }) => products}
        columns={COLUMNS}
        usual={{ column: 'created_at', direction: 'desc' }}
        rowTo={({ id }) => `/staff/products/${id}/view`}
        Bulk={BulkActions}
        csv={() => download('GET /api/staff/products/csv', { query }, 'products.csv')}
        action={
          <ButtonLink to="/staff/products/add" icon={<Plus size={20} aria-hidden />}>
            {listWords.newProduct}
          </ButtonLink>
        }
        filters={
          <>
            <SearchField label={listWords.searchBox} />
            <SelectField label={listWords.status} {...bind('status_code')}>
              <option value="">{listWords.everyStatus}</option>
              <option value="LIVE">{listWords.live}</option>
              <option value="INACTIVE">{listWords.inactive}</option>
            </SelectField>
            <ReadFilter
              label={listWords.category}
              name="category_id"
              all={listWords.everyCategory}
              read={reads.categories}
              choices={categories.map(({ id, name }) => ({ value: id, words: name }))}
            />
            <fieldset className={styles.only}>
              <legend>{listWords.only}</legend>
              {ONLY_NAMES.map(name => (
                <label key={name}>
                  <input type="checkbox" checked={only.includes(name)} onChange={() => turn(name)} />
                  {listWords.narrowed[name]}
                </label>
              ))}
            </fieldset>
          </>
        }
        empty={
          <EmptyState title={listWords.nothingFound} icon={<SearchX size={32} aria-hidden />}>
            {listWords.tryAnother}
          </EmptyState>
        }
      />
    </>
  )
}

function Named({
  product: {
    name,
    images: [image],
  },
}: {
  product: StaffProductSummary
}) {
  return (
    <span className={lists.name}>
      {image ? (
        <img src={pictureAt(image.file.storage_link, 160)} alt="" width={36} height={45} loading="lazy" />
      ) : (
        <span className={styles.noPicture}>
          <Shirt size={20} strokeWidth={1.5} aria-hidden />
        </span>
      )}
      <span className={styles.folding}>{name}</span>
    </span>
  )
}
