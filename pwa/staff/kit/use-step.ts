import { say } from '#pwa/lib/notice.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useSubmit } from '#pwa/forms/use-submit.ts'

/**
 * A step of an order or a refund, sent as a form. Shows the shop's answer and reloads everything, including ledger,
 * stock and desk, even if another user was first.
 */
export const useStep = (send: (form: FormData, key: string) => Promise<{ message: string }>) =>
  useSubmit(async (form, key) => {
    try {
      const { message } = await send(form, key)
      say({ words: message })
    } finally {
      await queries.invalidateQueries()
    }
    return null
  })
