import { useParams } from 'react-router-dom'
import { ApiError } from '#pwa/lib/api-error.ts'
import { idIn } from '#pwa/lib/id-in.ts'
import { useTitle } from '#pwa/browser/title.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { NavLink } from '#pwa/ui/link.tsx'
import page from '#pwa/ui/page.module.css'
import type { StaffProduct } from '#sync/protocol/shop/catalogue.ts'
import form from '../kit/form-screen.module.css'
import { Opening } from '../opening.tsx'
import { Unread } from '../kit/unread.tsx'
import { DetailsTab } from './details-tab.tsx'
import { ImagesTab } from './images-tab.tsx'
import { PricesTab } from './prices-tab.tsx'
import { ProductStatusChip } from './product-status.tsx'
import styles from './products.module.css'
import { StockTab } from './stock-tab.tsx'
import * as productWords from './product-words.ts'

const BACK = '/staff/products'

/** A product's tabs, each with its own address. */
export function ProductView() {
  const { id: text, tab = 'details' } = useParams()
  const id = idIn(text)
  if (!(tab in productWords.tabs)) throw new ApiError(404, { code: 'not_found', message: productWords.pageNotFound })
  const read = useApi('GET /api/staff/products/:id', { params: { id } }, { page: true })
  const { data } = read
  const product = data?.product.id === id ? data.product : undefined
  useTitle(product?.name)
  if (!product) return <Opening title={productWords.product} back={BACK} read={read} />
  const beside = <Beside product={product} />
  if (tab === 'details') return <DetailsTab key={id} product={product} read={read} back={BACK} beside={beside} />
  return (
    <div className={page.page}>
      <div className={page.head}>
        <div className={form.title}>
          <h1>{product.name}</h1>
          {beside}
        </div>
        <ButtonLink to={BACK} kind="secondary">
          {productWords.goBack}
        </ButtonLink>
      </div>
      <Unread of={read} />
      {tab === 'prices' && <PricesTab key={id} product={product} />}
      {tab === 'stock' && <StockTab key={id} product={product} />}
      {tab === 'images' && <ImagesTab key={id} product={product} />}
    </div>
  )
}

const Beside = ({ product: { id, status_code } }: { product: StaffProduct }) => (
  <>
    <ProductStatusChip status={status_code} />
    <nav className={styles.tabs} aria-label={productWords.product}>
      {Object.entries(productWords.tabs).map(([tab, words]) => (
        <NavLink key={tab} to={`${BACK}/${id}/view${tab === 'details' ? '' : `/${tab}`}`} end>
          {words}
        </NavLink>
      ))}
    </nav>
  </>
)
