import { ApiError } from '#pwa/lib/api-error.ts'
import { Unread } from '#pwa/ui/unread.tsx'
import { KeptProducts } from './kept-products.tsx'

/** Replaces goods that could not load: the reason, another try and, offline, what this device still has. */
export function UnreadGoods({ what, error, again }: { what: string; error: Error; again: () => unknown }) {
  return (
    <>
      <Unread what={what} message={error.message} again={() => void again()} />
      {error instanceof ApiError && error.status === 0 && <KeptProducts />}
    </>
  )
}
