import Joi from 'joi'
import { size } from '#sync/protocol/entities/size.ts'
import type {
  Category,
  Facets,
  MissingImage,
  Product,
  ProductImage,
  ProductSummary,
  StaffCategory,
  StaffProduct,
  StaffProductSummary,
  StaffVariation,
  Suggestion,
  Variation,
} from '#sync/protocol/shop/catalogue.ts'
import type { FitRow } from '#sync/protocol/fit.ts'
import type { Understood, UnderstoodPart } from '#sync/protocol/search/understand.ts'
import type { Size } from '#sync/protocol/entities/size.ts'
import type { Rating } from '#sync/protocol/shop/review.ts'

const number = Joi.number().required()
const string = Joi.string().required()
const some = Joi.string().allow('').required()
const orNull = Joi.string().allow('', null).required()
const link = Joi.object({ id: number, slug: string }).allow(null).required()
const picture = Joi.object({ name: some, storage_link: string }).allow(null).required()
const list = <Row>(row: Joi.Schema<Row>) => Joi.array().items(row).required()

export const sizeReply = Joi.object<Size, true>({
  id: number,
  code: Joi.string().max(size.fields.code.max).required(),
  name: some,
})
export const colourReply = Joi.object<{ id: number; code: string; name: string }, true>({
  id: number,
  code: string,
  name: some,
})
const category = {
  id: number,
  name: string,
  description: orNull,
  parent_id: Joi.number().allow(null).required(),
  icon_image: picture,
  banner_image: picture,
}
export const categoryReply = Joi.object<Category, true>(category)
export const staffCategoryReply = Joi.object<StaffCategory, true>({
  ...category,
  position: number,
  products: number,
  created_at: string,
  updated_at: string,
})

const length = Joi.number().allow(null).required()
export const fitReply = Joi.object<FitRow, true>({
  size_code: string,
  waist: length,
  hip: length,
  inseam: length,
  rise: length,
})
export const imageReply = Joi.object<ProductImage, true>({
  id: number,
  alt: orNull,
  dominant: orNull,
  colour_code: orNull,
  file: Joi.object({ storage_link: string }).required(),
})
const cedisOrNull = Joi.number().allow(null).required()
const variation = {
  id: number,
  sku: string,
  barcode: orNull,
  size_code: string,
  colour_code: orNull,
  quantity_in_stock: number,
  retail_price: cedisOrNull,
  discount: cedisOrNull,
  price: number,
  price_before: number,
}
const variationReply = Joi.object<Variation, true>(variation)
export const staffVariationReply = Joi.object<StaffVariation, true>({
  ...variation,
  weight: Joi.number().allow(null).required(),
})

const shared = {
  id: number,
  slug: string,
  name: string,
  category_id: number,
  category: Joi.object({ id: number, name: some }).required(),
  retail_price: number,
  discount: number,
  price_from: number,
  price_to: number,
  status_code: Joi.string().valid('LIVE', 'INACTIVE').required(),
  views: number,
  created_at: string,
  images: list(imageReply),
  sizes: list(sizeReply),
  colours: list(Joi.object({ code: string, name: some })),
  in_stock: Joi.boolean().required(),
}
const whole = { description: some, features: list(Joi.string()) }
const favorited = Joi.boolean().required()

const rating = Joi.object<Rating, true>({ average: number, count: number })
export const summaryReply = Joi.object<ProductSummary, true>({ ...shared, favorited, rating })
export const productReply = Joi.object<Product, true>({
  ...shared,
  ...whole,
  variations: list(variationReply),
  favorited,
  rating,
  fit: list(fitReply),
  previous: link,
  next: link,
  suggestions: list(summaryReply),
})
export const staffSummaryReply = Joi.object<StaffProductSummary, true>({
  ...shared,
  updated_at: string,
  quantity_in_stock: number,
})
const missing = Joi.object<MissingImage, true>({
  id: number,
  source: string,
  error: Joi.string().allow(null).required(),
  next_try_at: Joi.string().allow(null).required(),
})
export const staffProductReply = Joi.object<StaffProduct, true>({
  ...shared,
  ...whole,
  variations: list(staffVariationReply),
  updated_at: string,
  former_slugs: list(Joi.string()),
  missing_images: list(missing),
})

const named = { name: some, count: number }
export const facetsReply = Joi.object<Facets, true>({
  categories: list(Joi.object({ id: number, ...named })),
  sizes: list(Joi.object({ code: string, ...named, in_stock: Joi.boolean().required() })),
  colours: list(Joi.object({ code: string, ...named })),
  price: Joi.object({ min: number, max: number }).required(),
  in_stock: Joi.object({ count: number }).required(),
  discounted: Joi.object({ count: number }).required(),
})

export const suggestionReply = Joi.object<Suggestion, true>({
  kind: Joi.string().valid('category', 'product').required(),
  id: number,
  name: string,
  slug: Joi.string(),
  picture: Joi.string().allow(null),
  price: Joi.number(),
  price_to: Joi.number(),
})

const part = Joi.string().allow('')
export const understoodReply = Joi.object<Understood>({
  min_price: Joi.number(),
  max_price: Joi.number(),
  colours: Joi.array().items(Joi.string()),
  sizes: Joi.array().items(Joi.string()),
  for: Joi.string().valid('women', 'men'),
  discounted: Joi.boolean(),
})
export const withoutReply = Joi.object<Record<UnderstoodPart, string>>({
  min_price: part,
  max_price: part,
  colours: part,
  sizes: part,
  for: part,
  discounted: part,
})
