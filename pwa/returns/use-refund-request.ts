import { useState } from 'react'
import { fieldErrorsOf, messagesOf } from '#pwa/lib/api-error.ts'
import { useIntent } from '#pwa/lib/use-intent.ts'
import { useUnsavedState } from '#pwa/forms/use-unsaved-state.ts'
import type { RefundRequest } from '#sync/protocol/shop/refund.ts'
import {
  faultsIn,
  missingIn,
  requestFrom,
  stillWrong,
  type GoodsLeft,
  type RequestFaults,
  type ReturnChoice,
} from './returning.ts'

const NO_FAULTS: RequestFaults = { messages: [], fields: {}, lines: {} }

interface Asking {
  goods: readonly GoodsLeft[]
  /** The choices at the start. */
  before: ReturnChoice
  /** Sends the request, under the key of this intent. @throws {ApiError} */
  send: (request: Omit<RefundRequest, 'order_id'>, key: string) => Promise<unknown>
}

/** The choices of a return and their sending. `isUnsaved`: leaving the page would lose them. */
export function useRefundRequest({ goods, before, send }: Asking) {
  const [choice, choose] = useState(before)
  const [found, blame] = useState(NO_FAULTS)
  const [refused, refuse] = useState(before)
  const [busy, setBusy] = useState(false)
  const { keyOf } = useIntent()
  const { isUnsaved, settle } = useUnsavedState(!busy && JSON.stringify(choice) !== JSON.stringify(before))
  async function submit() {
    if (busy) return
    const missing = missingIn(choice, goods)
    if (missing) return blame({ ...NO_FAULTS, messages: [missing] })
    const request = requestFrom(choice, goods)
    setBusy(true)
    settle()
    refuse(choice)
    blame(
      await send(request, keyOf(JSON.stringify(request))).then(
        () => NO_FAULTS,
        error => wordsOf(error, request),
      ),
    )
    setBusy(false)
  }
  const wordsOf = (error: unknown, request: Pick<RefundRequest, 'items'>): RequestFaults => {
    const fields = fieldErrorsOf(error)
    return Object.keys(fields).length > 0
      ? faultsIn(fields, request, goods)
      : { ...NO_FAULTS, messages: messagesOf(error) }
  }
  const faults = { ...found, lines: stillWrong(found.lines, choice, refused) }
  return { choice, choose, faults, busy, submit, isUnsaved }
}
