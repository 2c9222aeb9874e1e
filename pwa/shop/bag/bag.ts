import { atom, getDefaultStore } from 'jotai'
import { useState } from 'react'
import { api } from '#pwa/lib/api.ts'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { beSomebody } from '#pwa/session/sign-in.ts'
import { useIntent } from '#pwa/lib/use-intent.ts'
import type { CartAddition, CartItem } from '#sync/protocol/shop/cart.ts'
import { changed } from './gathered.ts'

/** Adds goods to the bag; the first one opens a guest session. A repeat after a lost reply adds nothing twice. */
export function useAddToBag() {
  const { keyOf, done } = useIntent()
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<string[]>([])

  /** The server's error messages; empty once it is in the bag. */
  async function add(addition: CartAddition): Promise<string[]> {
    setBusy(true)
    setErrors([])
    try {
      await beSomebody()
      await api('POST /api/cart', { body: addition, key: keyOf(JSON.stringify(addition)) })
      done()
      return []
    } catch (error) {
      setErrors(messagesOf(error))
      return messagesOf(error)
    } finally {
      setBusy(false)
      void changed('GET /api/cart')
    }
  }
  return { add, busy, errors }
}

const store = getDefaultStore()
const onTheirWay = atom(0)

/** Changes of lines are still being sent: the bag's data is not final. */
export const bagIsChanging = atom(get => get(onTheirWay) > 0)

/** Changes a line; without a quantity, marks its changes as read. Resolves once the bag has reloaded. */
export const changeLine = (id: number, quantity?: number): Promise<void> =>
  inTheBag(() => api('PATCH /api/cart/:id', { params: { id }, body: quantity === undefined ? {} : { quantity } }))

export const removeLine = (id: number): Promise<void> => inTheBag(() => api('DELETE /api/cart/:id', { params: { id } }))

/** Puts a removed line back. */
export const putBack = ({ product_variation_id, quantity }: Pick<CartItem, 'product_variation_id' | 'quantity'>) =>
  inTheBag(() => api('POST /api/cart', { body: { product_variation_id, quantity } }))

async function inTheBag(change: () => Promise<unknown>): Promise<void> {
  store.set(onTheirWay, count => count + 1)
  try {
    await change().finally(() => changed('GET /api/cart'))
  } finally {
    store.set(onTheirWay, count => count - 1)
  }
}
