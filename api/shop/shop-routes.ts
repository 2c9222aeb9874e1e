import Joi from 'joi'
import { route } from '#api/http/route.ts'
import { publicSettings } from '#api/shop/settings.ts'
import type { ShopInfo } from '#sync/protocol/endpoints.ts'

const words = Joi.string().allow('').required()

const shopReply = Joi.object<ShopInfo, true>({
  name: words, tagline: words, address: words, phones: Joi.array().items(Joi.string()).required(), email: words, whatsapp: words,
  hours: Joi.array().items(Joi.object({ days: words, hours: words })).required(), announcements: Joi.array().items(Joi.string()).required(),
  hero: Joi.object({ title: words, words }).required(), promos: Joi.array().items(Joi.object({ title: words, words, link: words })).required(), delivery_start: words,
})

export const shopRoutes = [
  route('GET /api/shop', {
    summary: 'What anybody may know of the shop: its name, address, contacts, hours and announcements.', access: 'public', reply: Joi.object({ shop: shopReply.required() }),
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
  }
}

const partsOf = (text: string, separator: string) => text.split(separator).map(part => part.trim()).filter(Boolean)

function heroFrom(line: string) {
  const [title = '', words = ''] = partsOf(line, '|')
  return { title, words }
}
