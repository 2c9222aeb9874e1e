import { say } from '#pwa/lib/notice.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useSubmit } from '#pwa/forms/use-submit.ts'

/**
 * A step of an order or a refund, sent as a form: what the shop answers is said, and all is read again, books, shelves
 * and desk among it, also where somebody else was quicker.
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
