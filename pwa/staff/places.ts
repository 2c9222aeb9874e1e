import Boxes from 'lucide-react/icons/boxes'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import Coins from 'lucide-react/icons/coins'
import Contact from 'lucide-react/icons/contact-round'
import FileUp from 'lucide-react/icons/file-up'
import FolderTree from 'lucide-react/icons/folder-tree'
import Gift from 'lucide-react/icons/gift'
import Globe from 'lucide-react/icons/globe'
import HeartPulse from 'lucide-react/icons/heart-pulse'
import History from 'lucide-react/icons/history'
import Languages from 'lucide-react/icons/languages'
import Landmark from 'lucide-react/icons/landmark'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import ListChecks from 'lucide-react/icons/list-checks'
import Mail from 'lucide-react/icons/mail'
import Map from 'lucide-react/icons/map'
import Package from 'lucide-react/icons/package'
import Palette from 'lucide-react/icons/palette'
import Receipt from 'lucide-react/icons/receipt-text'
import Ruler from 'lucide-react/icons/ruler'
import SearchX from 'lucide-react/icons/search-x'
import Settings from 'lucide-react/icons/settings'
import ShoppingBasket from 'lucide-react/icons/shopping-basket'
import Star from 'lucide-react/icons/star'
import TabletSmartphone from 'lucide-react/icons/tablet-smartphone'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Truck from 'lucide-react/icons/truck'
import Undo from 'lucide-react/icons/undo-2'
import Users from 'lucide-react/icons/users'
import Wallet from 'lucide-react/icons/wallet'
import type { ComponentType } from 'react'
import { manyOf } from '#pwa/lib/entity-words.ts'
import { declared, type DeclaredPath } from '#sync/protocol/declared.ts'
import { MANAGEMENT, STAFF } from '#sync/protocol/roles.ts'
import * as staffWords from './staff-words.ts'

export interface Place {
  to: string
  words: string
  Icon: ComponentType<{ size: number; 'aria-hidden': true }>
}
interface Group {
  title: string
  clearance: number
  places: Place[]
}

const ofEntity = (path: DeclaredPath, Icon: Place['Icon']): Place => ({
  to: `/staff/${path}`,
  words: manyOf(declared[path]),
  Icon,
})

const GROUPS: Group[] = [
  {
    title: staffWords.selling,
    clearance: STAFF,
    places: [
      { to: '/staff', words: staffWords.desk, Icon: LayoutDashboard },
      { to: '/staff/orders/add', words: staffWords.storeOrder, Icon: ShoppingBasket },
      { to: '/staff/till/sales', words: staffWords.todaysSales, Icon: Receipt },
      { to: '/staff/orders', words: staffWords.orders, Icon: ClipboardList },
      { to: '/staff/refunds', words: staffWords.refunds, Icon: Undo },
      { to: '/staff/gift-cards', words: staffWords.giftCards, Icon: Gift },
      { to: '/staff/cash-counts', words: staffWords.cashCounts, Icon: Coins },
      { to: '/staff/shifts', words: staffWords.shifts, Icon: Wallet },
    ],
  },
  {
    title: staffWords.goods,
    clearance: STAFF,
    places: [
      { to: '/staff/products', words: staffWords.products, Icon: Package },
      { to: '/staff/stock', words: staffWords.stock, Icon: Boxes },
      { to: '/staff/exceptions', words: staffWords.exceptions, Icon: TriangleAlert },
      { to: '/staff/reviews', words: staffWords.reviews, Icon: Star },
      { to: '/staff/searches', words: staffWords.searches, Icon: SearchX },
    ],
  },
  {
    title: staffWords.moneyAndPeople,
    clearance: MANAGEMENT,
    places: [
      { to: '/staff/accounts', words: staffWords.accounts, Icon: Landmark },
      { to: '/staff/coupons', words: staffWords.coupons, Icon: TicketPercent },
      { to: '/staff/users?role_code=CUSTOMER', words: staffWords.customers, Icon: Contact },
      { to: '/staff/users', words: staffWords.users, Icon: Users },
      { to: '/staff/newsletter', words: staffWords.newsletter, Icon: Mail },
    ],
  },
  {
    title: staffWords.settingUp,
    clearance: MANAGEMENT,
    places: [
      { to: '/staff/categories', words: staffWords.categories, Icon: FolderTree },
      ofEntity('colours', Palette),
      ofEntity('sizes', Ruler),
      ofEntity('search-words', Languages),
      ofEntity('countries', Globe),
      ofEntity('regions', Map),
      ofEntity('delivery-zones', Truck),
      { to: '/staff/tills', words: staffWords.tills, Icon: TabletSmartphone },
      { to: '/staff/settings', words: staffWords.settings, Icon: Settings },
    ],
  },
  {
    title: staffWords.running,
    clearance: MANAGEMENT,
    places: [
      { to: '/staff/imports', words: staffWords.imports, Icon: FileUp },
      { to: '/staff/jobs', words: staffWords.jobs, Icon: ListChecks },
      { to: '/staff/health', words: staffWords.health, Icon: HeartPulse },
      { to: '/staff/changes', words: staffWords.changes, Icon: History },
    ],
  },
]

/** The back office's screens by purpose, up to a clearance. */
export const placesFor = (clearance: number): Group[] => GROUPS.filter(group => group.clearance <= clearance)

/** The screen of an address: the longest match. */
export const placeAt = (pathname: string, search = ''): string | undefined =>
  GROUPS.flatMap(({ places }) => places)
    .map(({ to }) => to)
    .filter(to => leadsTo(to, pathname, search))
    .sort((a, b) => b.length - a.length)[0]

function leadsTo(to: string, pathname: string, search: string): boolean {
  const [path = '', filters] = to.split('?')
  if (filters !== undefined) return pathname === path && search.slice(1).split('&').includes(filters)
  return pathname === path || (path !== '/staff' && pathname.startsWith(`${path}/`))
}
