import { newIntent } from '#pwa/lib/api.ts'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { sendForm } from '#pwa/forms/send-form.ts'

/** How far a picture is, 0 to 1, and why it could not be taken. */
export interface Sending {
  file: File
  share: number
  error: string | null
}

/** Of pictures that were not taken yet: one whose reply was lost is there once, however often it is sent. */
const keys = new WeakMap<File, string>()

function keyOf(file: File): string {
  const key = keys.get(file) ?? newIntent()
  keys.set(file, key)
  return key
}

/**
 * The pictures keep the order in which they were chosen, so they go one after the other; it is the connection that
 * takes the time.
 */
export async function sendPictures(
  product_id: number,
  files: readonly File[],
  tell: (sendings: readonly Sending[]) => void,
): Promise<Sending[]> {
  const sendings = files.map((file): Sending => ({ file, share: 0, error: null }))
  const set = (at: number, change: Partial<Sending>) => {
    sendings[at] = { ...sendings[at]!, ...change }
    tell([...sendings])
  }
  for (const [i, file] of files.entries()) {
    const form = new FormData()
    form.append('images[0]', file, file.name)
    try {
      await sendForm('POST /api/staff/products/:id/images', {
        params: { id: product_id },
        form,
        key: keyOf(file),
        onProgress: share => set(i, { share }),
      })
      keys.delete(file)
      set(i, { share: 1 })
    } catch (error) {
      set(i, { error: messagesOf(error)[0]! })
    }
  }
  return sendings.filter(({ error }) => error !== null)
}
