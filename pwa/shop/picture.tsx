import type { CSSProperties } from 'react'
import { PICTURE_WIDTHS, pictureAt, type ProductImage } from '#sync/protocol/catalogue.ts'
import styles from './picture.module.css'

interface Props {
  image: ProductImage | undefined
  /** What it shows; empty where the words beside it say so. */
  alt: string
  /** How wide it is drawn, as the `sizes` attribute has it. */
  sizes: string
  /** It is at the top of the page: fetched at once. */
  first?: boolean
  className?: string | undefined
  style?: CSSProperties
}

/** A product's picture, 4 : 5, in the width the screen needs, on the picture's own colour until it is here. */
export function Picture({ image, alt, sizes, first = false, className = '', style }: Props) {
  if (!image) return <span className={`${styles.picture} ${className}`} style={style} />
  const { storage_link } = image.file
  return (
    <img
      className={`${styles.picture} ${className}`} alt={alt} width={800} height={1000} sizes={sizes}
      src={pictureAt(storage_link, 800)} srcSet={PICTURE_WIDTHS.map(width => `${pictureAt(storage_link, width)} ${width}w`).join(', ')}
      loading={first ? 'eager' : 'lazy'} fetchPriority={first ? 'high' : 'auto'} decoding={first ? 'auto' : 'async'}
      style={{ ...(image.dominant && { backgroundColor: `#${image.dominant}` }), ...style }}
    />
  )
}
