import Joi from 'joi'
import { route } from '#api/http/route.ts'
import { shownShop } from '#api/shop/read-shop.ts'
import type { ShopInfo, ShopTerms } from '#sync/protocol/shop/shop.ts'

const words = Joi.string().allow('').required()
const list = Joi.array().items(Joi.string()).required()

const shopReply = Joi.object<ShopInfo, true>({
  name: words,
  tagline: words,
  address: words,
  phones: list,
  email: words,
  whatsapp: words,
  hours: Joi.array()
    .items(Joi.object({ days: words, hours: words }))
    .required(),
  announcements: list,
  hero: Joi.object({ title: words, words }).required(),
  promos: Joi.array()
    .items(Joi.object({ title: words, words, link: words }))
    .required(),
  entrances: Joi.array()
    .items(Joi.object({ name: words, link: words }))
    .required(),
  delivery_start: words,
  closed_days: list,
  whatsapp_numbers: list,
  seller: Joi.object({ legal_name: words, legal_status: words, registration_number: words }).required(),
  data_protection_number: words,
  social: Joi.array()
    .items(Joi.object({ name: words, url: words }))
    .required(),
  terms: Joi.object<ShopTerms, true>({
    prices: words,
    payment: words,
    security: words,
    delivery_time: words,
    delivery_fee: words,
    pick_up: words,
    pick_up_directions: words,
    returns: words,
    service: words,
  }).required(),
  receipt_note: words,
  taxes: Joi.array()
    .items(Joi.object({ name: words, per_cent: Joi.number(), from: words, to: words }))
    .required(),
  free_delivery_over: Joi.number().allow(null).required(),
  reservation_minutes: Joi.number().required(),
})

export const shopRoutes = [
  route(
    'GET /api/shop',
    {
      summary: "The shop's public details: name, address, contacts, hours, announcements and terms.",
      access: 'public',
      mayBeKept: true,
      reply: Joi.object({ shop: shopReply.required() }),
    },
    async () => ({ shop: await shownShop() }),
  ),
]
