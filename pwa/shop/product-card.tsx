import { useState, type ReactNode } from 'react'
import { useRouting } from '#pwa/lib/routed.tsx'
import { isThrifty } from '#pwa/browser/thrift.ts'
import { Chip } from '#pwa/ui/chip.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { Picture } from '#pwa/ui/picture.tsx'
import { Price } from '#pwa/ui/price.tsx'
import { Stars } from '#pwa/ui/stars.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { Swatch } from '#pwa/ui/swatch.tsx'
import { productPath, type ProductSummary } from '#sync/protocol/shop/catalogue.ts'
import { shownPrice } from '#sync/protocol/pricing.ts'
import * as words from './goods-words.tsx'
import { HeartButton } from './bag/heart.tsx'
import styles from './product-card.module.css'

const SWATCHES = 5
const SIZES = '(min-width: 1280px) 290px, (min-width: 1080px) 23vw, (min-width: 720px) 31vw, 46vw'

/** A product in a grid: the whole card is one link; the picture moves to the product's page. */
export function ProductCard({
  product,
  first = false,
  foot,
}: {
  product: ProductSummary
  first?: boolean
  /** Below the words, not part of the link. */
  foot?: ReactNode
}) {
  const path = productPath(product)
  const crossing = useRouting()?.crossing
  const isTravelling = crossing?.from.pathname === path || crossing?.to.pathname === path
  const { off, ...price } = shownPrice(product)
  // A phone never hovers, and a shopper who saves data needs no second picture.
  const [hovered, hover] = useState(false)
  const [front, back] = product.images
  return (
    <article className={styles.card}>
      <div className={styles.frame}>
        <Picture
          image={front}
          alt=""
          sizes={SIZES}
          first={first}
          style={isTravelling ? { viewTransitionName: 'product-picture' } : {}}
        />
        {back && hovered && <Picture image={back} alt="" sizes={SIZES} className={styles.second} />}
        <div className={styles.badges}>
          {off > 0 && <Chip kind="gold">−{off} %</Chip>}
          {!product.in_stock && <Chip>{words.soldOut}</Chip>}
        </div>
      </div>
      <HeartButton product={product} />
      <div className={styles.words}>
        <Link
          to={path}
          className={styles.name}
          viewTransition
          onPointerEnter={({ pointerType }) => {
            if (pointerType === 'mouse' && !isThrifty()) hover(true)
          }}
        >
          {product.name}
        </Link>
        <Price {...price} />
        {product.rating && <Stars {...product.rating} />}
        <Colours colours={product.colours} />
      </div>
      {foot && <div className={styles.foot}>{foot}</div>}
    </article>
  )
}

/**
 * Cards in a grid: 2 on a phone, 3 from 600 px of its width, 4 from 900. Shows placeholders while `products` is
 * undefined. `first`: how many are at the top of the page.
 */
export function ProductGrid({
  products,
  expected = 8,
  three = false,
  first = 0,
  footOf,
}: {
  products: ProductSummary[] | undefined
  expected?: number
  three?: boolean
  first?: number
  footOf?: (product: ProductSummary) => ReactNode
}) {
  return (
    <div className={styles.shelf}>
      <div className={`${styles.grid} ${three ? styles.three : ''}`} aria-busy={!products}>
        {products
          ? products.map((product, index) => (
              <ProductCard key={product.id} product={product} first={index < first} foot={footOf?.(product)} />
            ))
          : Array.from({ length: expected }, (_, card) => <CardSkeleton key={card} />)}
      </div>
    </div>
  )
}

function Colours({ colours }: Pick<ProductSummary, 'colours'>) {
  if (colours.length === 0) return null
  const more = colours.length - SWATCHES
  return (
    <span className={styles.swatches}>
      {colours.slice(0, SWATCHES).map(({ code, name }) => (
        <Swatch key={code} code={code} name={name} size={14} />
      ))}
      {more > 0 && (
        <span>
          +{more}
          <span className="visually-hidden">{words.moreColours}</span>
        </span>
      )}
    </span>
  )
}

const CardSkeleton = () => (
  <div className={styles.card}>
    <Skeleton ratio="4 / 5" radius="var(--radius-card)" />
    <Skeleton height={18} width="80%" />
    <Skeleton height={18} width="45%" />
  </div>
)
