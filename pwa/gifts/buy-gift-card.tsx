import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { api } from '#pwa/lib/api.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextAreaField, TextField } from '#pwa/ui/field.tsx'
import { RadioGroup } from '#pwa/ui/radio-group.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import type { GiftOffer } from '#sync/protocol/shop/gift-purchase.ts'
import { handOver } from './fresh-gift.ts'
import styles from './gifts.module.css'
import * as words from './gifts-words.ts'

/** Sells gift cards, if the shop does so online. */
export function BuyGiftCard() {
  const { data } = useApi('GET /api/gift-cards/offer', {})
  if (!data?.offer) return null
  return (
    <section className={styles.part} aria-labelledby="buy">
      <h2 id="buy">{words.buy}</h2>
      <Order offer={data.offer} />
    </section>
  )
}

function Order({ offer }: { offer: GiftOffer }) {
  const navigate = useNavigate()
  const { errors, fields, busy, onSubmit } = useSubmit(async form => {
    const { token, payment } = await api('POST /api/gift-cards/purchases', {
      body: {
        amount: Number(textOf(form, 'own') || form.get('amount')),
        buyer_name: textOf(form, 'buyer_name'),
        buyer_email: textOf(form, 'buyer_email'),
        recipient_name: textOf(form, 'recipient_name') || null,
        recipient_email: textOf(form, 'recipient_email'),
        message: textOf(form, 'message') || null,
        send_on: textOf(form, 'send_on') || null,
      },
    })
    handOver(token, payment)
    void navigate(`/gift-card/${token}`)
    return null
  })
  return (
    <form method="post" noValidate onSubmit={onSubmit}>
      <p>{words.explain}</p>
      {Object.keys(fields).length === 0 && <ErrorList messages={errors} />}
      <Amount offer={offer} errors={fields.amount} />
      <TextField
        label={words.theirName}
        name="recipient_name"
        maxLength={120}
        autoComplete="off"
        errors={fields.recipient_name}
      />
      <TextField
        label={words.theirEmail}
        hint={words.codeGoes}
        name="recipient_email"
        type="email"
        autoComplete="off"
        required
        errors={fields.recipient_email}
      />
      <TextAreaField label={words.message} name="message" rows={3} maxLength={500} errors={fields.message} />
      <TextField label={words.sendOn} hint={words.atOnce} name="send_on" type="date" errors={fields.send_on} />
      <TextField
        label={words.yourName}
        name="buyer_name"
        maxLength={120}
        autoComplete="name"
        required
        errors={fields.buyer_name}
      />
      <TextField
        label={words.yourEmail}
        hint={words.receiptGoes}
        name="buyer_email"
        type="email"
        autoComplete="email"
        required
        errors={fields.buyer_email}
      />
      <Button busy={busy} wide>
        {words.toPayment}
      </Button>
    </form>
  )
}

function Amount({ offer: { amounts, least, most }, errors }: { offer: GiftOffer; errors?: string[] | undefined }) {
  const [chosen, choose] = useState(String(amounts[0] ?? 'own'))
  const isOwn = chosen === 'own'
  return (
    <>
      {amounts.length > 0 && (
        <RadioGroup
          legend={words.amount}
          className={styles.amounts}
          name="amount"
          options={[
            ...amounts.map(sum => ({
              code: String(sum),
              words: formatCedis(sum).replace('.00', ''),
              className: styles.amount!,
            })),
            { code: 'own', words: words.other, className: styles.amount! },
          ]}
          value={chosen}
          onChoose={choose}
        />
      )}
      {isOwn ? (
        <TextField
          label={words.own}
          hint={words.bounds(formatCedis(least), formatCedis(most))}
          name="own"
          inputMode="decimal"
          autoComplete="off"
          required
          errors={errors}
        />
      ) : (
        <ErrorList messages={errors ?? []} />
      )}
    </>
  )
}
