import type { CartChange } from '#sync/protocol/shop/cart.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import type { WishChange } from '#sync/protocol/shop/wishlist.ts'

/** Changes in bag and wishlist since the owner's last visit. */

export const changed = (count: number) =>
  count === 1 ? 'One item changed since you were last here' : `${count} items changed since you were last here`
export const gotIt = 'Got it'

/** The change of a line since its owner last touched it, as a sentence. */
export function ofLine({ code, was, now }: CartChange): string {
  switch (code) {
    case 'price':
      return now < was
        ? `The price dropped from ${formatCedis(was)} to ${formatCedis(now)}.`
        : `The price went up from ${formatCedis(was)} to ${formatCedis(now)}.`
    case 'cut':
      return `Only ${now} ${now === 1 ? 'was' : 'were'} left, so we changed the quantity from ${was} to ${now}.`
    case 'short':
      return `Only ${now} left, and your bag has ${was}.`
    case 'sold_out':
      return 'Sold out for now.'
    case 'withdrawn':
      return 'No longer for sale.'
  }
}

/** The same for a saved product. */
export const ofWish = (change: WishChange): string =>
  change.code === 'price' ? ofLine(change) : change.code === 'back' ? 'Back in stock.' : 'Sold out for now.'
