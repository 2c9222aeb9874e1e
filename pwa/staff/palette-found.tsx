import ClipboardList from 'lucide-react/icons/clipboard-list'
import PanelTop from 'lucide-react/icons/panel-top'
import UserRound from 'lucide-react/icons/user-round'
import type { ReactNode } from 'react'
import { formatDay } from '#pwa/lib/format.ts'
import { pictureAt } from '#sync/protocol/shop/catalogue.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { ORDER_STATUSES } from '#sync/protocol/shop/order.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import { SCREENS } from './screens.ts'
import * as staffWords from './staff-words.ts'

/** A target of the palette. */
export interface PaletteOption {
  to: string
  words: string
  detail?: string
  picture: ReactNode
}
export interface PaletteGroup {
  title: string
  options: PaletteOption[]
}

type Found = ReplyOf<'GET /api/staff/search'>

const MOST_SCREENS = 6

/** The matches of a text by kind, without empty kinds. Before any input these are all screens. */
export function optionsFor(text: string, clearance: number, found: Found | undefined): PaletteGroup[] {
  const { products = [], orders = [], customers = [] } = found ?? {}
  return [
    { title: staffWords.screens, options: screensFor(text, clearance) },
    { title: staffWords.products, options: products.map(productFrom) },
    { title: staffWords.orders, options: orders.map(orderFrom) },
    { title: staffWords.customers, options: customers.map(customerFrom) },
  ].filter(({ options }) => options.length > 0)
}

/** Each typed word must begin a word of the screen's title. */
function screensFor(text: string, clearance: number): PaletteOption[] {
  const typed = wordsOf(text)
  const fits = (title: string) => typed.every(word => wordsOf(title).some(known => known.startsWith(word)))
  const screens = SCREENS.filter(screen => screen.clearance <= clearance && fits(screen.words))
  return screens
    .slice(0, typed.length > 0 ? MOST_SCREENS : undefined)
    .map(({ to, words }) => ({ to, words, picture: <PanelTop size={20} aria-hidden /> }))
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

const productFrom = ({ id, name, sku, status_code, picture }: Found['products'][number]): PaletteOption => ({
  to: `/staff/products/${id}/view`,
  words: name,
  detail: [sku, status_code === 'INACTIVE' && staffWords.inactive].filter(Boolean).join(' · '),
  picture: picture ? <img src={pictureAt(picture, 160)} alt="" width={32} height={40} /> : null,
})

const orderFrom = ({
  id,
  number,
  status_code,
  customer,
  total,
  ordered_at,
}: Found['orders'][number]): PaletteOption => ({
  to: `/staff/orders/${id}/view`,
  words: staffWords.orderOf(number),
  detail: [customer, ORDER_STATUSES[status_code], formatCedis(total), formatDay(ordered_at)].join(' · '),
  picture: <ClipboardList size={20} aria-hidden />,
})

const customerFrom = ({ id, name, email, phone }: Found['customers'][number]): PaletteOption => ({
  to: `/staff/users/${id}/view`,
  words: name,
  detail: [email, phone && formatPhone(phone)].filter(Boolean).join(' · '),
  picture: <UserRound size={20} aria-hidden />,
})
