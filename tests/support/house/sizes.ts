import { posix } from 'node:path'

/** Files by path, with their text. */
export type Tree = ReadonlyMap<string, string>

const MOST_FILES = 20
const MOST_FILES_OF_CROWDED = 25
const LEAST_LINES = 10

/** Folders that hold up to 25 files, each with the reason that they are not parted. */
const CROWDED: Record<string, string> = {
  'api/catalogue': 'lists, pages and staff lists share the listing rows',
  'api/catalogue-index': 'one index: its parts know each other',
  'api/demo/garments': 'a garment or a part of one a file',
  'api/http': 'what every route is made of',
  'api/import': 'the steps of one job: read, ask, plan, apply',
  'api/orders': 'an order from placing to its end, under one lock',
  'api/payments': 'an attempt from the prompt to its settlement',
  'api/refunds': 'a return of goods and of money, under one lock',
  'api/stock': 'counts, receipts and movements of the same shelf',
  'api/sync': 'a push from its arrival to its verdict, and the pull',
  pwa: 'what each program of the browser begins with: pages, their routes and titles',
  'pwa/account': 'a screen a file',
  'pwa/checkout': 'a step a file, over one draft',
  'pwa/lib': 'knows no subject to be parted by',
  'pwa/paying': 'ways to pay that checkout, tracking and the account share',
  'pwa/shell': 'what frames every page',
  'pwa/staff/kit': 'what every screen of the back office uses',
  'pwa/staff/orders': 'a part of an order a file',
  'pwa/staff/products': 'a tab of a product a file',
  'pwa/ui': 'a piece of a screen a file',
  'sync/protocol': 'what is no subject alone: money, prices, roles, errors',
  'sync/protocol/endpoints': 'a file a subject with routes',
  'sync/protocol/shop': 'a file a thing that routes answer',
  'sync/till': 'the outbox and its cycle',
  'tests/e2e/till': 'a file a fault of a till',
  'tests/support/till': 'tills without a browser, signed and plain',
  'tests/sync/till': 'a file a promise of the outbox',
  'tests/unit/server': 'a file a pure part of the server',
}

/** Files of production under 10 lines, each with the reason that it is not part of a neighbour. */
const CRUMBS: Record<string, string> = {
  'api/audit/seal.ts': 'closing and auditing a month must compute the same',
  'api/boot/refusal.ts': 'every part of the start throws it, and it imports nothing',
  'api/catalogue/reorder-level.ts': 'three subjects read the same SQL',
  'api/demo/run-script.ts': 'two scripts of the demo use it',
  'api/exceptions/take-back.ts': 'shifts and voids call it',
  'api/http/log.ts': 'everything writes to it',
  'api/lists/like.ts': 'every list searches by it',
  'api/operations/rotate-database-log.ts': 'the start calls it, which knows no SQL',
  'api/payments/signature.ts': 'a guard with attacks of its own',
  'api/reviews/bought.ts': 'shoppers and staff read the same SQL',
  'api/reviews/require-own-order.ts': 'routes write no SQL',
  'api/sales/storable-time.ts': 'two protocols and the push share the range',
  'api/sandbox/page-script.ts': 'the build of the server replaces this file',
  'api/search/spellings.ts': 'three parts of the search use it',
  'api/uploads/incoming.ts': 'the start empties the folder before anything uses it',
  'api/words/letters.ts': 'index and search must forgive the same',
  'pwa/browser/cut-to.ts': 'addresses of two subjects are cut by it',
  'pwa/browser/outward-links.ts': 'five subjects link out of the shop by it',
  'pwa/forms/form-content.ts': 'two hooks compare forms by it',
  'pwa/forms/use-first-error.ts': 'a hook has a file of its own',
  'pwa/lib/id-in.ts': 'every screen with an id in its address uses it',
  'pwa/lib/nothing.ts': 'stands in for parts of a library',
  'pwa/orders/ordering-steps.tsx': 'bag and checkout show it',
  'pwa/pages/shared-link.tsx': 'a screen a file',
  'pwa/pos/payment/typed-cash.ts': 'cart, payment and shift read cash alike',
  'pwa/pos/settings.ts': 'the one place where the till reads settings',
  'pwa/receipt/receipt-fonts.ts': 'loads with the PDF writer, as a chunk',
  'pwa/session/use-signed-in.ts': 'a hook has a file of its own',
  'pwa/shell/screen-loading.tsx': 'the first page has it without the frame',
  'pwa/shifts/save-slip.ts': 'keeps the PDF writer out of the first chunk',
  'pwa/shop/product/fit-unit.ts': 'the table and the adviser share the unit',
  'pwa/staff/import/import-steps.ts': 'two screens show the same steps',
  'pwa/staff/kit/refused-here.ts': 'three forms read a refusal by it',
  'pwa/staff/ledger/reread-ledger.ts': 'five screens reread by it',
  'pwa/ui/swatch.tsx': 'a piece of a screen a file',
  'sync/protocol/delay.ts': 'three parts of the till wait by it',
  'sync/protocol/file-reply.ts': 'a type that endpoints share',
  'sync/protocol/phone.ts': 'shop and screens print numbers alike',
  'sync/protocol/shifts/only-shop.ts': 'goes when there is a second shop',
  'sync/protocol/staff/import-report.ts': 'screens without the import know only this',
  'sync/till/drain-lock.ts': 'screens ask for the lock without loading the cycle',
}

const linesOf = (text: string) => text.replace(/\n$/, '').split('\n').length

/** Folders with more files than one can survey at a glance. */
export function breachesOfRooms(paths: readonly string[]): string[] {
  const rooms = new Map<string, number>()
  for (const room of paths.map(path => posix.dirname(path))) rooms.set(room, (rooms.get(room) ?? 0) + 1)
  return [...rooms].flatMap(([room, files]) => {
    const most = Object.hasOwn(CROWDED, room) ? MOST_FILES_OF_CROWDED : MOST_FILES
    return files > most ? [`${room} holds ${files} files; ${most} are the most.`] : []
  })
}

/** Files of production too short to be opened for. Words are as few as a screen says. */
export const crumbsIn = (tree: Tree): string[] =>
  [...tree]
    .filter(
      ([path, text]) =>
        /^(api|pwa|sync)\/.*(?<!-words)\.tsx?$/.test(path) &&
        linesOf(text) < LEAST_LINES &&
        !Object.hasOwn(CRUMBS, path),
    )
    .map(([path, text]) => `${path} has ${linesOf(text)} lines; fold it into a neighbour, or give its reason.`)

/** Reasons for folders and files that are gone. */
export function staleReasons(tree: Tree): string[] {
  const folders = new Set([...tree.keys()].map(path => posix.dirname(path)))
  return [
    ...Object.keys(CROWDED).filter(room => !folders.has(room)),
    ...Object.keys(CRUMBS).filter(path => !tree.has(path)),
  ]
}

/** Hooks' files that also export a value, which others import without React; they are to become fewer. */
const WITH_A_VALUE = [
  'pwa/checkout/use-checkout.ts',
  'pwa/checkout/use-place-order.ts',
  'pwa/delivery/use-reach.ts',
  'pwa/forms/use-submit.ts',
  'pwa/lib/use-api.ts',
  'pwa/paying/use-wallet.ts',
  'pwa/scan/use-scanner.ts',
  'pwa/shop/list/use-product-pages.ts',
  'pwa/staff/kit/use-account-name.ts',
  'pwa/staff/kit/use-categories.ts',
  'pwa/staff/kit/use-job.ts',
  'pwa/staff/kit/use-send-key.ts',
  'pwa/staff/stock/use-scanned-goods.ts',
  'pwa/staff/use-shortcut.ts',
]

/** A `use-` file exports React hooks, the types of their results, and nothing else. */
export function breachesOfHooks(path: string, text: string): string[] {
  if (!/\/use-[\w-]+\.tsx?$/.test(path)) return []
  const values = [...text.matchAll(/^export (?:async )?(?:const|let|function|class) (\w+)/gm)].map(([, name]) => name!)
  const others = values.filter(name => !/^use[A-Z]/.test(name))
  if (others.length === values.length) return [`${path} is named as a hook and has none.`]
  return others.length > 0 && !WITH_A_VALUE.includes(path)
    ? [`${path} is named as a hook and also exports ${others.join(', ')}.`]
    : []
}
