import { say } from '#pwa/lib/notice.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useSubmit } from '#pwa/lib/use-submit.ts'

const KEYS = ['GET /api/staff/orders', 'GET /api/staff/orders/:id', 'GET /api/staff/orders/:id/timeline', 'GET /api/staff/orders/pick-list', 'GET /api/staff/changes']

/** Has all that a step of an order changes read again. */
export const rereadOrders = () => Promise.all(KEYS.map(key => queries.invalidateQueries({ queryKey: [key] })))

/** A change of an order, sent as a form: the shop's answer is said, and all that changed is read again, also where somebody else was quicker. */
export const useOrderStep = (send: (form: FormData) => Promise<{ message: string }>) => useSubmit(async form => {
  try {
    const { message } = await send(form)
    say({ words: message })
  } finally {
    await rereadOrders()
  }
  return null
})
