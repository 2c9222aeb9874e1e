import Joi from 'joi'
import { staffProductReply, staffSummaryReply } from '#api/catalogue/catalogue-replies.ts'
import { findStaffProduct, listStaffProducts } from '#api/catalogue/staff-products.ts'
import { route } from '#api/http/route.ts'
import { page, pageOf, text } from '#api/http/rules.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'

export const staffProductRoutes = [
  route('GET /api/staff/products', {
    summary: 'Products, newest first; search by name, SKU, barcode or slug.', access: 3,
    query: Joi.object<QueryOf<'GET /api/staff/products'>, true>({ ...page(), search: text(200), status_code: Joi.string().valid('LIVE', 'INACTIVE') }),
    reply: Joi.object({ products: pageOf(staffSummaryReply) }),
  }, async ({ query }) => ({ products: await listStaffProducts(query) })),

  route('GET /api/staff/products/:id', {
    summary: 'One product with its variations and stock.', access: 3, reply: Joi.object({ product: staffProductReply.required() }),
  }, async ({ params }) => ({ product: await findStaffProduct(params.id) })),
]
