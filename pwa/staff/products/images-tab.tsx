import type { StaffProduct } from '#sync/protocol/shop/catalogue.ts'
import { AddImages } from './add-images.tsx'
import { useChosenPictures } from './chosen-pictures.ts'
import { ColourDrops, placesOf } from './colour-drops.tsx'
import { ImageOrder } from './image-order.tsx'
import { MissingImages } from '../product-list/missing-images.tsx'
import styles from './products.module.css'
import * as words from './picture-words.ts'

/** A product's pictures: their order, their descriptions, and adding more, also dropped straight onto a colour. */
export function ImagesTab({ product }: { product: StaffProduct }) {
  const waiting = useChosenPictures()
  return (
    <div className={styles.sections}>
      {product.images.length > 0 ? (
        <ImageOrder product={product} onFiles={waiting.drop} />
      ) : (
        <section className={styles.section}>
          <p>{words.none}</p>
          <ColourDrops places={placesOf(product.colours)} howTo={words.howToDrop} onFiles={waiting.drop} />
        </section>
      )}
      {product.missing_images.length > 0 && <MissingImages product={product} />}
      <AddImages product={product} waiting={waiting} />
    </div>
  )
}
