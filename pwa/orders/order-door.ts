import { useQuery } from '@tanstack/react-query'
import { api } from '#pwa/lib/api.ts'
import { isMissing, isStranger } from '#pwa/lib/api-error.ts'
import { queries } from '#pwa/lib/queries.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'

/**
 * Access to a customer's own order: by id, through the session, and by the token of a guest's tracking link. One is
 * enough.
 */
export interface Door {
  id: number | null
  token: string | null
}

/** The call that reads it, with params and query, so that the server makes the same key. */
const keyOf = ({ id, token }: Door) =>
  token !== null ? ['GET /api/orders/track/:token', { token }, null] : ['GET /api/account/orders/:id', { id }, null]

const readOrder = ({ id, token }: Door, signal: AbortSignal): Promise<{ order: OwnOrder }> =>
  token !== null
    ? api('GET /api/orders/track/:token', { params: { token }, signal })
    : api('GET /api/account/orders/:id', { params: { id: id! }, signal })

/** Makes the shop ask the provider. @throws {ApiError} 409 while it is not paid */
export async function askWhetherPaid({ id, token }: Door): Promise<OwnOrder> {
  const { order } =
    id !== null
      ? await api('PATCH /api/orders', { body: { order_id: id } })
      : await api('PATCH /api/orders/track/:token', { params: { token: token! } })
  return order
}

/** A payment of the order's total. @throws {ApiError} 409 if nothing is left to pay */
export const startPayment = ({ id, token }: Door, key: string): Promise<ReplyOf<'POST /api/account/orders/:id/pay'>> =>
  token !== null
    ? api('POST /api/orders/track/:token/pay', { params: { token }, key })
    : api('POST /api/account/orders/:id/pay', { params: { id: id! }, key })

interface Options {
  /** The page's subject: if the order is missing, so is the page. */
  page?: boolean
  /** How often to check again, in ms, or false: shows a payment made elsewhere. */
  again?: (order: OwnOrder) => number | false
}

/** An order, cached and shared by every component that shows it. */
export const useOrder = (door: Door, { page = false, again }: Options = {}) =>
  useQuery({
    queryKey: keyOf(door),
    queryFn: ({ signal }) => readOrder(door, signal),
    select: ({ order }) => order,
    throwOnError: (error: Error) => page && (isMissing(error) || isStranger(error)),
    refetchInterval: ({ state }) => (again && state.data ? again(state.data.order) : false),
  })

/** Stores the latest reply about it. */
export const keepOrder = (door: Door, order: OwnOrder): void => void queries.setQueryData(keyOf(door), { order })
export const refreshOrder = (door: Door): Promise<void> => queries.invalidateQueries({ queryKey: keyOf(door) })
