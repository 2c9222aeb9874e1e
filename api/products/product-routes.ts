import Joi from 'joi'
import { staffProductReply, staffSummaryReply, staffVariationReply } from '#api/catalogue/catalogue-replies.ts'
import { findStaffProduct, listStaffProducts } from '#api/catalogue/staff-products.ts'
import { invalid } from '#api/errors.ts'
import { route } from '#api/http/route.ts'
import { id, money, page, pageOf, readAt, text } from '#api/http/rules.ts'
import { addBarcodes, addVariations } from '#api/products/add-variations.ts'
import { changeProduct } from '#api/products/change-product.ts'
import { changeVariation } from '#api/products/change-variation.ts'
import { deleteProduct } from '#api/products/delete-product.ts'
import { makeProduct } from '#api/products/make-product.ts'
import { productFilter } from '#api/products/product-filter.ts'
import { picturesOf, pictureForm } from '#api/uploads/picture-form.ts'
import type { BodyOf, QueryOf } from '#sync/protocol/endpoints.ts'
import { STAFF } from '#sync/protocol/roles.ts'

const status = () => Joi.string().valid('LIVE', 'INACTIVE')
const features = () => Joi.array().items(text(200).label('A feature')).max(40).label('Features')
const sizes = () => Joi.array().items(text(20)).max(100)
const colours = () =>
  Joi.array()
    .items(
      Joi.string()
        .pattern(/^[0-9a-f]{6}$/i, '6 hex digits')
        .allow(null),
    )
    .max(100)
const told = Joi.object({ message: Joi.string().required(), product: staffProductReply.required() })

const name = () => text(160).label('Name')
const CHOOSE = 'Please choose a category'
const category = () =>
  id().label('Category').messages({ 'number.base': CHOOSE, 'number.min': CHOOSE, 'any.required': CHOOSE })
const description = () => text(20_000).allow('').label('Description')
const price = () => money().label('Price')
const discount = () => money().label('Discount')

const newProduct = Joi.object<BodyOf<'POST /api/staff/products'>, true>({
  name: name().required(),
  category_id: category().required(),
  description: description().default(''),
  retail_price: price().required(),
  discount: discount().default(0),
  features: features().default([]),
  status_code: status().default('LIVE'),
  sizes: sizes().default([]),
  colours: colours().default([]),
})

export const productRoutes = [
  route(
    'GET /api/staff/products',
    {
      summary: 'Products, newest first by default; search by name, SKU, barcode or slug.',
      access: STAFF,
      query: Joi.object<QueryOf<'GET /api/staff/products'>, true>({ ...page(), ...productFilter }),
      reply: Joi.object({ products: pageOf(staffSummaryReply) }),
    },
    async ({ query }) => ({ products: await listStaffProducts(query) }),
  ),

  route(
    'POST /api/staff/products',
    {
      summary:
        'Adds a product with a variation for each pair of its sizes and colours, each with a SKU and a barcode. A form may include pictures, as JPEG, PNG or WebP, in images.',
      access: STAFF,
      status: 201,
      reader: pictureForm({ rules: newProduct, pictures: { images: 12 } }),
      body: newProduct,
      reply: told,
    },
    async ({ body, ctx }) => ({
      message: 'Product added.',
      product: await makeProduct(body, picturesOf(ctx, 'images')),
    }),
  ),

  route(
    'GET /api/staff/products/:id',
    {
      summary: 'One product with its variations and stock.',
      access: STAFF,
      reply: Joi.object({ product: staffProductReply.required() }),
    },
    async ({ params }) => ({ product: await findStaffProduct(params.id) }),
  ),

  route(
    'PATCH /api/staff/products/:id',
    {
      summary: "Changes a product's details and prices. If its slug changes, the old address redirects to the new one.",
      access: STAFF,
      body: Joi.object<BodyOf<'PATCH /api/staff/products/:id'>, true>({
        category_id: category(),
        name: name(),
        slug: text(160)
          .pattern(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'slim-jeans')
          .label('Address'),
        description: description(),
        features: features(),
        retail_price: price(),
        discount: discount(),
        status_code: status(),
        updated_at: readAt(),
      }),
      reply: told,
    },
    async ({ params, body }) => ({ message: 'Product updated.', product: await changeProduct(params.id, body) }),
  ),

  route(
    'DELETE /api/staff/products/:id',
    {
      summary: 'Deletes a product from every list. Its orders still show it.',
      access: STAFF,
      reply: Joi.object({ message: Joi.string().required() }),
    },
    async ({ params }) => {
      await deleteProduct(params.id)
      return { message: 'Product deleted.' }
    },
  ),

  route(
    'POST /api/staff/products/:id/variations',
    {
      summary:
        'Adds a variation for each missing pair of these sizes and colours; no colours, or null among them, for goods without one.',
      access: STAFF,
      status: 201,
      body: Joi.object<BodyOf<'POST /api/staff/products/:id/variations'>, true>({
        product_id: id(),
        sizes: sizes().min(1).required(),
        colours: colours().default([]),
      }),
      reply: told,
    },
    async ({ params, body: { product_id = params.id, ...choices }, answer }) => {
      if (product_id !== params.id) throw invalid({ product_id: ['This is another product.'] })
      const { product, added } = await addVariations(params.id, choices)
      if (added === 0) answer(200)
      return {
        message:
          added === 0
            ? 'The product already has all of these.'
            : added === 1
              ? '1 variant added.'
              : `${added} variants added.`,
        product,
      }
    },
  ),

  route(
    'PATCH /api/staff/variations/:id',
    {
      summary:
        "Changes a variation's own price, discount and weight in grams; null gives it the product's. updated_at is the product's.",
      access: STAFF,
      body: Joi.object<BodyOf<'PATCH /api/staff/variations/:id'>, true>({
        retail_price: price().allow(null),
        discount: discount().allow(null),
        weight: Joi.number().min(0).max(1_000_000).precision(3).allow(null).label('Weight'),
        updated_at: readAt(),
      }),
      reply: told.keys({ variation: staffVariationReply.required() }),
    },
    async ({ params, body }) => ({ message: 'Variant updated.', ...(await changeVariation(params.id, body)) }),
  ),

  route(
    'POST /api/staff/products/:id/barcodes',
    {
      summary: "Gives each variation without a barcode one of the shop's own: an EAN-13 that begins with 2.",
      access: STAFF,
      reply: told,
    },
    async ({ params }) => {
      const { product, added } = await addBarcodes(params.id)
      return { message: added === 1 ? '1 barcode created.' : `${added} barcodes created.`, product }
    },
  ),
]
