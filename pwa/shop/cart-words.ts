import { formatCedis } from '#pwa/lib/format.ts'
import type { CartChange } from '#sync/protocol/cart.ts'

/** What changed about a line since its owner last touched it, as a sentence. */
export function changeWords({ code, was, now }: CartChange): string {
  switch (code) {
    case 'price': return now < was ? `Now ${formatCedis(now)}; it was ${formatCedis(was)}.` : `The price went up from ${formatCedis(was)} to ${formatCedis(now)}.`
    case 'cut': return `You wanted ${was}. ${now === 1 ? 'One was' : `${now} were`} left, so there ${now === 1 ? 'is one' : `are ${now}`} in your bag.`
    case 'short': return `Only ${now} left, and your bag holds ${was}.`
    case 'sold_out': return 'Sold out for now. It is not part of the total.'
    case 'withdrawn': return 'Not for sale any more. It is not part of the total.'
  }
}

/** Changes that are news, and over once they are read; the others last until the line is changed. */
export const isNews = ({ code }: CartChange) => code === 'price' || code === 'cut'
