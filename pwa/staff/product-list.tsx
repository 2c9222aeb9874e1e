import CircleCheck from 'lucide-react/icons/circle-check'
import CircleOff from 'lucide-react/icons/circle-off'
import SearchX from 'lucide-react/icons/search-x'
import { formatCount } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/lib/use-filters.ts'
import { Chip } from '#pwa/ui/chip.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import { Price } from '#pwa/ui/price.tsx'
import { pictureAt, type StaffProductSummary } from '#sync/protocol/catalogue.ts'
import { priceShown } from '#sync/protocol/pricing.ts'
import { ListScreen, type Column } from './list-screen.tsx'
import styles from './list-screen.module.css'
import { SearchField } from './search-field.tsx'

const STATUSES = ['LIVE', 'INACTIVE'] as const

const COLUMNS: Column<StaffProductSummary>[] = [
  { head: 'Product', cell: product => <Named product={product} /> },
  { head: 'Category', cell: ({ category }) => category.name },
  { head: 'Status', cell: ({ status_code }) => <ProductStatusChip status={status_code} /> },
  { head: 'Views', isNumber: true, cell: ({ views }) => formatCount(views) },
  { head: 'In stock', isNumber: true, cell: ({ quantity_in_stock }) => formatCount(quantity_in_stock) },
  { head: 'Price', isNumber: true, cell: product => <Price now={priceShown(product)} was={product.retail_price} /> },
]

export function StaffProductList() {
  const { get, set, page } = useFilters()
  const list = useApi('GET /api/staff/products', {
    query: { page, per_page: 12, search: get('search'), status_code: STATUSES.find(status => status === get('status_code')) },
  }, { page: true })
  return (
    <ListScreen
      title="Products" list={list} pageOf={({ products }) => products} columns={COLUMNS}
      filters={(
        <>
          <SearchField label="Name, SKU or barcode" />
          <SelectField label="Status" name="status_code" value={get('status_code')} onChange={event => set('status_code', event.target.value)}>
            <option value="">Every status</option>
            <option value="LIVE">Live</option>
            <option value="INACTIVE">Inactive</option>
          </SelectField>
        </>
      )}
      empty={<EmptyState title="No products found." icon={<SearchX size={32} aria-hidden />}>Try another word, or every status.</EmptyState>}
    />
  )
}

const ProductStatusChip = ({ status }: { status: 'LIVE' | 'INACTIVE' }) => status === 'LIVE'
  ? <Chip kind="ok" icon={<CircleCheck size={16} aria-hidden />}>Live</Chip>
  : <Chip icon={<CircleOff size={16} aria-hidden />}>Inactive</Chip>

function Named({ product: { name, images: [image] } }: { product: StaffProductSummary }) {
  return (
    <span className={styles.name}>
      {image && <img src={pictureAt(image.file.storage_link, 160)} alt="" width={36} height={45} loading="lazy" />}
      {name}
    </span>
  )
}
