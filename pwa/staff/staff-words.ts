/** The frame of the back office: its screens, its shortcuts, and the palette. */

export const selling = 'Selling'
export const goods = 'Goods'
export const moneyAndPeople = 'Finance and people'
export const settingUp = 'Settings'
export const running = 'System'
export const desk = 'Desk'
export const storeOrder = 'Store Order'
export const todaysSales = 'Today’s sales'
export const orders = 'Orders'
export const refunds = 'Refunds'
export const shifts = 'Shifts'
export const cashCounts = 'Cash counts'
export const giftCards = 'Gift cards'
export const products = 'Products'
export const stock = 'Stock'
export const exceptions = 'Exceptions'
export const reviews = 'Reviews'
export const searches = 'Searches without results'
export const accounts = 'Accounts'
export const coupons = 'Coupons'
export const customers = 'Customers'
export const newsletter = 'Newsletter'
export const users = 'Users'
export const categories = 'Categories'
export const tills = 'Tills'
export const settings = 'Settings'
export const imports = 'Imports'
export const jobs = 'Jobs'
export const health = 'Health'
export const changes = 'Changes'

export const menu = 'Menu'
export const staff = 'Staff'

export const findAnything = 'Find anything'
export const findAnythingKeys = 'Find anything (Ctrl+K)'
export const find = 'Find'
export const findKeys = 'Ctrl K'

export const whatToFind = 'Screen, product, SKU, order number, phone or email'
export const found = (count: number) => `${count} found`
export const nothingFound = (text: string) => `No results for “${text}”.`

export const foundThings = 'Found'

export const screens = 'Screens'
export const inactive = 'Inactive'
export const orderOf = (number: string) => `Order ${number}`

export const keys: [where: string, keys: [key: string, does: string][]][] = [
  [
    'Everywhere',
    [
      ['Ctrl K', 'Find a screen, product, order or customer'],
      ['?', 'Show these shortcuts'],
      ['Esc', 'Close what is open'],
    ],
  ],
  [
    'In lists',
    [
      ['/', 'Go to the search'],
      ['↓ ↑', 'Move between rows'],
      ['Home End', 'Go to the first or last row'],
      ['Enter', 'Open the row'],
    ],
  ],
  ['In forms', [['Ctrl Enter', 'Submit the form']]],
]
export const keysTitle = 'Keyboard shortcuts'
