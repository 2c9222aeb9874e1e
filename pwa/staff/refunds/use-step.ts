import { say } from '#pwa/lib/notice.ts'
import { useSubmit } from '#pwa/lib/use-submit.ts'
import { rereadRefunds } from './reread-refunds.ts'

/** A step of a refund, sent as a form: what the shop answers is said, and all that changed is read again, also where somebody else was quicker. */
export const useStep = (send: (form: FormData, key: string) => Promise<{ message: string }>) => useSubmit(async (form, key) => {
  try {
    const { message } = await send(form, key)
    say({ words: message })
  } finally {
    await rereadRefunds()
  }
  return null
})
