import type { FormEvent } from 'react'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { SelectField, TextAreaField } from '#pwa/ui/field.tsx'
import { LeaveDialog } from '#pwa/ui/leave-dialog.tsx'
import { RadioGroup } from '#pwa/ui/radio-group.tsx'
import {
  LONGEST_NOTE,
  REFUND_ACTIONS,
  REFUND_REASONS,
  type RefundAction,
  type RefundReason,
  type RefundRequest,
} from '#sync/protocol/shop/refund.ts'
import styles from './refund-form.module.css'
import { RefundLine, type ExchangeChoice } from './refund-line.tsx'
import * as words from './refund-words.ts'
import { NOTHING_CHOSEN, withLine, type GoodsLeft, type ReturnChoice } from './returning.ts'
import { useRefundRequest } from './use-refund-request.ts'

interface Props {
  /** The goods that can be returned. */
  goods: readonly GoodsLeft[]
  /** The earlier request to change. */
  before?: ReturnChoice
  /** Sends the request, under the key of this intent. @throws {ApiError} */
  send: (request: Omit<RefundRequest, 'order_id'>, key: string) => Promise<unknown>
  hint?: string
  /** The picker for an exchange, if it offers more than another size or colour. */
  Exchange?: ExchangeChoice
}

/** Requests a refund or an exchange, per item. Warns before unsent choices are lost. */
export function RefundForm({ goods, before = NOTHING_CHOSEN, send, hint = words.within, Exchange }: Props) {
  const { choice, choose, faults, busy, submit, isUnsaved } = useRefundRequest({ goods, before, send })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate aria-label={words.ask}>
      <p className={styles.soft}>{hint}</p>
      <ErrorList messages={faults.messages} />
      <RadioGroup
        legend={words.whatWouldYouLike}
        className={styles.actions}
        name="action"
        value={choice.action}
        onChoose={action => choose({ ...choice, action })}
        options={(Object.keys(REFUND_ACTIONS) as RefundAction[]).map(code => ({ code, words: REFUND_ACTIONS[code] }))}
      />
      <fieldset>
        <legend>{words.whatDoYouSendBack}</legend>
        <ul className="bare">
          {goods.map(each => (
            <RefundLine
              key={each.key}
              goods={each}
              line={choice.lines[each.key]}
              isExchange={choice.action === 'EXCHANGE'}
              faults={faults.lines[each.key]}
              Exchange={Exchange}
              onChange={change => choose(withLine(choice, each.key, change))}
            />
          ))}
        </ul>
      </fieldset>
      <SelectField
        label={words.reason}
        name="reason"
        errors={faults.fields.reason}
        value={choice.reason}
        onChange={({ target }) => choose({ ...choice, reason: target.value as RefundReason })}
      >
        {(Object.keys(REFUND_REASONS) as RefundReason[]).map(reason => (
          <option key={reason} value={reason}>
            {REFUND_REASONS[reason]}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label={words.inYourWords}
        name="note"
        maxLength={LONGEST_NOTE}
        errors={faults.fields.note}
        value={choice.note}
        onChange={({ target }) => choose({ ...choice, note: target.value })}
      />
      <Button busy={busy}>{before === NOTHING_CHOSEN ? words.send : words.change}</Button>
      <LeaveDialog isUnsaved={isUnsaved} />
    </form>
  )
}
