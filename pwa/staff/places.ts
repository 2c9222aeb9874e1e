import Boxes from 'lucide-react/icons/boxes'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import Coins from 'lucide-react/icons/coins'
import Contact from 'lucide-react/icons/contact-round'
import FileUp from 'lucide-react/icons/file-up'
import FolderTree from 'lucide-react/icons/folder-tree'
import Globe from 'lucide-react/icons/globe'
import HeartPulse from 'lucide-react/icons/heart-pulse'
import History from 'lucide-react/icons/history'
import Landmark from 'lucide-react/icons/landmark'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import ListChecks from 'lucide-react/icons/list-checks'
import Map from 'lucide-react/icons/map'
import Package from 'lucide-react/icons/package'
import Palette from 'lucide-react/icons/palette'
import Receipt from 'lucide-react/icons/receipt-text'
import Ruler from 'lucide-react/icons/ruler'
import Settings from 'lucide-react/icons/settings'
import ShoppingBasket from 'lucide-react/icons/shopping-basket'
import TabletSmartphone from 'lucide-react/icons/tablet-smartphone'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Truck from 'lucide-react/icons/truck'
import Undo from 'lucide-react/icons/undo-2'
import Users from 'lucide-react/icons/users'
import type { ComponentType } from 'react'
import { MANAGEMENT, STAFF } from '#sync/protocol/roles.ts'

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

const GROUPS: Group[] = [
  {
    title: 'Selling',
    clearance: STAFF,
    places: [
      { to: '/staff', words: 'Desk', Icon: LayoutDashboard },
      { to: '/staff/orders/add', words: 'Store Order', Icon: ShoppingBasket },
      { to: '/staff/till/sales', words: 'Today’s sales', Icon: Receipt },
      { to: '/staff/orders', words: 'Orders', Icon: ClipboardList },
      { to: '/staff/refunds', words: 'Refunds', Icon: Undo },
      { to: '/staff/cash-counts', words: 'Cash counts', Icon: Coins },
    ],
  },
  {
    title: 'Goods',
    clearance: STAFF,
    places: [
      { to: '/staff/products', words: 'Products', Icon: Package },
      { to: '/staff/stock', words: 'Stock', Icon: Boxes },
      { to: '/staff/exceptions', words: 'Exceptions', Icon: TriangleAlert },
    ],
  },
  {
    title: 'Money and people',
    clearance: MANAGEMENT,
    places: [
      { to: '/staff/accounts', words: 'Accounts', Icon: Landmark },
      { to: '/staff/coupons', words: 'Coupons', Icon: TicketPercent },
      { to: '/staff/users?role_code=CUSTOMER', words: 'Customers', Icon: Contact },
      { to: '/staff/users', words: 'Users', Icon: Users },
    ],
  },
  {
    title: 'Setting up',
    clearance: MANAGEMENT,
    places: [
      { to: '/staff/categories', words: 'Categories', Icon: FolderTree },
      { to: '/staff/colours', words: 'Colours', Icon: Palette },
      { to: '/staff/sizes', words: 'Sizes', Icon: Ruler },
      { to: '/staff/countries', words: 'Countries', Icon: Globe },
      { to: '/staff/regions', words: 'Regions', Icon: Map },
      { to: '/staff/delivery-zones', words: 'Delivery Zones', Icon: Truck },
      { to: '/staff/tills', words: 'Tills', Icon: TabletSmartphone },
      { to: '/staff/settings', words: 'Settings', Icon: Settings },
    ],
  },
  {
    title: 'Running',
    clearance: MANAGEMENT,
    places: [
      { to: '/staff/imports', words: 'Imports', Icon: FileUp },
      { to: '/staff/jobs', words: 'Jobs', Icon: ListChecks },
      { to: '/staff/health', words: 'Health', Icon: HeartPulse },
      { to: '/staff/changes', words: 'Changes', Icon: History },
    ],
  },
]

/** The back office's places, by what they are for, as far as a clearance goes. */
export const placesFor = (clearance: number): Group[] => GROUPS.filter(group => group.clearance <= clearance)

/** Which place an address belongs to: the one that names it most closely. */
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
