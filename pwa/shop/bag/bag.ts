import { atom, getDefaultStore } from 'jotai'
import { useState } from 'react'
import { api } from '#pwa/lib/api.ts'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { beSomebody } from '#pwa/session/sign-in.ts'
import { useIntent } from '#pwa/lib/use-intent.ts'
import type { CartAddition } from '#sync/protocol/shop/cart.ts'
import { changed } from './gathered.ts'

/**
 * Puts goods into the bag; a guest's session is opened for the first of them. A repeat after a lost reply adds nothing
 * twice.
 */
export function useAddToBag() {
  const { keyOf, done } = useIntent()
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<string[]>([])

  /** What went wrong, in the server's words; nothing where it is in the bag now. */
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

/** Changes of lines are on their way to the shop: what is known of the bag is not what it will be. */
export const bagIsChanging = atom(get => get(onTheirWay) > 0)

/** Changes a line; with no quantity, what it says of changes is taken as read. Resolves when the bag has come anew. */
export const changeLine = (id: number, quantity?: number): Promise<void> =>
  inTheBag(() => api('PATCH /api/cart/:id', { params: { id }, body: quantity === undefined ? {} : { quantity } }))

export const removeLine = (id: number): Promise<void> => inTheBag(() => api('DELETE /api/cart/:id', { params: { id } }))

async function inTheBag(change: () => Promise<unknown>): Promise<void> {
  store.set(onTheirWay, count => count + 1)
  try {
    await change().finally(() => changed('GET /api/cart'))
  } finally {
    store.set(onTheirWay, count => count - 1)
  }
}
