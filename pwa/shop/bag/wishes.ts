import { getDefaultStore, useAtomValue } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { api } from '#pwa/lib/api.ts'
import { ApiError } from '#pwa/lib/api-error.ts'
import { whenForgotten } from '#pwa/session/session.ts'
import { beSomebody } from '#pwa/session/sign-in.ts'
import { useMounted } from '#pwa/lib/use-mounted.ts'
import { changed, isAway, useWishlist } from './gathered.ts'

/** Changes not sent to the shop yet, by product: true adds it, false removes it. */
type Wishes = Record<string, boolean>

/** Stored in this browser until the shop has answered. */
export const wishes = atomWithStorage<Wishes>('wishes', {}, undefined, { getOnInit: true })
const store = getDefaultStore()

whenForgotten(() => store.set(wishes, {}))

/** Whether a product is on the wishlist: by an unsent change, else by the wishlist, else by the product's own reply. */
export function useIsMarked({ id, favorited }: { id: number; favorited: boolean }): boolean {
  const wished = useAtomValue(wishes)[id]
  const { data } = useWishlist()
  const mounted = useMounted()
  if (wished !== undefined && mounted) return wished
  return data ? data.reply.wishlist_items.data.some(({ product_id }) => product_id === id) : favorited
}

/** How many products are on the wishlist, with unsent changes. */
export function useMarkedCount(): number {
  const waiting = Object.entries(useAtomValue(wishes))
  const { data } = useWishlist()
  const mounted = useMounted()
  const list = data?.reply.wishlist_items
  const known = new Set(list?.data.map(({ product_id }) => product_id))
  const more = waiting.reduce((sum, [id, wanted]) => sum + (wanted === known.has(Number(id)) ? 0 : wanted ? 1 : -1), 0)
  return mounted ? (list?.total ?? 0) + more : 0
}

/**
 * Adds a product to the wishlist or removes it. Returns whether the shop has received it; offline the change waits
 * here.
 * @throws {ApiError} if the shop refuses: then the change is undone
 */
export async function wish(product_id: number, wanted: boolean): Promise<'sent' | 'waits'> {
  store.set(wishes, { ...store.get(wishes), [product_id]: wanted })
  await sendWishes()
  return String(product_id) in store.get(wishes) ? 'waits' : 'sent'
}

/** Marks the changes of the list as read. @throws {ApiError} */
export const takeWishesAsRead = () => api('PATCH /api/wishlist').finally(() => changed('GET /api/wishlist'))

/** Sends waiting changes, one tab at a time. @throws {ApiError} the first refusal, after all the others are sent */
export const sendWishes = (): Promise<void> =>
  alone(async () => {
    const refusals: unknown[] = []
    for (const [id, wanted] of Object.entries(store.get(wishes))) {
      const outcome = await send(Number(id), wanted).catch((error: unknown) =>
        error instanceof ApiError ? error : Promise.reject(error),
      )
      if (isAway(outcome)) break
      if (outcome) refusals.push(outcome)
      // The list loads first, so that the heart does not flicker between the change and its answer.
      await changed('GET /api/wishlist')
      settle(id, wanted)
    }
    if (refusals.length > 0) throw refusals[0]
  })

const alone = (work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('wishes', work) : work()

async function send(productId: number, wanted: boolean): Promise<void> {
  await beSomebody()
  if (wanted) await api('POST /api/wishlist', { body: { product_id: productId } })
  else await api('DELETE /api/wishlist/:productId', { params: { productId } }).catch(unlessGone)
}

function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}

/** A wish changed during its request is sent again. */
function settle(id: string, sent: boolean): void {
  const { [id]: wanted, ...others } = store.get(wishes)
  if (wanted === sent) store.set(wishes, others)
}
