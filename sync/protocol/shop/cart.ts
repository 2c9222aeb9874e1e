import type { ProductSummary } from './catalogue.ts'
import type { Size } from '../entities/size.ts'
import { lineTotal, priceShown, saleTotals } from '../pricing.ts'

/**
 * What is other than when the owner last touched a line. `price`: one piece, in cedis. `cut`: signing in found fewer
 * left than were wanted. `short`: fewer are left than the line holds. `sold_out` and `withdrawn`: the line cannot be
 * bought at present.
 */
export interface CartChange {
  code: 'price' | 'cut' | 'short' | 'sold_out' | 'withdrawn'
  was: number
  now: number
}

/** What a line names of its product, on sale or not. */
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
    product: CartProduct
  }
  changes: CartChange[]
  updated_at: string
}

/** What is added: a variation by its id, or a product in a size and, where it has colours, a colour. */
export interface CartAddition {
  product_variation_id?: number
  product_id?: number
  size_code?: string
  colour_code?: string | null
  quantity?: number
}

/** The most lines of a cart, and products of a wishlist. */
export const MOST_GATHERED = 100

/** Whether a line can be bought at all at present. */
export const isForSale = ({ changes }: Pick<CartItem, 'changes'>) =>
  !changes.some(({ code }) => code === 'sold_out' || code === 'withdrawn')

/** Whether a line can be ordered as it is. */
export const isOrderable = (line: Pick<CartItem, 'changes'>) =>
  isForSale(line) && !line.changes.some(({ code }) => code === 'short')

/** Changes that are news, and over once they are read; the others last until the line is changed. */
export const isNews = ({ code }: CartChange) => code === 'price' || code === 'cut'

/** What a line comes to at present prices, in cedis. */
export const cartLineTotal = ({ quantity, product_variation: { product } }: CartItem) =>
  lineTotal({ price: priceShown(product), quantity })

/** What the lines that can be bought come to, in cedis. */
export const cartSubtotal = (items: readonly CartItem[]) =>
  saleTotals(
    items
      .filter(isForSale)
      .map(({ quantity, product_variation: { product } }) => ({ price: priceShown(product), quantity })),
  ).subtotal

export const piecesIn = (items: readonly { quantity: number }[]) =>
  items.reduce((sum, { quantity }) => sum + quantity, 0)
