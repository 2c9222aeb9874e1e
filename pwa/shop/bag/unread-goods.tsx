import { ApiError } from '#pwa/lib/api-error.ts'
import { LoadError } from '#pwa/ui/load-error.tsx'
import { KeptProducts } from './kept-products.tsx'

/** Replaces goods that could not load: the reason, another try and, offline, what this device still has. */
export function UnreadGoods({ what, error, again }: { what: string; error: Error; again: () => unknown }) {
  return (
    <>
      <LoadError what={what} message={error.message} again={() => void again()} />
      {error instanceof ApiError && error.status === 0 && <KeptProducts />}
    </>
  )
}
