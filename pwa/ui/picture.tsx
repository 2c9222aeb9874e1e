import Shirt from 'lucide-react/icons/shirt'
import { useState, type CSSProperties } from 'react'
import { useThrift } from '#pwa/browser/thrift.ts'
import { PICTURE_WIDTHS, pictureAt, type ProductImage } from '#sync/protocol/shop/catalogue.ts'
import styles from './picture.module.css'

interface Props {
  image: ProductImage | undefined
  /** What it shows; empty if the words beside it say so. */
  alt: string
  /** Its drawn width, for the `sizes` attribute. */
  sizes: string
  /** At the top of the page: loads at once. */
  first?: boolean
  className?: string | undefined
  style?: CSSProperties
}

/** The only width while data is expensive, in px: enough for half a phone, and the same file wherever it is shown. */
const THRIFTY_WIDTH = 400

/** The sources of an `img`. */
export const widthsOf = (storage_link: string, isThrifty: boolean) => ({
  src: pictureAt(storage_link, isThrifty ? THRIFTY_WIDTH : 800),
  srcSet: PICTURE_WIDTHS.filter(width => !isThrifty || width === THRIFTY_WIDTH)
    .map(width => `${pictureAt(storage_link, width)} ${width}w`)
    .join(', '),
})

/**
 * A product's picture, 4 : 5, in the width that the screen needs. Shows the picture's average colour while it loads,
 * and the outline of a garment if there is none.
 */
export function Picture({ image, alt, sizes, first = false, className = '', style }: Props) {
  const isNow = useThrift()
  const [atFirst] = useState(isNow)
  // The browser is already loading the width that the server drew at the top: another would load beside it.
  const isThrifty = first ? atFirst : isNow
  if (!image)
    return (
      <span className={`${styles.picture} ${styles.none} ${className}`} style={style}>
        <Shirt strokeWidth={1} aria-hidden />
      </span>
    )
  const { storage_link } = image.file
  return (
    <img
      className={`${styles.picture} ${className}`}
      alt={alt}
      width={800}
      height={1000}
      sizes={sizes}
      {...widthsOf(storage_link, isThrifty)}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding={first ? 'auto' : 'async'}
      style={{ ...(image.dominant && { backgroundColor: `#${image.dominant}` }), ...style }}
    />
  )
}
