import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '#pwa/lib/api.ts'
import { fieldErrorsOf, isUnanswered, messagesOf } from '#pwa/lib/api-error.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useMounted } from '#pwa/lib/use-mounted.ts'
import { useIntent } from '#pwa/lib/use-intent.ts'
import type { GiftPart } from '#sync/protocol/shop/gift-card.ts'
import type { Network, WalletDoor, WalletStanding, WalletTry } from '#sync/protocol/shop/wallet.ts'

/** How often to ask where a payment stands, in ms. */
const LOOK_MS = 3000

type FieldErrors = ReturnType<typeof fieldErrorsOf>

export interface WalletPayment {
  /** The latest attempt, from this page or before it was opened. */
  attempt: WalletTry | null
  /** The shopper left the waiting screen to pay another way, while the phone may still be asked. */
  isAside: boolean
  busy: boolean
  errors: readonly string[]
  /** Messages about single fields of the form. */
  fields: FieldErrors
  isOffline: boolean
  /** `total` is what the payer was shown, in cedis. */
  ask: (network: Network, phone: string, total: number) => Promise<void>
  sendCode: (code: string) => Promise<void>
  putAside: () => void
  /** Whether the order may be paid on delivery instead. */
  mayPayOnDelivery: boolean
  /** What is to be paid before that, in cedis; 0 for nothing. */
  deposit: number
  /** What is to be paid now, in cedis; undefined until it is known. */
  toPay: number | undefined
  payOnDelivery: () => Promise<void>
  /** Pays the whole order after all, without a deposit. */
  payWhole: () => Promise<void>
  /** What a gift card pays once the rest is paid. */
  gift: GiftPart | null
  /** Whether the payer may use a gift card: not for somebody else's order. */
  mayUseGift: boolean
  /** Pays from a gift card by its code, or takes it off the order. */
  payByGift: (code: string | null) => Promise<void>
}

/**
 * Pays an order from a phone; `refresh` reads the order again. The shop holds the attempt, so it goes on after a reload
 * or in another tab, and only the shop decides whether it is paid.
 */
export function useWallet(body: WalletDoor, refresh: () => Promise<unknown>): WalletPayment {
  const queryKey = ['PATCH /api/payments/wallet', body]
  const { data, error, fetchStatus, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api('PATCH /api/payments/wallet', { body, signal }),
    // The server, which may draw this page, asks no provider.
    enabled: useMounted(),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (isAsking(state.data?.wallet ?? null) || isUnanswered(state.error)) && LOOK_MS,
  })
  const [aside, putAside] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<readonly string[]>([])
  const [fields, setFields] = useState<FieldErrors>({})
  const { keyOf, done } = useIntent()
  const running = useRef(false)
  const attempt = data?.wallet ?? null
  const isOver = data !== undefined && data.status_code !== 'UNPAID'
  useEffect(() => {
    if (isOver) void refresh()
  }, [isOver, refresh])

  /** One call at a time. A lost answer is asked for again under the same key. */
  const run = async (content: object, call: (key: string) => Promise<WalletStanding>) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setErrors([])
    setFields({})
    try {
      queries.setQueryData(queryKey, await call(keyOf(JSON.stringify(content))))
      putAside(null)
      done()
    } catch (error) {
      const wrong = fieldErrorsOf(error)
      setFields(wrong)
      const { phone, code, ...others } = wrong
      setErrors(phone || code ? Object.values(others).flat() : messagesOf(error))
      if (!isUnanswered(error)) done()
      await Promise.all([refresh(), refetch()])
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return {
    attempt,
    isAside: attempt !== null && aside === attempt.reference,
    busy,
    errors,
    fields,
    isOffline: isUnanswered(error) || fetchStatus === 'paused',
    ask: (network, phone, total) =>
      run({ network, phone, total }, key =>
        api('POST /api/payments/wallet', { body: { ...body, network, phone, total }, key }),
      ),
    sendCode: code =>
      run({ code }, key =>
        api('POST /api/payments/wallet/code', { body: { ...body, reference: attempt!.reference, code }, key }),
      ),
    putAside: () => putAside(attempt?.reference ?? null),
    mayPayOnDelivery: data?.on_delivery ?? false,
    deposit: data?.deposit ?? 0,
    toPay: data?.to_pay,
    gift: data?.gift ?? null,
    mayUseGift: !body.pay_token,
    payByGift: async code => {
      await run({ gift: code }, () => api('POST /api/payments/gift-card', { body: { ...body, code } }))
      await refresh()
    },
    payOnDelivery: () => run({ on_delivery: true }, key => api('POST /api/payments/on-delivery', { body, key })),
    payWhole: () =>
      run({ whole: true }, key => api('POST /api/payments/on-delivery', { body: { ...body, whole: true }, key })),
  }
}

/** A phone is asked, or was and may still answer. */
export const isAsking = (attempt: WalletTry | null) =>
  attempt !== null && ['waiting', 'code', 'late'].includes(attempt.state)
