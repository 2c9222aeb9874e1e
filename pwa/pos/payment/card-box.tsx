import { useAtomValue } from 'jotai'
import { useId, type FormEvent } from 'react'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { formatCedis, sumCedis } from '#sync/protocol/money.ts'
import { contact } from '../till.ts'
import { cardBox, takeCardOff, payByCard } from './card-tender.ts'
import { giftPart, type Cart } from '../cart/open-cart.ts'
import styles from './payment-form.module.css'
import * as words from '../cart/cart-words.ts'

/** Takes the code of a gift card; offline it says why it cannot. */
export function CardBox() {
  const { busy, problem } = useAtomValue(cardBox)
  const isOffline = useAtomValue(contact) === 'offline'
  const told = useId()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void payByCard(String(new FormData(event.currentTarget).get('gift_code') ?? ''))
  }
  if (isOffline && !busy) return <Alert kind="info">{words.cardsNeedNetwork}</Alert>
  return (
    <form className={styles.card} onSubmit={send} noValidate>
      <label className={styles.box}>
        {words.cardCode}{' '}
        <input
          name="gift_code"
          ref={focus}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={problem !== null || undefined}
          aria-describedby={told}
        />
      </label>
      <Button kind="secondary" size="till" busy={busy} busyLabel={words.checkingCard}>
        {words.applyCard}
      </Button>
      <p id={told} className={problem ? styles.wrong : undefined} role="status">
        {problem ?? words.scanCard}
      </p>
    </form>
  )
}

/** What the gift card pays of the cart, and what is left to pay in another way. */
export function CardPart({ cart, total }: { cart: Cart; total: number }) {
  const { code_end, available } = cart.card!
  const pays = giftPart(cart)
  return (
    <div className={styles.part}>
      <p role="status">
        <strong>{words.cardPays(code_end, formatCedis(pays))}</strong>{' '}
        {pays < total
          ? words.restToPay(formatCedis(sumCedis([total, -pays])))
          : words.cardLeft(formatCedis(sumCedis([available, -pays])))}
      </p>
      <Button type="button" kind="quiet" onClick={takeCardOff}>
        {words.takeCardOff}
      </Button>
    </div>
  )
}

const focus = (input: HTMLInputElement | null) => input?.focus()
