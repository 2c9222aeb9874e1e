import type { CartAddition, CartItem } from './cart.ts'
import type { Category, Facets, Product, ProductOrder, ProductSummary, StaffProduct, StaffProductSummary, Suggestion } from './catalogue.ts'
import type { Country } from './entities/country.ts'
import type { Coupon } from './entities/coupon.ts'
import type { DeliveryZone } from './entities/delivery-zone.ts'
import type { Region } from './entities/region.ts'
import type { Size } from './entities/size.ts'
import type { ExceptionCode, PushReply, PushRequest } from './mutation.ts'
import type { DeliveryMethod, OrderStatus, OrderType } from './order.ts'
import type { PullReply } from './replica.ts'
import type { RoleCode } from './roles.ts'

/** A page of a list; `current_page` counts from 1. */
export interface Page<Row> { data: Row[]; total: number; last_page: number; current_page: number; per_page: number }
export interface PageQuery { page?: number; per_page?: number }

export interface User {
  id: number; name: string; email: string; phone: string | null; role_code: RoleCode; status_code: 'ACTIVE' | 'INACTIVE'
  role: { id: number; name: string }
}
export type StaffUser = User & { created_at: string; updated_at: string }

export interface Registration { name: string; email: string; phone: string; password: string; password_confirmation: string; device_name?: string }
export interface Credentials { email: string; password: string; device_name?: string }

export interface Account { id: number; code: string; name: string; balance: number; period: string; at_till: boolean }

export interface Till { id: number; code: string; name: string; device_id: string; status_code: 'ACTIVE' | 'REVOKED' }
/** `last_seq`: the highest sequence number seen; `last_number`: the highest receipt counter seen; `missing_seqs`: at most 1000. */
export interface TillSequence { last_seq: number; last_number: number; missing_seqs: number[] }

export interface ShopException {
  id: number; code: ExceptionCode; order_id: number; number: string | null; product_variation_id: number | null
  /** What the goods are called: name, size and colour. Null where it is not about goods. */
  item: string | null
  detail: string
  status_code: 'OPEN' | 'RESOLVED'; note: string | null; created_at: string; resolved_at: string | null
}

export interface OrderItem {
  id: number; quantity: number; price: number; product_variation_id: number
  product_variation: {
    id: number; sku: string; size_code: string; colour_code: string | null
    product: { id: number; name: string; slug: string }
    size: Size
    colour: { code: string; name: string } | null
  }
}

/** An order as lists show it. Money in cedis. `number` is the receipt number of a STORE order, else the id as text. */
export interface OrderSummary {
  id: number; number: string; type_code: OrderType; delivery_method_code: DeliveryMethod; account_code: string | null
  status_code: OrderStatus; status: { name: string }
  customer: { id: number; name: string; email: string } | null
  teller: { id: number; name: string; email: string } | null
  user_id: number | null; teller_id: number | null; customer_name: string | null
  subtotal: number; shipping_fee: number; discount: number; total: number
  created_at: string; updated_at: string
}
export interface Order extends OrderSummary {
  till_code: string | null; tendered: number | null; reference: string | null; customer_phone: string | null
  /** When it was rung up, by the till's own clock; null for the website's. */
  occurred_at: string | null
  business_date: string
  shipping_country_code: string | null; shipping_region_code: string | null; shipping_delivery_zone_code: string | null
  shipping_address: { first_name: string; last_name: string; email: string; phone: string; address: string | null } | null
  shipping_additional_details: string | null
  items: OrderItem[]
}

/** A store order that staff send while online; the server prices it. Amounts in cedis are compared, never stored. */
export interface StoreOrder {
  account_code: string
  type_code?: 'STORE'
  delivery_method_code?: 'self_pick_up'
  subtotal?: number
  discount?: number
  total?: number
  customer_name?: string | null
  customer_phone?: string | null
  items: { product_id: number; size_code: string; colour_code?: string | null; quantity: number }[]
}

export interface ImportReport {
  summary: { created: number; updated: number; unchanged: number; failed: number }
  errors: { line: number; message: string }[]
}

export interface WishlistItem { id: number; product_id: number; product: ProductSummary }

/** What anybody may know of the shop: from its settings. */
export interface ShopInfo {
  name: string; tagline: string; address: string; phones: string[]; email: string; whatsapp: string
  hours: { days: string; hours: string }[]
  announcements: string[]
  /** The home page's first words. */
  hero: { title: string; words: string }
  promos: { title: string; words: string; link: string }[]
  /** The first day of deliveries, YYYY-MM-DD; empty where there is none to tell. */
  delivery_start: string
  /** WhatsApp numbers to which an order's number is sent before it is picked up. */
  whatsapp_numbers: string[]
  /** Who sells, in the words of the register. */
  seller: { legal_name: string; legal_status: string; registration_number: string }
  terms: ShopTerms
  /** In cedis: above this subtotal delivery is free; null where no subtotal makes it so. */
  free_delivery_over: number | null
  /** For how long an order that is not paid keeps its goods. */
  reservation_minutes: number
}

/** What a shopper is told before ordering, in the shop's own words; an empty one is not shown. */
export interface ShopTerms {
  prices: string; payment: string; security: string; delivery_time: string; delivery_fee: string
  pick_up: string; pick_up_directions: string; returns: string; service: string
}

/**
 * Every hand-written route: its query, body and reply. The api answers through `route` and the pwa calls through `api`,
 * both typed by these names, so a change on one side does not compile on the other. It costs nothing at run time.
 */
export interface Endpoints {
  'POST /api/register': { body: Registration; reply: { message: string; token: string; user: User } }
  'POST /api/login': { body: Credentials; reply: { message: string; token: string; user: User } }
  'POST /api/guest': { body: { device_name?: string }; reply: { token: string } }
  'POST /api/token/refresh': { reply: { token: string; user: User | null } }
  'POST /api/logout': { reply: { message: string } }

  'GET /api/shop': { reply: { shop: ShopInfo } }
  'GET /api/products': {
    query: PageQuery & {
      search_text?: string; categories?: number[]; sizes?: string[]; colours?: string[]; min_price?: number; max_price?: number
      order_column?: ProductOrder; order_direction?: 'asc' | 'desc'
    }
    /** `meant`: the words that were sought instead, where those typed found nothing. */
    reply: { products: Page<ProductSummary>; facets: Facets; meant?: string }
  }
  'GET /api/search/suggestions': { query: { text?: string }; reply: { suggestions: Suggestion[] } }
  'GET /api/products/:id': { reply: { product: Product } }
  'GET /api/categories': { query: PageQuery; reply: { categories: Page<Category> } }
  'GET /api/sizes': { query: PageQuery; reply: { sizes: Page<Size> } }
  'GET /api/colours': { query: PageQuery; reply: { colours: Page<{ id: number; code: string; name: string }> } }

  'GET /api/wishlist': { query: PageQuery; reply: { wishlist_items: Page<WishlistItem>; unavailable: number } }
  'POST /api/wishlist': { body: { product_id: number }; reply: { message: string; wishlist_item: Omit<WishlistItem, 'product'> } }
  'DELETE /api/wishlist/:productId': { reply: { message: string } }
  'GET /api/cart': { query: PageQuery; reply: { cart_items: Page<CartItem> } }
  'POST /api/cart': { body: CartAddition; reply: { message: string; cart_item: CartItem } }
  'PATCH /api/cart/:id': { body: { quantity?: number; product_variation_id?: number; updated_at?: string }; reply: { message: string; cart_item: CartItem } }
  'DELETE /api/cart/:id': { reply: { message: string } }

  'GET /api/checkout/countries': { query: PageQuery; reply: { countries: Country[] } }
  'GET /api/checkout/regions': { query: PageQuery & { country_code?: string }; reply: { regions: Region[] } }
  'GET /api/checkout/delivery/zones': { query: PageQuery & { region_code?: string }; reply: { delivery_zones: Page<DeliveryZone> } }
  'POST /api/checkout/coupons/validate': { body: { coupon_code: string }; reply: { coupon: Coupon } }

  'GET /api/staff/roles': { query: PageQuery; reply: { roles: Page<{ id: number; code: RoleCode; name: string }> } }
  'GET /api/staff/users': { query: PageQuery & { search?: string; role_code?: RoleCode; status_code?: 'ACTIVE' | 'INACTIVE' }; reply: { users: Page<StaffUser> } }
  'POST /api/staff/users': { body: { name: string; email: string; phone?: string | null; password: string; role_code: RoleCode }; reply: { message: string; user: StaffUser } }
  'GET /api/staff/users/:id': { reply: { user: StaffUser } }
  'PATCH /api/staff/users/:id': {
    body: { name?: string; email?: string; phone?: string | null; password?: string; role_code?: RoleCode; status_code?: 'ACTIVE' | 'INACTIVE'; updated_at?: string }
    reply: { message: string; user: StaffUser }
  }
  'GET /api/staff/accounts': { query: PageQuery; reply: { accounts: Page<Account> } }
  'GET /api/staff/categories': { query: PageQuery; reply: { categories: Page<Category> } }
  'GET /api/staff/categories/:id': { reply: { category: Category } }
  'GET /api/staff/products': { query: PageQuery & { search?: string; status_code?: 'LIVE' | 'INACTIVE' }; reply: { products: Page<StaffProductSummary> } }
  'GET /api/staff/products/:id': { reply: { product: StaffProduct } }
  'POST /api/staff/products/import': { reply: ImportReport | { import: { id: number } } }
  'GET /api/staff/products/imports/:id': { reply: { import: { id: number; status: 'RUNNING' | 'DONE' | 'FAILED'; rows: number } & ImportReport } }
  'GET /api/staff/orders': {
    query: PageQuery & {
      type_code?: OrderType; delivery_method_code?: DeliveryMethod; user_id?: number; status_code?: OrderStatus; start_date?: string; end_date?: string
    }
    reply: { orders: Page<OrderSummary> }
  }
  'GET /api/staff/orders/options/users': { query: PageQuery; reply: { users: Page<{ id: number; name: string; email: string; role_code: RoleCode }> } }
  'GET /api/staff/orders/:id': { reply: { order: Order } }
  'POST /api/staff/orders': { body: StoreOrder; reply: { message: string; order: Order } }
  'POST /api/staff/tills': { body: { name: string; device_id: string }; reply: { message: string; till: Till & TillSequence } }
  'GET /api/staff/tills': { query: PageQuery; reply: { tills: Page<Till> } }
  'GET /api/staff/tills/:id': { reply: { till: Till & TillSequence } }
  'PATCH /api/staff/tills/:id': { body: { name?: string; status_code?: 'ACTIVE' | 'REVOKED' }; reply: { message: string; till: Till & TillSequence } }
  'GET /api/staff/exceptions': { query: PageQuery & { status_code?: 'OPEN' | 'RESOLVED'; code?: ExceptionCode }; reply: { exceptions: Page<ShopException> } }
  'PATCH /api/staff/exceptions/:id': { body: { status_code: 'RESOLVED'; note: string }; reply: { message: string; exception: ShopException } }

  'GET /api/sync/pull': { query: { since?: string; limit?: number }; reply: PullReply }
  'POST /api/payments/paystack/webhook': { reply: { message: string } }

  'POST /api/sync/push': { body: PushRequest; reply: PushReply }
}

export type EndpointName = keyof Endpoints
export type QueryOf<N extends EndpointName> = Endpoints[N] extends { query: infer Q } ? Q : undefined
export type BodyOf<N extends EndpointName> = Endpoints[N] extends { body: infer B } ? B : undefined
export type ReplyOf<N extends EndpointName> = Endpoints[N]['reply']

/** The names in a path's colons: 'GET /tills/:id' has { id }. An `id` is a whole number from 1, anything else text. */
export type ParamsOf<Path extends string> =
  Path extends `${string}:${infer Name}/${infer Rest}` ? Record<Name, ParamValue<Name>> & ParamsOf<Rest> :
  Path extends `${string}:${infer Name}` ? Record<Name, ParamValue<Name>> : {}
type ParamValue<Name extends string> = Name extends 'id' | `${string}Id` ? number : string
