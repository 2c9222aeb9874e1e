import Joi from 'joi'
import {
  addCoupon,
  changeCoupon,
  couponTable,
  findCoupon,
  listCoupons,
  listUses,
  useTable,
} from '#api/coupons/staff-coupons.ts'
import { addRules, filterRules, orderRules, rowReply, updateRules } from '#api/crud/rules.ts'
import { csvRoute } from '#api/lists/csv.ts'
import { route } from '#api/http/route.ts'
import { id, page, pageOf } from '#api/http/rules.ts'
import type { EntityFilter } from '#sync/protocol/endpoints/entities.ts'
import { coupon, type CouponUse } from '#sync/protocol/entities/coupon.ts'

const message = Joi.string().required()
const named = Joi.object({ id: id().required(), name: Joi.string().required() })
const couponReply = (rowReply(coupon) as Joi.ObjectSchema).keys({ categories: Joi.array().items(named).required() })
const category_ids = Joi.array().items(id()).max(100)
const useReply = Joi.object<CouponUse, true>({
  id: id().required(),
  order_id: id().required(),
  number: Joi.string().required(),
  status_code: Joi.string().required(),
  user: named.allow(null).required(),
  customer_name: Joi.string().allow(null).required(),
  customer_phone: Joi.string().allow(null).required(),
  discount: Joi.number().required(),
  total: Joi.number().required(),
  created_at: Joi.string().required(),
})

/** Back-office coupons: as declared, plus their categories and their uses. */
export const couponRoutes = [
  route(
    'GET /api/staff/coupons',
    {
      summary: 'Coupons, newest first.',
      access: coupon.clearance.read,
      query: Joi.object({ ...page(), ...filterRules(coupon), ...orderRules(coupon) }),
      reply: Joi.object({ coupons: pageOf(couponReply) }),
    },
    async ({ query }) => ({ coupons: await listCoupons(query) }),
  ),

  csvRoute(
    'GET /api/staff/coupons/csv',
    {
      summary: 'Coupons that match the filters, as CSV.',
      access: coupon.clearance.read,
      query: Joi.object<EntityFilter>(filterRules(coupon)),
      file: 'coupons',
    },
    ({ query }) => couponTable(query),
  ),

  route(
    'POST /api/staff/coupons',
    {
      summary: 'Adds a coupon. Without `category_ids` it covers all goods; a category includes those below it.',
      access: coupon.clearance.write,
      status: 201,
      body: (addRules(coupon) as Joi.ObjectSchema).keys({ category_ids }),
      reply: Joi.object({ message, coupon: couponReply.required() }),
    },
    async ({ body }) => ({ message: 'Coupon added.', coupon: await addCoupon(body) }),
  ),

  route(
    'GET /api/staff/coupons/:id',
    { summary: 'One coupon.', access: coupon.clearance.read, reply: Joi.object({ coupon: couponReply.required() }) },
    async ({ params }) => ({ coupon: await findCoupon(params.id) }),
  ),

  route(
    'PATCH /api/staff/coupons/:id',
    {
      summary: 'Changes a coupon. Orders that used it keep their discount.',
      access: coupon.clearance.write,
      body: (updateRules(coupon) as Joi.ObjectSchema).keys({ category_ids }),
      reply: Joi.object({ message, coupon: couponReply.required() }),
    },
    async ({ params, body }) => ({ message: 'Coupon updated.', coupon: await changeCoupon(params.id, body) }),
  ),

  route(
    'GET /api/staff/coupons/:id/uses',
    {
      summary: 'The orders that used a coupon, newest first.',
      access: coupon.clearance.read,
      query: Joi.object(page()),
      reply: Joi.object({ uses: pageOf(useReply) }),
    },
    async ({ params, query }) => ({ uses: await listUses(params.id, query) }),
  ),

  csvRoute(
    'GET /api/staff/coupons/:id/uses/csv',
    {
      summary: 'The orders that used a coupon, as CSV.',
      access: coupon.clearance.read,
      stepUp: true,
      file: 'coupon-uses',
    },
    ({ params }) => useTable(params.id),
  ),
]
