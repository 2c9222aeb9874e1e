import { useState } from 'react'
import { say } from '#pwa/lib/notice.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import type { Door } from '#pwa/orders/order-door.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextAreaField } from '#pwa/ui/field.tsx'
import { RadioGroup } from '#pwa/ui/radio-group.tsx'
import { FITS, LONGEST_REVIEW, MOST_STARS, type Fit, type OwnReview } from '#sync/protocol/shop/review.ts'
import { reviewDoor } from './review-door.ts'
import styles from './review-form.module.css'
import * as words from './review-words.ts'

interface Props {
  door: Door
  order_item_id: number
  product: string
  before: OwnReview | undefined
  onDone: () => void
}

const STARS = Array.from({ length: MOST_STARS }, (_, index) => String(index + 1))

/** Stars, fit and words about one product. */
export function ReviewForm({ door, order_item_id, product, before, onDone }: Props) {
  const [stars, setStars] = useState<string | null>(before ? String(before.stars) : null)
  const [fit, setFit] = useState<Fit | 'NONE' | null>(before ? (before.fit ?? 'NONE') : null)
  const [isMissing, miss] = useState(false)
  const { errors, fields, busy, onSubmit } = useSubmit(async (form, key) => {
    const { message } = await reviewDoor(door).write(
      { order_item_id, stars: Number(stars), fit: fit === 'NONE' ? null : fit, text: textOf(form, 'text') },
      key,
    )
    say({ words: message })
    onDone()
    return null
  })
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={before ? words.changeOf(product) : words.writeOf(product)}
      onSubmit={event => {
        if (stars !== null) return onSubmit(event)
        event.preventDefault()
        miss(true)
      }}
    >
      <ErrorList messages={errors} />
      {isMissing && stars === null && <Alert kind="bad">{words.chooseStars}</Alert>}
      <RadioGroup
        legend={words.yourStars}
        className={styles.choices}
        name="stars"
        value={stars}
        onChoose={setStars}
        options={STARS.map(code => ({
          code,
          heard: words.starsGiven(Number(code)),
          words: (
            <span aria-hidden>
              {code} <b className={styles.star}>★</b>
            </span>
          ),
        }))}
      />
      <RadioGroup
        legend={words.yourFit}
        className={styles.choices}
        name="fit"
        value={fit}
        onChoose={setFit}
        options={[
          ...(Object.keys(FITS) as Fit[]).map(code => ({ code, words: words.fits[code] })),
          { code: 'NONE' as const, words: words.notSaid },
        ]}
      />
      <TextAreaField
        label={words.yourWords}
        name="text"
        hint={words.asNamed}
        rows={4}
        maxLength={LONGEST_REVIEW}
        defaultValue={before?.text}
        errors={fields.text}
      />
      <div className={styles.actions}>
        <Button busy={busy}>{words.send}</Button>
        <Button type="button" kind="secondary" onClick={onDone}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}
