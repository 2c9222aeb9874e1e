import { useQuery } from '@tanstack/react-query'
import { useSubmit } from '#pwa/forms/use-submit.ts'
import { api } from '#pwa/lib/api.ts'
import { say } from '#pwa/lib/notice.ts'
import { queries } from '#pwa/lib/queries.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import { LoadError } from '#pwa/ui/load-error.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { beSomebody } from '#pwa/session/sign-in.ts'
import * as words from './share-words.ts'

const KEY = ['GET /api/wishlist/link', 'share']
const readLink = async () => {
  await beSomebody()
  return api('GET /api/wishlist/link')
}

/** Makes the link that shows the wishlist to others, passes it on, and takes it back. */
export function ShareWishlist({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { data, error, refetch } = useQuery({ queryKey: KEY, queryFn: readLink, enabled: open, staleTime: 0 })
  return (
    <Dialog open={open} onClose={onClose} title={words.share}>
      <div className={page.stack}>
        {data ? (
          data.url === null ? (
            <Make />
          ) : (
            <Made url={data.url} />
          )
        ) : error ? (
          <LoadError what={words.theLink} message={error.message} again={() => void refetch()} />
        ) : (
          <Loader rows={2} height={44} />
        )}
      </div>
    </Dialog>
  )
}

function Make() {
  const { errors, busy, onSubmit } = useSubmit(async () => {
    queries.setQueryData(KEY, await api('POST /api/wishlist/link', { body: undefined }))
    return null
  })
  return (
    <form method="post" className={page.stack} onSubmit={onSubmit}>
      <ErrorList messages={errors} />
      <p>{words.what}</p>
      <Button busy={busy}>{words.makeLink}</Button>
    </form>
  )
}

function Made({ url }: { url: string }) {
  const { errors, busy, onSubmit } = useSubmit(async () => {
    const { message } = await api('DELETE /api/wishlist/link')
    queries.setQueryData(KEY, { url: null })
    say({ kind: 'ok', words: message })
    return null
  })
  return (
    <form method="post" className={page.stack} onSubmit={onSubmit}>
      <ErrorList messages={errors} />
      <TextField
        label={words.link}
        name="link"
        value={url}
        readOnly
        required
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button type="button" onClick={() => void passOn(url)}>
        {words.send}
      </Button>
      <Button kind="secondary" busy={busy}>
        {words.takeBack}
      </Button>
    </form>
  )
}

/** By the device's own sheet or, without one, by the clipboard. */
async function passOn(url: string): Promise<void> {
  if (typeof navigator.share === 'function') return navigator.share({ title: words.title, url }).catch(ignoreAbort)
  await navigator.clipboard.writeText(url).then(
    () => say({ kind: 'ok', words: words.copied }),
    () => say({ kind: 'bad', words: words.notCopied }),
  )
}

/** Closing the sheet without sharing is not an error. */
function ignoreAbort(error: unknown): void {
  if (!(error instanceof DOMException)) throw error
}
