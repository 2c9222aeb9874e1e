import { KEPT_AT } from '#sync/protocol/shop/catalogue.ts'

/** So much, in ms, may be the way of a reply. */
const ON_THE_WAY_MS = 60_000

let ahead = 0

/** Takes note of what time the shop has. A copy of an older reply says nothing of it. */
export function hearTime({ headers }: Response): void {
  const told = headers.has(KEPT_AT) ? Number.NaN : Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(told)) return
  const difference = told - Date.now()
  ahead = Math.abs(difference) < ON_THE_WAY_MS ? 0 : difference
}

/** Now by the shop's clock, in ms since 1970: a phone's own may be hours off. */
export const shopNow = () => Date.now() + ahead
