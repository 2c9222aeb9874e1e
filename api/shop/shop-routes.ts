import Joi from 'joi'
import { route } from '#api/http/route.ts'
import { publicSettings, readOrderTerms } from '#api/shop/settings.ts'
import type { ShopInfo, ShopTerms } from '#sync/protocol/endpoints.ts'

const words = Joi.string().allow('').required()
const list = Joi.array().items(Joi.string()).required()

const shopReply = Joi.object<ShopInfo, true>({
  name: words, tagline: words, address: words, phones: list, email: words, whatsapp: words,
  hours: Joi.array().items(Joi.object({ days: words, hours: words })).required(), announcements: list,
  hero: Joi.object({ title: words, words }).required(), promos: Joi.array().items(Joi.object({ title: words, words, link: words })).required(), delivery_start: words,
  whatsapp_numbers: list,
  seller: Joi.object({ legal_name: words, legal_status: words, registration_number: words }).required(),
  terms: Joi.object<ShopTerms, true>({
    prices: words, payment: words, security: words, delivery_time: words, delivery_fee: words, pick_up: words, pick_up_directions: words, returns: words, service: words,
  }).required(),
  free_delivery_over: Joi.number().allow(null).required(), reservation_minutes: Joi.number().required(),
})

export const shopRoutes = [
  route('GET /api/shop', {
    summary: 'What anybody may know of the shop: its name, address, contacts, hours, announcements and terms.', access: 'public', mayBeKept: true, reply: Joi.object({ shop: shopReply.required() }),
  }, async () => ({ shop: await readShop() })),
]

async function readShop(): Promise<ShopInfo> {
  const settings = await publicSettings()
  return {
    name: settings.shop_name, tagline: settings.shop_tagline, address: settings.shop_address, email: settings.shop_email, whatsapp: settings.shop_whatsapp,
    phones: partsOf(settings.shop_phones, ','),
    hours: partsOf(settings.shop_hours, '\n').map(line => {
      const [, days = '', hours = ''] = /^([^:]*):?\s*(.*)$/.exec(line) ?? []
      return { days, hours }
    }),
    announcements: partsOf(settings.announcements, '\n'),
    hero: heroFrom(settings.hero),
    promos: partsOf(settings.promos, '\n').map(line => {
      const [title = '', words = '', link = ''] = partsOf(line, '|')
      return { title, words, link: link.startsWith('/') ? link : '/shop' }
    }),
    delivery_start: /^\d{4}-\d\d-\d\d$/.test(settings.delivery_start) ? settings.delivery_start : '',
    whatsapp_numbers: partsOf(settings.whatsapp_numbers, ','),
    seller: { legal_name: settings.seller_legal_name, legal_status: settings.seller_legal_status, registration_number: settings.seller_registration_number },
    terms: {
      prices: settings.terms_prices, payment: settings.terms_payment, security: settings.terms_security,
      delivery_time: settings.terms_delivery_time, delivery_fee: settings.terms_delivery_fee,
      pick_up: settings.terms_pick_up, pick_up_directions: settings.terms_pick_up_directions, returns: settings.terms_returns, service: settings.terms_service,
    },
    ...readOrderTerms(settings),
  }
}

const partsOf = (text: string, separator: string) => text.split(separator).map(part => part.trim()).filter(Boolean)

function heroFrom(line: string) {
  const [title = '', words = ''] = partsOf(line, '|')
  return { title, words }
}
