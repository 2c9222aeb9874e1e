import { formatCedis } from '#sync/protocol/money.ts'

/** The till's bar, set-up and sale screen, and the export of sales to a file. */

export const till = 'Store Order'
export const cashier = 'Cashier:'

export const signIn = 'Sign in'
export const look = 'View'
export const checkForUpdates = 'Check for updates'
export const sending = 'Sending…'
export const sendNow = 'Send now'
export const thisDevice = 'This device'
export const layout = 'Layout'
export const leftHanded = 'Cart on the left, for left-handed people'
export const oneTouch = 'Sizes and colours as a grid: one touch adds an item'
export const sounds = 'Sounds'
export const vibrate = 'Vibration'

export const setUp = 'Set up this till'
export const onceOnline =
  'This device becomes a till and gets the code that its receipt numbers start with. You do this once, online. After that it sells online and offline.'
export const tillName = 'Name of this till'
export const nameHint = 'For example, its place in the shop. Drawers and lists use this name.'
export const setUpHere = 'Set up'

export const otherTab =
  'Another tab is still using this till’s storage. Close the other tabs of this shop, then reload this page. Nothing is lost.'
export const newerTab = 'Another tab has a newer version of the till. Reload this page after the sale. Nothing is lost.'
export const counterTablet = 'Counter tablet'
export const counterComputer = 'Counter computer'
export const offline =
  'No connection to the shop. A new till must be online once. Connect this device to the internet and try again. After that it sells offline.'

export const cannotSign =
  'This page was not opened over https, so this till cannot sign its sales. It still sells, but its sales are only sent while someone is signed in. Ask for the https address of the shop.'
export const waitsForApproval =
  'This till is waiting for approval. An administrator approves it under Tills. Until then its sales are booked and listed under Exceptions.'

export const searchOrCart = 'Search or cart'
export const search = 'Search'
export const cart = 'Cart'
export const totalLabel = 'TOTAL'
export const toPayment = 'To payment'
export const checkout = 'Checkout'

export const keptForNextSale = 'Kept for the next sale.'
export const keptUntilChosen = 'Kept. Choose the other item first.'
export const whichIsIt = 'Which is it?'
export const sameCode = 'These items share a code. Choose the one that you sell.'
export const moreChoices = (more: number) => `${more} more. Close this, then find the item by its name.`
export const noneChosen = 'No item was added.'
export const unknownYet = (code: string) => `No item with the code ${code} yet. The products are still loading.`
export const unknownCode = (code: string) => `No item has the code ${code}.`
export const giftCardScanned = 'Gift card scanned.'
export const added = (what: string, count: number, total: number) =>
  `${what} added · ${count} in the cart, ${formatCedis(total)}`

export const salesIn = (count: number) => (count === 1 ? '1 sale' : `${count} sales`)
export const written = (carried: number, name: string) =>
  `${salesIn(carried)} saved to ${name}. This device keeps them too. The shop books each one only once.`
export const exportUnsent = 'Export unsent'
export const exportTitle = (unsent: number) => `Export ${salesIn(unsent)}?`
export const aboutTheFile =
  'The file has these sales, with customers’ names and phone numbers. Keep it safe, import it on another till of this shop, then delete it.'
export const cancel = 'Cancel'
export const exportToFile = 'Export to a file'
export const importSales = 'Import'
export const importTitle = 'Import unsent sales'
export const aboutImport =
  'Choose a file that another till of this shop exported. Sales that are already here are skipped. Nothing is booked twice.'
export const fileOfSales = 'File of unsent sales'
export const chooseFile = 'Choose a file'
export function imported(added: number, known: number): string {
  const rest = known > 0 ? ` ${salesIn(known)} ${known === 1 ? 'was' : 'were'} here already.` : ''
  return `${salesIn(added)} imported. ${added === 1 ? 'It is' : 'They are'} sent with this till’s own sales.${rest}`
}
