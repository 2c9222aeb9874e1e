import { useState } from 'react'
import { api } from '#pwa/lib/api.ts'
import { say } from '#pwa/lib/notice.ts'
import { queries } from '#pwa/lib/queries.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { TextAreaField } from '#pwa/ui/field.tsx'
import page from '#pwa/ui/page.module.css'
import { Stars } from '#pwa/ui/stars.tsx'
import { pictureAt } from '#sync/protocol/shop/catalogue.ts'
import { FITS, LONGEST_REASON, LONGEST_REPLY, type StaffReview } from '#sync/protocol/shop/review.ts'
import * as words from './review-list-words.ts'
import styles from './reviews.module.css'

/** Publishes a review, rejects it with a reason, or replies to it. */
export const CheckDialog = ({ review, onClose }: { review: StaffReview | null; onClose: () => void }) => (
  <Dialog open={review !== null} onClose={onClose} title={review ? words.reviewOf(review.product.name) : ''}>
    {review && <CheckForm review={review} onClose={onClose} />}
  </Dialog>
)

type Deed = 'publish' | 'reject' | 'reply'

function CheckForm({ review, onClose }: { review: StaffReview; onClose: () => void }) {
  const [isMissing, miss] = useState(false)
  const { errors, fields, busy, onSubmit } = useSubmit(async form => {
    const deed = textOf(form, 'deed') as Deed
    const reason = textOf(form, 'reason')
    miss(deed === 'reject' && reason === '')
    if (deed === 'reject' && reason === '') return null
    try {
      const { message } = await api('PATCH /api/staff/reviews/:id', {
        params: { id: review.id },
        body: {
          updated_at: review.updated_at,
          ...(deed === 'publish' && { status_code: 'PUBLISHED' }),
          ...(deed === 'reject' && { status_code: 'REJECTED', reason }),
          reply: textOf(form, 'reply'),
        },
      })
      say({ words: message })
      onClose()
    } finally {
      await queries.invalidateQueries()
    }
    return null
  })
  const { stars, fit, text, pictures, own, status_code } = review
  return (
    <form className={page.stack} onSubmit={onSubmit}>
      <p className={styles.head}>
        <Stars average={stars} /> {fit && FITS[fit]}
      </p>
      <p className={styles.text}>{text || words.noWords}</p>
      {pictures.length > 0 && (
        <div className={styles.pictures}>
          {pictures.map(({ id, storage_link }, index) => (
            <a key={id} href={pictureAt(storage_link, 1200)} target="_blank" rel="noreferrer">
              <img src={pictureAt(storage_link, 400)} width={140} height={140} alt={words.pictureOf(index + 1)} />
            </a>
          ))}
        </div>
      )}
      <ErrorList messages={errors} />
      {own ? (
        <Alert kind="info">{words.own}</Alert>
      ) : (
        <>
          <TextAreaField
            label={words.reply}
            name="reply"
            hint={words.replyHelp}
            maxLength={LONGEST_REPLY}
            defaultValue={review.reply ?? ''}
            errors={fields.reply}
          />
          {status_code !== 'REJECTED' && (
            <TextAreaField
              label={words.reason}
              name="reason"
              hint={words.reasonHelp}
              maxLength={LONGEST_REASON}
              errors={isMissing ? [words.sayWhy] : fields.reason}
            />
          )}
        </>
      )}
      <input type="hidden" name="deed" value="reply" />
      <DialogActions>
        <Button type="button" kind="secondary" onClick={onClose}>
          {words.close}
        </Button>
        {!own && status_code !== 'REJECTED' && (
          <DeedButton deed="reject" kind="danger" busy={busy} words={words.reject} />
        )}
        {!own && status_code === 'PUBLISHED' && <DeedButton deed="reply" busy={busy} words={words.saveReply} />}
        {!own && status_code !== 'PUBLISHED' && <DeedButton deed="publish" busy={busy} words={words.publish} />}
      </DialogActions>
    </form>
  )
}

/** Sends the form with what this button does. */
const DeedButton = ({ deed, words: label, ...look }: { deed: Deed; words: string; busy: boolean; kind?: 'danger' }) => (
  <Button
    {...look}
    onClick={({ currentTarget: { form } }) => {
      form!.querySelector<HTMLInputElement>('input[name=deed]')!.value = deed
    }}
  >
    {label}
  </Button>
)
