import { ApiError } from '#pwa/lib/api-error.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { KeptProducts } from './kept-products.tsx'

/** In place of what could not be read: why, another try and, where the network is away, what this device still has. */
export function Unread({ title, error, onAgain }: { title: string; error: Error; onAgain: () => unknown }) {
  return (
    <>
      <Alert kind="bad" title={title}>
        <p>{error.message}</p>
        <Button kind="secondary" onClick={() => void onAgain()}>Try again</Button>
      </Alert>
      {error instanceof ApiError && error.status === 0 && <KeptProducts />}
    </>
  )
}
