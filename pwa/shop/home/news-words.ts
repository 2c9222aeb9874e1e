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
        ? `Now ${formatCedis(now)}; it was ${formatCedis(was)}.`
        : `The price went up from ${formatCedis(was)} to ${formatCedis(now)}.`
    case 'cut':
      return `You wanted ${was}. ${now === 1 ? 'One was' : `${now} were`} left, so there ${now === 1 ? 'is one' : `are ${now}`} in your bag.`
    case 'short':
      return `Only ${now} left, and your bag holds ${was}.`
    case 'sold_out':
      return 'Sold out for now.'
    case 'withdrawn':
      return 'No longer for sale.'
  }
}

/** The same for a saved product. */
export const ofWish = (change: WishChange): string =>
  change.code === 'price' ? ofLine(change) : change.code === 'back' ? 'Back in stock.' : 'Sold out for now.'
