import X from 'lucide-react/icons/x'
import { useAtom } from 'jotai'
import { useId, useState, type FormEvent } from 'react'
import { api } from '#pwa/lib/api.ts'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { Button, IconButton } from '#pwa/ui/button.tsx'
import { useUnfit } from '#pwa/ui/use-unfit.ts'
import type { whyCouponRests } from '#sync/protocol/pricing.ts'
import * as words from './checkout-words.ts'
import styles from './coupon-box.module.css'
import { coupon } from './draft.ts'

interface Props {
  errors?: readonly string[] | undefined
  /** Why the applied code does not discount this bag. */
  rests: ReturnType<typeof whyCouponRests>
}

/** A discount code: it changes the totals at once, and the shop checks again on ordering whether it may be used. */
export function CouponBox({ errors: refused = [], rests }: Props) {
  const [applied, setApplied] = useAtom(coupon)
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<readonly string[]>([])
  const id = useId()
  // A code refused with the order is no longer applied; the errors do not concern a new code.
  const { said: wrong, onInput } = useUnfit(errors.length > 0 || applied ? errors : refused)
  const apply = async () => {
    if (busy || code.trim() === '') return
    setBusy(true)
    setErrors([])
    try {
      setApplied((await api('POST /api/checkout/coupons/validate', { body: { coupon_code: code.trim() } })).coupon)
      setCode('')
    } catch (error) {
      setErrors(messagesOf(error))
    } finally {
      setBusy(false)
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void apply()
  }
  return (
    <div className={styles.box}>
      <form className={styles.form} onSubmit={onSubmit} onInput={onInput}>
        <label htmlFor={id}>{words.discountCode}</label>
        <input
          id={id}
          name="coupon_code"
          value={code}
          onChange={({ target }) => setCode(target.value)}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={wrong.length > 0 || undefined}
          aria-describedby={wrong.length > 0 ? `${id}-wrong` : undefined}
        />
        <Button kind="secondary" busy={busy} busyLabel={words.verifying}>
          {words.apply}
        </Button>
      </form>
      <p role="status" className={applied ? styles.applied : undefined}>
        {applied && (
          <>
            <span>
              <strong>{applied.code}</strong> {words.isApplied(applied.name)}
            </span>
            <IconButton
              label={words.removeCode(applied.code)}
              icon={<X size={18} aria-hidden />}
              onClick={() => setApplied(null)}
            />
          </>
        )}
      </p>
      {applied && rests && wrong.length === 0 && (
        <p className={styles.wrong} role="status">
          {rests === 'goods' ? words.codeForOtherGoods : words.codeCountsFrom(applied.minimum_subtotal ?? 0)}
        </p>
      )}
      {wrong.length > 0 && (
        <p id={`${id}-wrong`} className={styles.wrong} role="alert">
          {wrong.join(' ')}
        </p>
      )}
    </div>
  )
}
