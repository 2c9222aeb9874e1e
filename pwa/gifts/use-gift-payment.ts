import { useCallback, useRef, useState } from 'react'
import { ApiError, messagesOf } from '#pwa/lib/api-error.ts'
import { api } from '#pwa/lib/api.ts'
import { isInstalledOnIos, openPopUp, PopUpError } from '../paying/pop-up.ts'
import type { Payment } from '#sync/protocol/shop/checkout.ts'

export type GiftStage = 'idle' | 'opening' | 'asking' | 'closed' | 'unheard'

/** Pays a gift card through the pop-up, or on the provider's own page. Only the shop decides whether it is paid. */
export function useGiftPayment(token: string, refresh: () => Promise<unknown>) {
  const [stage, setStage] = useState<GiftStage>('idle')
  const [errors, setErrors] = useState<string[]>([])
  const running = useRef(false)

  const run = useCallback(
    async (work: () => Promise<GiftStage>) => {
      if (running.current) return
      running.current = true
      setErrors([])
      try {
        setStage(await work())
      } catch (error) {
        setStage('idle')
        setErrors(messagesOf(error))
      }
      running.current = false
      await refresh()
    },
    [refresh],
  )

  const pay = useCallback(
    (given: Payment | null) =>
      run(async () => {
        setStage('opening')
        const payment = given ?? (await api('POST /api/gift-cards/purchases/:token/pay', { params: { token } })).payment
        const says = await openedBy(payment)
        if (says === 'left') return 'opening'
        setStage('asking')
        return (await isPaid(token)) ? 'idle' : says === 'paid' ? 'unheard' : 'closed'
      }),
    [run, token],
  )
  const check = useCallback(
    () =>
      run(async () => {
        setStage('asking')
        return (await isPaid(token)) ? 'idle' : 'unheard'
      }),
    [run, token],
  )
  return { stage, errors, pay, check }
}

async function openedBy(payment: Payment): Promise<'paid' | 'closed' | 'left'> {
  if (!isInstalledOnIos())
    try {
      return await openPopUp(payment)
    } catch (error) {
      if (!(error instanceof PopUpError)) throw error
    }
  location.assign(payment.authorization_url)
  return 'left'
}

/** Makes the shop ask the provider. False while it does not know. */
async function isPaid(token: string): Promise<boolean> {
  try {
    await api('POST /api/gift-cards/purchases/:token/check', { params: { token } })
    return true
  } catch (error) {
    if (error instanceof ApiError && (error.status === 409 || error.status === 0 || error.status >= 500)) return false
    throw error
  }
}
