import { useRef, useState } from 'react'
import { api, newIntent } from '#pwa/lib/api.ts'
import { isUnanswered, messagesOf } from '#pwa/lib/api-error.ts'
import { rememberPayLink } from '../orders/open-order.ts'
import { isInstalledOnIos, openPopUp, PopUpError } from './pop-up.ts'

/** When to ask whether it is paid, in ms after the previous time. */
const PATIENTLY = [0, 1500, 3000, 5000]

/** Pays the order of a link by card: the `total` that the payer saw, in cedis. Only the shop decides whether it is paid. */
export function useLinkCard(token: string, total: number, refresh: () => Promise<unknown>) {
  const [stage, setStage] = useState<'idle' | 'busy' | 'closed' | 'unheard'>('idle')
  const [errors, setErrors] = useState<readonly string[]>([])
  const running = useRef(false)
  const pay = async () => {
    if (running.current) return
    running.current = true
    setStage('busy')
    setErrors([])
    try {
      const { payment } = await api('POST /api/payments/links/:token/pay', {
        params: { token },
        body: { total },
        key: newIntent(),
      })
      rememberPayLink(payment.reference, token)
      const says = isInstalledOnIos() ? null : await openPopUp(payment).catch(nullWithoutPopUp)
      if (says === null) return location.assign(payment.authorization_url)
      const isPaid = await asked(token, says === 'paid' ? PATIENTLY : [0])
      setStage(isPaid ? 'idle' : says === 'paid' ? 'unheard' : 'closed')
    } catch (error) {
      setStage('idle')
      setErrors(messagesOf(error))
    } finally {
      running.current = false
    }
    await refresh()
  }
  return { stage, errors, pay }
}

function nullWithoutPopUp(error: unknown): null {
  if (error instanceof PopUpError) return null
  throw error
}

async function asked(token: string, pauses: readonly number[]): Promise<boolean> {
  for (const pause of pauses) {
    await new Promise(resolve => setTimeout(resolve, pause))
    const reply = await api('PATCH /api/payments/links/:token', { params: { token } }).catch((error: unknown) => {
      if (isUnanswered(error)) return null
      throw error
    })
    if (reply && reply.request.state !== 'OPEN') return true
  }
  return false
}
