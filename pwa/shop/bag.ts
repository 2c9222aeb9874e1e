import { useRef, useState } from 'react'
import { api, newIntent } from '#pwa/lib/api.ts'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { beSomebody } from '#pwa/lib/sign-in.ts'
import type { CartAddition } from '#sync/protocol/cart.ts'
import { changed } from './gathered.ts'

/** Puts goods into the bag; a guest's session is opened for the first of them. A repeat after a lost reply adds nothing twice. */
export function useAddToBag() {
  const intent = useRef({ content: '', key: '' })
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<string[]>([])

  /** What went wrong, in the server's words; nothing where it is in the bag now. */
  async function add(addition: CartAddition): Promise<string[]> {
    const content = JSON.stringify(addition)
    if (intent.current.content !== content) intent.current = { content, key: newIntent() }
    setBusy(true)
    setErrors([])
    try {
      await beSomebody()
      await api('POST /api/cart', { body: addition, key: intent.current.key })
      intent.current = { content: '', key: '' }
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

/** Changes a line; with no quantity, what it says of changes is taken as read. Resolves when the bag has come anew. */
export async function changeLine(id: number, quantity?: number): Promise<void> {
  await api('PATCH /api/cart/:id', { params: { id }, body: quantity === undefined ? {} : { quantity } }).finally(() => changed('GET /api/cart'))
}

export async function removeLine(id: number): Promise<void> {
  await api('DELETE /api/cart/:id', { params: { id } }).finally(() => changed('GET /api/cart'))
}
