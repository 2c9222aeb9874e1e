import X from 'lucide-react/icons/x'
import { IconButton } from '#pwa/ui/button.tsx'
import styles from './count.module.css'
import { ProductSearch } from '../stock/product-search.tsx'
import * as words from './count-words.ts'

export interface CountedProduct {
  id: number
  name: string
}

/** The most products of one count. */
const MOST = 500

/** The products to count: found by name, added, removed. */
export function CountedProducts({
  products,
  onChange,
}: {
  products: readonly CountedProduct[]
  onChange: (products: readonly CountedProduct[]) => void
}) {
  const add = ({ id, name }: CountedProduct) => {
    if (!products.some(product => product.id === id)) onChange([{ id, name }, ...products].slice(0, MOST))
  }
  return (
    <section className={styles.products} aria-label={words.productsToCount}>
      <p role="status">{products.length === 0 ? words.noProductsChosenYet : words.productsChosen(products.length)}</p>
      <ul className="bare">
        {products.map(({ id, name }) => (
          <li key={id}>
            {name}
            <IconButton
              label={words.leaveOut(name)}
              icon={<X size={18} aria-hidden />}
              onClick={() => onChange(products.filter(product => product.id !== id))}
            />
          </li>
        ))}
      </ul>
      <ProductSearch onChoose={add} />
    </section>
  )
}
