import { lastKnown } from '#api/http/last-known.ts'
import { publicSettings, readOrderTerms } from '#api/shop/settings.ts'
import { rowsIn } from '#sync/protocol/setting-values.ts'
import { SETTINGS, type PublicSetting } from '#sync/protocol/settings.ts'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'
import { taxRates } from '#sync/protocol/shop/taxes.ts'

/** The shop's public details, from the current settings. */
export async function readShop(): Promise<ShopInfo> {
  const settings = await publicSettings()
  const rows = (name: PublicSetting) => rowsIn(SETTINGS[name], settings[name])
  const [[title = '', words = ''] = []] = rows('hero')
  return {
    name: settings.shop_name,
    tagline: settings.shop_tagline,
    address: settings.shop_address,
    email: settings.shop_email,
    whatsapp: settings.shop_whatsapp,
    phones: rows('shop_phones').map(([number = '']) => number),
    hours: rows('shop_hours').map(([days = '', hours = '']) => ({ days, hours })),
    announcements: rows('announcements').map(([line = '']) => line),
    hero: { title, words },
    promos: rows('promos').map(([title = '', words = '', link = '']) => ({
      title,
      words,
      link: link.startsWith('/') ? link : '/shop',
    })),
    entrances: rows('entrances').map(([name = '', link = '']) => ({
      name,
      link: link.startsWith('/') ? link : '/shop',
    })),
    delivery_start: /^\d{4}-\d\d-\d\d$/.test(settings.delivery_start) ? settings.delivery_start : '',
    closed_days: rows('closed_days').map(([day = '']) => day),
    whatsapp_numbers: rows('whatsapp_numbers').map(([number = '']) => number),
    seller: {
      legal_name: settings.seller_legal_name,
      legal_status: settings.seller_legal_status,
      registration_number: settings.seller_registration_number,
    },
    data_protection_number: settings.data_protection_number,
    social: rows('social_links').flatMap(([name = '', url = '']) =>
      name && url.startsWith('https://') ? [{ name, url }] : [],
    ),
    terms: {
      prices: settings.terms_prices,
      payment: settings.terms_payment,
      security: settings.terms_security,
      delivery_time: settings.terms_delivery_time,
      delivery_fee: settings.terms_delivery_fee,
      pick_up: settings.terms_pick_up,
      pick_up_directions: settings.terms_pick_up_directions,
      returns: settings.terms_returns,
      service: settings.terms_service,
    },
    receipt_note: settings.receipt_note,
    taxes: taxRates(rows('taxes_in_prices')),
    ...readOrderTerms(settings),
  }
}

/** The same for a page, which prefers slightly old data to none. */
export const shownShop = (): Promise<ShopInfo> => lastKnown('shop', readShop)
