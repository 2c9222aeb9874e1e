import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Truck from 'lucide-react/icons/truck'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { idIn } from '#pwa/lib/id-in.ts'
import { useTitle } from '#pwa/browser/title.ts'
import { ArrivalDate } from '#pwa/delivery/arrival-date.tsx'
import { drawnPart } from '#pwa/lib/drawn-part.tsx'
import { useApi } from '#pwa/lib/use-api.ts'
import { useShop } from '#pwa/shell/use-shop.ts'
import { Chip } from '#pwa/ui/chip.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { Price } from '#pwa/ui/price.tsx'
import { Stars } from '#pwa/ui/stars.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import page from '#pwa/ui/page.module.css'
import { productPath, type Product } from '#sync/protocol/shop/catalogue.ts'
import { picturesOf } from '#sync/protocol/shop/pictures.ts'
import { shownPrice } from '#sync/protocol/pricing.ts'
import { BuyBar } from './buy-bar.tsx'
import { AddOneButton, BuyBox } from './buy-box.tsx'
import { ChoiceFields } from './choice-fields.tsx'
import { useChoice } from './choice.ts'
import { AdviserButton } from './adviser-button.tsx'
import { FitTable } from './fit-table.tsx'
import { Gallery } from './gallery.tsx'
import { haveName, tellOfLook } from './look.ts'
import { ProductGrid } from '../product-card.tsx'
import styles from './product-page.module.css'
import * as words from './product-words.ts'
import { RecentlyViewed } from '../home/recently-viewed.tsx'
import { ShelvesAsOf } from '../list/shelves-as-of.tsx'
import { AskLink } from './ask-link.tsx'
import { ShareButton } from './share-button.tsx'
import { UnreadGoods } from '../bag/unread-goods.tsx'

const Reviews = drawnPart(() => import('#pwa/reviews/reviews.tsx'), 'Reviews')

export function ProductPage() {
  const id = idIn(useParams().id)
  useEffect(haveName, [id])
  const { data, error, refetch } = useApi('GET /api/products/:id', { params: { id } }, { page: true })
  const product = data?.product.id === id ? data.product : undefined
  useTitle(product?.name)
  useRightAddress(product)
  return (
    <div className={page.page}>
      {product && <ShelvesAsOf replies={[data]} />}
      {product ? (
        <Shown key={id} product={product} />
      ) : error ? (
        <UnreadGoods what={words.theProduct} error={error} again={refetch} />
      ) : (
        <Shape />
      )}
    </div>
  )
}

/** Replaces an outdated slug in the address with the current one. */
function useRightAddress(product: Product | undefined) {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const right = product ? productPath(product) : pathname
  useEffect(() => {
    if (right !== pathname) void navigate(right + search + hash, { replace: true, preventScrollReset: true })
  }, [right, pathname, search, hash, navigate])
}

function Shown({ product }: { product: Product }) {
  const choice = useChoice(product)
  const { off, ...price } = shownPrice(product, choice.variation)
  const terms = useShop()?.terms
  const pictures = picturesOf(product.images, choice.colour)
  const choices = useRef<HTMLDivElement>(null)
  useEffect(() => tellOfLook(product.id), [product.id])
  return (
    <>
      <article className={styles.columns}>
        <Gallery key={pictures[0]?.id} images={pictures} name={product.name} />
        <div className={styles.words}>
          <header className={styles.head}>
            <Link to={`/shop?category=${product.category_id}`}>{product.category.name}</Link>
            <h1>{product.name}</h1>
            {product.rating && (
              <a href="#reviews">
                <Stars {...product.rating} />
              </a>
            )}
            <p className={styles.price} aria-live="polite" aria-atomic>
              <Price {...price} />
              {off > 0 && <Chip kind="gold">−{off} %</Chip>}
            </p>
          </header>
          <div ref={choices} className={styles.words}>
            <ChoiceFields product={product} choice={choice} />
            <BuyBox key={choice.variation?.id} product={product} variation={choice.variation} />
          </div>
          <section className={styles.about}>
            <h2>{words.about}</h2>
            {product.description && <p>{product.description}</p>}
            {product.features.length > 0 && (
              <ul className={styles.features}>
                {product.features.map(feature => (
                  <li key={feature}>{feature}</li>
                ))}
              </ul>
            )}
          </section>
          <FitTable product={product} />
          <AdviserButton product={product} choose={choice.chooseSize} />
          <div className={styles.delivery}>
            <p>
              <Truck size={20} aria-hidden />
              <span>
                {words.delivery} {terms?.delivery_time} <Link to="/policy/shipping">{words.shipping}</Link>
              </span>
            </p>
            <ArrivalDate />
            <p>
              <RotateCcw size={20} aria-hidden />
              <span>
                {words.wrong} {terms?.returns} <Link to="/policy/returns">{words.returns}</Link>
              </span>
            </p>
          </div>
          <div className={styles.share}>
            <ShareButton title={product.name} />
            <AskLink product={product} choice={choice} />
          </div>
        </div>
      </article>
      {product.rating && <Reviews product_id={product.id} />}
      <nav className={styles.steps} aria-label={words.neighbours}>
        {product.previous ? (
          <Link to={productPath(product.previous)}>
            <ChevronLeft size={20} aria-hidden />
            {words.previous}
          </Link>
        ) : (
          <span />
        )}
        {product.next && (
          <Link to={productPath(product.next)}>
            {words.next}
            <ChevronRight size={20} aria-hidden />
          </Link>
        )}
      </nav>
      {product.suggestions.length > 0 && (
        <section className={styles.suggestions}>
          <h2>{words.suggestions}</h2>
          <ProductGrid products={product.suggestions} />
        </section>
      )}
      <RecentlyViewed product={product} />
      <BuyBar name={product.name} price={price} watched={choices}>
        <AddOneButton variation={choice.variation} />
      </BuyBar>
    </>
  )
}

const Shape = () => (
  <div className={styles.columns} aria-busy>
    <Skeleton ratio="4 / 5" radius="var(--radius-card)" />
    <div className={styles.words}>
      <Skeleton height={20} width="30%" />
      <Skeleton height={40} width="80%" />
      <Skeleton height={28} width="40%" />
      <Skeleton height={44} />
      <Skeleton height={120} />
    </div>
  </div>
)
