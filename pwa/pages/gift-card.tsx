import { useState } from 'react'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { api } from '#pwa/lib/api.ts'
import { formatDay } from '#pwa/lib/format.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import page from '#pwa/ui/page.module.css'
import { formatCedis } from '#sync/protocol/money.ts'
import type { GiftCardBalance } from '#sync/protocol/shop/gift-card.ts'
import { BuyGiftCard } from '../gifts/buy-gift-card.tsx'
import styles from '../gifts/gifts.module.css'
import * as words from './gift-card-words.ts'

/** Shows what is left on a gift card to who has its code, and sells gift cards. */
export function GiftCard() {
  const [card, show] = useState<GiftCardBalance | null>(null)
  const { errors, fields, busy, onSubmit } = useSubmit(async form => {
    show(null)
    show((await api('POST /api/gift-cards/balance', { body: { code: textOf(form, 'code') } })).gift_card)
    return null
  })
  return (
    <div className={page.narrow}>
      <h1>{words.title}</h1>
      <section className={styles.part} aria-labelledby="balance">
        <h2 id="balance">{words.balance}</h2>
        <form method="post" onSubmit={onSubmit}>
          <p>{words.explain}</p>
          <ErrorList messages={fields.code ? [] : errors} />
          <TextField
            label={words.code}
            hint={words.codeHint}
            name="code"
            required
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            errors={fields.code}
          />
          <Button busy={busy} busyLabel={words.checking} wide kind="secondary">
            {words.show}
          </Button>
          {card && <Balance card={card} />}
        </form>
      </section>
      <BuyGiftCard />
    </div>
  )
}

const Balance = ({ card: { state, available, code_end, expires_on } }: { card: GiftCardBalance }) => (
  <Alert kind={state === 'usable' ? 'ok' : 'warn'} title={words.left(formatCedis(available))}>
    <p>
      {words.card(code_end)}{' '}
      {state !== 'usable' ? words.STATES[state] : expires_on ? words.until(formatDay(expires_on)) : words.noLimit}
    </p>
  </Alert>
)
