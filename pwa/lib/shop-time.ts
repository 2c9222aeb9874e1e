import { KEPT_AT } from '#sync/protocol/shop/catalogue.ts'

/** The longest travel time of a reply that still tells the time, in ms. */
const ON_THE_WAY_MS = 60_000

let ahead = 0

/** Notes the shop's time. A copy of an older reply does not tell it. */
export function hearTime({ headers }: Response): void {
  const told = headers.has(KEPT_AT) ? Number.NaN : Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(told)) return
  const difference = told - Date.now()
  ahead = Math.abs(difference) < ON_THE_WAY_MS ? 0 : difference
}

/** The current time by the shop's clock, in ms since 1970: a phone's clock may be hours off. */
export const shopNow = () => Date.now() + ahead
