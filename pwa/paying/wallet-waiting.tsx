import Smartphone from 'lucide-react/icons/smartphone'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { shopNow } from '#pwa/lib/shop-time.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import { formatCedis, toCedis } from '#sync/protocol/money.ts'
import { APPROVAL_SECONDS, type WalletTry } from '#sync/protocol/shop/wallet.ts'
import { clockText, timeLeft } from './reservation.ts'
import type { WalletPayment } from './use-wallet.ts'
import styles from './wallet.module.css'
import * as words from './wallet-words.ts'

/** While a phone is asked: what its owner has to do, how long there is time, and the way out. */
export function WalletWaiting({ attempt, wallet }: { attempt: WalletTry; wallet: WalletPayment }) {
  const { isOffline, putAside } = wallet
  return (
    <div className={styles.waiting}>
      {attempt.state === 'waiting' && <Approve attempt={attempt} />}
      {attempt.state === 'code' && <Code attempt={attempt} wallet={wallet} />}
      {attempt.state === 'late' && (
        <Alert kind="warn" title={words.late}>
          <p>{words.lateMore}</p>
        </Alert>
      )}
      {isOffline && <Alert kind="info">{words.offline}</Alert>}
      <Button type="button" kind={attempt.state === 'late' ? 'primary' : 'quiet'} wide onClick={putAside}>
        {attempt.state === 'late' ? words.tryAgain : words.otherWay}
      </Button>
    </div>
  )
}

function Approve({ attempt }: { attempt: WalletTry }) {
  const heading = useFocus<HTMLHeadingElement>()
  return (
    <div className={styles.prompt} role="status">
      <Smartphone className={styles.phone} size={40} strokeWidth={1.5} aria-hidden />
      <h2 ref={heading} tabIndex={-1}>
        {words.approve}
      </h2>
      <p>{words.asked(formatCedis(toCedis(attempt.amount)), attempt.phone)}</p>
      {attempt.ends_at && <Clock key={attempt.ends_at} until={attempt.ends_at} />}
      {words.noPrompt[attempt.network] && <p>{words.noPrompt[attempt.network]}</p>}
      <p className={styles.soft}>{words.mayLeave}</p>
    </div>
  )
}

function Clock({ until }: { until: string }) {
  const [now, setNow] = useState(shopNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(shopNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  const left = timeLeft(until, now, APPROVAL_SECONDS / 60)
  return (
    <p>
      <strong className={styles.clock} role="timer" aria-label={words.minutesLeft(Math.ceil(left / 60_000))}>
        {clockText(left)}
      </strong>{' '}
      {words.timeLeft}
    </p>
  )
}

function Code({ attempt, wallet: { busy, errors, fields, sendCode } }: { attempt: WalletTry; wallet: WalletPayment }) {
  const heading = useFocus<HTMLHeadingElement>()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void sendCode(String(new FormData(event.currentTarget).get('code') ?? '').trim())
  }
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <h2 ref={heading} tabIndex={-1}>
        {words.codeNeeded}
      </h2>
      <p>{words.codeHint[attempt.network]}</p>
      <TextField
        name="code"
        label={words.code}
        errors={fields.code}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
      />
      <ErrorList messages={errors} />
      <Button wide busy={busy} busyLabel={words.sending}>
        {words.sendCode}
      </Button>
    </form>
  )
}

/** The button that led here is gone: the new heading takes the focus. */
function useFocus<Kind extends HTMLElement>() {
  const element = useRef<Kind>(null)
  useEffect(() => element.current?.focus(), [])
  return element
}
