import { atom } from 'jotai'
import { cardBox } from './card-tender.ts'
import { openCart } from '../cart/cart-atom.ts'

const shownFor = atom<string | null>(null)

/** Whether the payment is shown in place of the cart's lines. It closes with its cart, and stays for a card's code. */
export const isPaying = atom(
  get => {
    const { id, card } = get(openCart)
    return get(shownFor) === id || (get(cardBox).open && !card)
  },
  (get, set, open: boolean) => {
    set(shownFor, open ? get(openCart).id : null)
    if (!open) set(cardBox, { open: false, busy: false, problem: null })
  },
)
