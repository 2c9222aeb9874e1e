import type { StaffProduct, StaffProductSummary } from '#sync/protocol/shop/catalogue.ts'

export const AT = '2026-01-01T00:00:00.000Z'

/** A product as in the staff's list. */
export const aRow = (id: number, name: string, rest: Partial<StaffProductSummary> = {}): StaffProductSummary => ({
  id,
  name,
  slug: name.toLowerCase(),
  category_id: 1,
  category: { id: 1, name: 'Jeans' },
  retail_price: 100,
  discount: 0,
  price_from: 100,
  price_to: 100,
  status_code: 'LIVE',
  views: 3,
  created_at: AT,
  updated_at: AT,
  images: [],
  sizes: [],
  colours: [],
  in_stock: true,
  quantity_in_stock: 4,
  ...rest,
})

/** The same as on its own page. */
export const wholeOf = (row: StaffProductSummary, rest: Partial<StaffProduct> = {}): StaffProduct => ({
  ...row,
  description: '',
  features: [],
  variations: [],
  former_slugs: [],
  missing_images: [],
  ...rest,
})

/** A page of a list with all rows. */
export const pageOf = (data: object[]) => ({ data, total: data.length, last_page: 1, current_page: 1, per_page: 100 })
