import Joi from 'joi'
import { withinGuesses } from '#api/coupons/count-guesses.ts'
import { findUsableCoupon } from '#api/coupons/coupons.ts'
import { listCountries, listRegions, listZones } from '#api/delivery/places.ts'
import { listReach } from '#api/delivery/reach.ts'
import { fieldReplies } from '#api/crud/rules.ts'
import { lastKnown } from '#api/http/last-known.ts'
import { route } from '#api/http/route.ts'
import { id, page, pageOf, text } from '#api/http/rules.ts'
import { country } from '#sync/protocol/entities/country.ts'
import { coupon } from '#sync/protocol/entities/coupon.ts'
import { deliveryZone } from '#sync/protocol/entities/delivery-zone.ts'
import { region } from '#sync/protocol/entities/region.ts'
import type { Leg, Reach } from '#sync/protocol/shop/reach.ts'

const code = () => text(40).uppercase()
const leg = Joi.object<Leg, true>({
  cost: Joi.number().required(),
  days_from: Joi.number().integer().allow(null).required(),
  days_to: Joi.number().integer().allow(null).required(),
})
  .allow(null)
  .required()
const named = Joi.object({ name: Joi.string().required() })

/** Lookups for checkout before an order exists: delivery places, fees, and discount codes. */
export const lookupRoutes = [
  route(
    'GET /api/checkout/countries',
    {
      summary: 'Countries the shop delivers to, by name.',
      access: 'public',
      query: Joi.object(page(100)),
      reply: Joi.object({
        countries: Joi.array()
          .items(Joi.object({ id: id().required(), ...fieldReplies(country) }))
          .required(),
      }),
    },
    async ({ query }) => ({ countries: await listCountries(query) }),
  ),

  route(
    'GET /api/checkout/regions',
    {
      summary: 'The regions of a country, by name.',
      access: 'public',
      query: Joi.object({ country_code: code(), ...page(100) }),
      reply: Joi.object({
        regions: Joi.array()
          .items(Joi.object({ id: id().required(), ...fieldReplies(region), country: named.required() }))
          .required(),
      }),
    },
    async ({ query }) => ({ regions: await listRegions(query) }),
  ),

  route(
    'GET /api/checkout/delivery/zones',
    {
      summary: 'The delivery zones of a region, by name, with their delivery fees.',
      access: 'public',
      query: Joi.object({ region_code: code(), ...page(100) }),
      reply: Joi.object({ delivery_zones: pageOf(Joi.object({ id: id().required(), ...fieldReplies(deliveryZone) })) }),
    },
    async ({ query }) => ({ delivery_zones: await listZones(query) }),
  ),

  route(
    'GET /api/checkout/delivery/reach',
    {
      summary: 'Every region, with the lowest fee and the working days of delivery to the door and to a station.',
      access: 'public',
      mayBeKept: true,
      reply: Joi.object({
        reach: Joi.array()
          .items(
            Joi.object<Reach, true>({
              region_code: Joi.string().required(),
              country_code: Joi.string().required(),
              name: Joi.string().required(),
              door: leg,
              station: leg,
              nearest: Joi.string().allow(null).required(),
            }),
          )
          .required(),
      }),
    },
    async () => ({ reach: await lastKnown('reach', listReach) }),
  ),

  route(
    'POST /api/checkout/coupons/validate',
    {
      summary: 'The value of a discount code. Each session may try ten wrong codes a minute.',
      access: 'session',
      body: Joi.object<{ coupon_code: string }, true>({ coupon_code: text(40).required() }),
      reply: Joi.object({
        coupon: Joi.object({
          id: id().required(),
          ...fieldReplies(coupon),
          category_ids: Joi.array().items(id()).required(),
        }).required(),
      }),
    },
    async ({ body, session, ctx }) => {
      const customer = { user_id: session!.user?.id ?? null, phone: session!.user?.phone ?? null }
      return { coupon: await withinGuesses(session!, ctx.ip, () => findUsableCoupon(body.coupon_code, customer)) }
    },
  ),
]
