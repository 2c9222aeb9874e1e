import { newIntent } from '#pwa/lib/api.ts'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { sendForm } from '#pwa/forms/send-form.ts'
import type { ChosenPicture } from './chosen-pictures.ts'

/** A picture's progress, 0 to 1, and its error. */
export interface Sending extends ChosenPicture {
  share: number
  error: string | null
}

/** Keys of pictures without a reply: one whose reply was lost is stored once, however often it is sent. */
const keys = new WeakMap<File, string>()

function keyOf(file: File): string {
  const key = keys.get(file) ?? newIntent()
  keys.set(file, key)
  return key
}

/** Sends pictures one after another to keep their order; the connection is the bottleneck anyway. */
export async function sendPictures(
  product_id: number,
  chosen: readonly ChosenPicture[],
  tell: (sendings: readonly Sending[]) => void,
): Promise<Sending[]> {
  const sendings = chosen.map((picture): Sending => ({ ...picture, share: 0, error: null }))
  const set = (at: number, change: Partial<Sending>) => {
    sendings[at] = { ...sendings[at]!, ...change }
    tell([...sendings])
  }
  for (const [i, { file, colour }] of chosen.entries()) {
    const form = new FormData()
    form.append('images[0]', file, file.name)
    if (colour !== null) form.append('colour_code', colour)
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
