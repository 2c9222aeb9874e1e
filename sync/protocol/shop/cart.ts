import type { ProductSummary } from './catalogue.ts'
import type { Size } from '../entities/size.ts'
import { lineTotal, priceShown, saleTotals } from '../pricing.ts'

/**
 * What changed since the owner last touched a line. `price`: of one piece, in cedis. `cut`: signing in reduced the
 * quantity to the available stock. `short`: less stock is available than the line holds. `sold_out` and `withdrawn`:
 * the line cannot be bought now.
 */
export interface CartChange {
  code: 'price' | 'cut' | 'short' | 'sold_out' | 'withdrawn'
  was: number
  now: number
}

/** The product of a line, on sale or not. Its retail_price and discount are those of the line's variation. */
export type CartProduct = Pick<
  ProductSummary,
  'id' | 'slug' | 'name' | 'category_id' | 'retail_price' | 'discount' | 'status_code' | 'images'
>

export interface CartItem {
  id: number
  quantity: number
  product_variation_id: number
  product_variation: {
    id: number
    sku: string
    size_code: string
    colour_code: string | null
    quantity_in_stock: number
    size: Size
    colour: { code: string; name: string } | null
    /** Its own; null: the product's. */
    retail_price: number | null
    discount: number | null
    /** What is charged for one piece, in cedis. */
    price: number
    product: CartProduct
  }
  changes: CartChange[]
  updated_at: string
}

/** An item to add: a variation by its id, or a product in a size and, if it has colours, a colour. */
export interface CartAddition {
  product_variation_id?: number
  product_id?: number
  size_code?: string
  colour_code?: string | null
  quantity?: number
}

/** The most lines of a cart, and products of a wishlist. */
export const MOST_GATHERED = 100

/** Whether a line can be bought now. */
export const isForSale = ({ changes }: Pick<CartItem, 'changes'>) =>
  !changes.some(({ code }) => code === 'sold_out' || code === 'withdrawn')

/** Whether a line can be ordered unchanged. */
export const isOrderable = (line: Pick<CartItem, 'changes'>) =>
  isForSale(line) && !line.changes.some(({ code }) => code === 'short')

/** Changes that clear once read; the others stay until the line is changed. */
export const isNews = ({ code }: CartChange) => code === 'price' || code === 'cut'

/** The total of a line at current prices, in cedis. */
export const cartLineTotal = ({ quantity, product_variation: { product } }: CartItem) =>
  lineTotal({ price: priceShown(product), quantity })

/** The total of the lines that can be bought, in cedis. */
export const cartSubtotal = (items: readonly CartItem[]) =>
  saleTotals(
    items
      .filter(isForSale)
      .map(({ quantity, product_variation: { product } }) => ({ price: priceShown(product), quantity })),
  ).subtotal

export const piecesIn = (items: readonly { quantity: number }[]) =>
  items.reduce((sum, { quantity }) => sum + quantity, 0)
