import { REFUND_STATUSES, type RefundStatus } from '#sync/protocol/shop/refund.ts'
import * as words from './refund-words.ts'

/** States that combine several statuses, or a part of one, in place of a status in the list's address. */
export const NOT_REFUSED = 'NOT_REFUSED'
export const TO_DO = 'TO_DO'

export const REFUND_STATES: Record<string, string> = {
  ...REFUND_STATUSES,
  [TO_DO]: words.approvedToDo,
  [NOT_REFUSED]: words.allExceptRefused,
}

/** The query of a state. */
export const stateQuery = (state: string): { status_code?: RefundStatus; not_refused?: true; to_do?: true } =>
  state === NOT_REFUSED
    ? { not_refused: true }
    : state === TO_DO
      ? { to_do: true }
      : Object.hasOwn(REFUND_STATUSES, state)
        ? { status_code: state as RefundStatus }
        : {}
