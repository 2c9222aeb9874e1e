import type { BodyOf } from '#sync/protocol/endpoints.ts'
import type { OrderItem } from '#sync/protocol/shop/order-view.ts'
import type { Disposition, RefundRequest, StaffRefund } from '#sync/protocol/shop/refund.ts'
import type { Api } from '#tests/support/server/api.ts'

export interface Answer {
  status: number
  refund: StaffRefund
  message: string
  code?: string
  errors?: Record<string, string[]>
}
interface Returned {
  id: number
  items: Pick<OrderItem, 'id'>[]
}

/** A member of staff's requests about returns, over HTTP. */
export function refundDesk(api: Api, token: string) {
  const send = async (call: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> => {
    const [method, path = ''] = call.split(' ')
    const reply = await api.send(method!, `/api/staff/refunds${path}`, { token, headers, ...(body && { body }) })
    return { status: reply.status, ...(reply.body as unknown as Omit<Answer, 'status'>) }
  }
  const step = (id: number, body: BodyOf<'PATCH /api/staff/refunds/:id'>) => send(`PATCH /${id}`, body)
  return {
    send,
    step,
    /** Requests a return of `quantity` of an order's first line; `wish` overrides. */
    ask: ({ id, items }: Returned, quantity = 1, wish: Partial<RefundRequest> = {}) =>
      send('POST', {
        order_id: id,
        action: 'REFUND',
        reason: 'MISFIT',
        items: [{ order_item_id: items[0]!.id, quantity }],
        ...wish,
      }),
    read: (id: number) => send(`GET /${id}`),
    approve: (id: number, rest: object = {}) => step(id, { status_code: 'APPROVED', ...rest }),
    refuse: (id: number, note?: string) => step(id, { status_code: 'REFUSED', note: note ?? null }),
    complete: (id: number, rest: object = {}) => step(id, { status_code: 'COMPLETED', ...rest }),
    pay: (id: number, account_code?: string, key?: string) =>
      send(`POST /${id}/money`, account_code ? { account_code } : {}, key ? { 'Idempotency-Key': key } : {}),
    receive: (id: number, items: { id: number }[], disposition: Disposition = 'RESTOCK') =>
      send(`POST /${id}/goods`, { items: items.map(item => ({ refund_item_id: item.id, disposition })) }),
    callOff: (id: number) => send(`POST /${id}/call-off`, { note: 'It never came.' }),
  }
}
export type RefundDesk = ReturnType<typeof refundDesk>
