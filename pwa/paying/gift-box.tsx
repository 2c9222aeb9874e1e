import type { FormEvent } from 'react'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import * as words from './gift-words.ts'
import type { WalletPayment } from './use-wallet.ts'
import styles from './wallet.module.css'

/** Pays an order, or part of it, from a gift card. */
export function GiftBox({ wallet: { gift, fields, busy, payByGift } }: { wallet: WalletPayment }) {
  if (gift)
    return (
      <Alert kind="ok">
        <p>
          {words.pays(formatCedis(gift.amount), gift.code_end)} {words.payRest}
        </p>
        <Button type="button" kind="quiet" busy={busy} onClick={() => void payByGift(null)}>
          {words.takeOff}
        </Button>
      </Alert>
    )
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void payByGift(String(new FormData(event.currentTarget).get('gift_code') ?? ''))
  }
  return (
    <details className={styles.gift}>
      <summary>{words.haveCard}</summary>
      <form className={styles.form} onSubmit={send} noValidate>
        <TextField
          name="gift_code"
          label={words.code}
          hint={words.codeHint}
          errors={fields.code}
          required
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <Button kind="secondary" wide busy={busy} busyLabel={words.checking}>
          {words.apply}
        </Button>
      </form>
    </details>
  )
}
