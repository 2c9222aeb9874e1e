import type { CartAddition, CartItem } from '../shop/cart.ts'
import type { ProductSummary } from '../shop/catalogue.ts'
import type { Page, PageQuery } from '../page.ts'
import type { UnavailableWish, WishlistItem } from '../shop/wishlist.ts'

export interface BagEndpoints {
  'GET /api/wishlist': {
    query: PageQuery
    reply: { wishlist_items: Page<WishlistItem>; unavailable: number; unavailable_items: UnavailableWish[] }
  }
  'POST /api/wishlist': {
    body: { product_id: number }
    reply: { message: string; wishlist_item: Pick<WishlistItem, 'id' | 'product_id'> }
  }
  'PATCH /api/wishlist': { reply: { message: string } }
  'DELETE /api/wishlist/:productId': { reply: { message: string } }
  /** The link that shows the wishlist to others, or null. */
  'GET /api/wishlist/link': { reply: { url: string | null } }
  'POST /api/wishlist/link': { reply: { url: string } }
  'DELETE /api/wishlist/link': { reply: { message: string } }
  'GET /api/wishlist/shared/:token': { reply: { first_name: string | null; products: ProductSummary[] } }
  'GET /api/cart': { query: PageQuery; reply: { cart_items: Page<CartItem> } }
  'POST /api/cart': { body: CartAddition; reply: { message: string; cart_item: CartItem } }
  'PATCH /api/cart/:id': {
    body: { quantity?: number; product_variation_id?: number; updated_at?: string }
    reply: { message: string; cart_item: CartItem }
  }
  'DELETE /api/cart/:id': { reply: { message: string } }
}
