import { useCallback, useEffect, useRef, useState } from 'react'
import { newIntent } from '#pwa/lib/api.ts'
import { ApiError, messagesOf } from '#pwa/lib/api-error.ts'
import type { Payment } from '#sync/protocol/shop/checkout.ts'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import { rememberWayBack } from '../orders/open-order.ts'
import { askWhetherPaid, keepOrder, refreshOrder, startPayment, type Door } from '../orders/order-door.ts'
import { isInstalledOnIos, openPopUp, PopUpError } from './pop-up.ts'

/**
 * The stage of a payment. 'leaving': the provider's own page takes over. 'unheard': paid as far as the pop-up knows,
 * but the shop has not heard of it yet. 'closed': the shopper closed the pop-up. 'failed': not successful. They can try
 * again after both.
 */
export type PaymentStage = 'idle' | 'starting' | 'open' | 'leaving' | 'asking' | 'unheard' | 'closed' | 'failed'

/** When to ask the shop, in ms after the previous time. */
const PATIENTLY = [0, 1500, 3000, 5000]
const ONCE = [0]
/** The stage of a payment that the shop has not heard of, by what the browser heard. */
const UNPAID = { paid: 'unheard', closed: 'closed', returned: 'failed' } as const

/**
 * Pays an order: through the pop-up or, if it cannot open, on the provider's own page. Only the shop decides whether it
 * is paid.
 */
export function usePayment(door: Door) {
  const [stage, setStage] = useState<PaymentStage>('idle')
  const [errors, setErrors] = useState<string[]>([])
  const running = useRef(false)
  const key = useRef('')
  const [{ id, token }, isHere] = [door, useIsHere()]

  const run = useCallback(
    async (work: (here: Door) => Promise<PaymentStage>) => {
      if (running.current) return
      running.current = true
      setErrors([])
      const here = { id, token }
      try {
        const last = await work(here)
        if (isHere()) setStage(last)
      } catch (error) {
        if (!isHere()) return
        setStage('idle')
        setErrors(messagesOf(error))
        await refreshOrder(here)
      } finally {
        running.current = false
      }
    },
    [id, token, isHere],
  )

  /** Asks the shop whether it is paid, whoever reported it. */
  const check = useCallback(
    (says: 'paid' | 'closed' | 'returned') =>
      run(async here => {
        setStage('asking')
        return (await isPaid(here, says === 'closed' ? ONCE : PATIENTLY)) ? 'idle' : UNPAID[says]
      }),
    [run],
  )

  /** Opens the payment that came with the order, or a new one. */
  const pay = useCallback(
    (given?: Payment) =>
      run(async here => {
        setStage('starting')
        const payment = given ?? (await begin(here, key))
        setStage('open')
        const says = await paid(payment)
        if (says === 'left') return 'leaving'
        setStage('asking')
        return (await isPaid(here, says === 'paid' ? PATIENTLY : ONCE)) ? 'idle' : UNPAID[says]
      }),
    [run],
  )

  // Back from the provider's page, a browser may restore this page as it was left.
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted && stage === 'leaving') void check('returned')
    }
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [stage, check])

  return { stage, errors, pay, check }
}

/** A lost reply is requested again under the same key. */
async function begin(door: Door, key: { current: string }): Promise<Payment> {
  key.current ||= newIntent()
  const { order, payment } = await startPayment(door, key.current)
  key.current = ''
  keepOrder(door, order)
  if (door.token !== null) rememberWayBack(order.id, door.token)
  return payment
}

async function paid(payment: Payment): Promise<'paid' | 'closed' | 'left'> {
  if (!isInstalledOnIos())
    try {
      return await openPopUp(payment)
    } catch (error) {
      if (!(error instanceof PopUpError)) throw error
    }
  location.assign(payment.authorization_url)
  return 'left'
}

/** Whether the shop has heard of the payment. Asks once per pause, in ms. */
async function isPaid(door: Door, pauses: readonly number[]): Promise<boolean> {
  for (const pause of pauses) {
    if (pause > 0) await new Promise(resolve => setTimeout(resolve, pause))
    const order = await askWhetherPaid(door).catch(nullWhereNotYet)
    if (!order) continue
    keepOrder(door, order)
    return isSettled(order)
  }
  return false
}

const isSettled = ({ status_code }: OwnOrder) => status_code !== 'UNPAID' && status_code !== 'CANCELLED'

/** Not paid yet, or no answer: the shop keeps asking by itself. */
function nullWhereNotYet(error: unknown): null {
  if (
    error instanceof ApiError &&
    (error.status === 409 || error.status === 0 || error.status === 429 || error.status >= 500)
  )
    return null
  throw error
}

/** Whether this screen is still shown. */
function useIsHere() {
  const here = useRef(false)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return useCallback(() => here.current, [])
}
