import type { StaffProduct } from '#sync/protocol/shop/catalogue.ts'
import { AddImages } from './add-images.tsx'
import { ImageOrder } from './image-order.tsx'
import { MissingImages } from '../product-list/missing-images.tsx'
import styles from './products.module.css'
import * as words from './picture-words.ts'

/** A product's pictures: their order, their descriptions, and adding more. */
export const ImagesTab = ({ product }: { product: StaffProduct }) => (
  <div className={styles.sections}>
    {product.images.length > 0 ? <ImageOrder product={product} /> : <p>{words.none}</p>}
    {product.missing_images.length > 0 && <MissingImages product={product} />}
    <AddImages product={product} />
  </div>
)
