import CreditCard from 'lucide-react/icons/credit-card'
import Smartphone from 'lucide-react/icons/smartphone'
import Truck from 'lucide-react/icons/truck'
import { useState, type FormEvent, type ReactNode } from 'react'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import { RadioGroup } from '#pwa/ui/radio-group.tsx'
import { formatCedis, sumCedis } from '#sync/protocol/money.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import { firstNetworkOf, NETWORK_CODES, NETWORKS, type Network } from '#sync/protocol/shop/wallet.ts'
import { GiftBox } from './gift-box.tsx'
import { isAsking, type WalletPayment } from './use-wallet.ts'
import styles from './wallet.module.css'
import * as words from './wallet-words.ts'

type Way = Network | 'card' | 'delivery'

/** The way chosen and the numbers typed, kept while a phone is asked. */
export function useChoice(phone: string | null) {
  const first = firstNetworkOf(phone ?? '')
  const [chosen, choose] = useState<Way | null>(null)
  const [typed, type] = useState<Partial<Record<Way, string>>>(first && phone ? { [first]: formatPhone(phone) } : {})
  return { first: first ?? 'mtn', chosen, choose, typed, type }
}

interface Props {
  total: number
  choice: ReturnType<typeof useChoice>
  wallet: WalletPayment
  /** A card payment has begun. */
  isCardTried: boolean
  /** Paying by card. */
  children: ReactNode
}

/** The ways to pay: each network's wallet, and the card. */
export function PayWays({ total, choice, wallet, isCardTried, children }: Props) {
  const { attempt, isAside, errors, busy } = wallet
  const { first, chosen, choose, typed, type } = choice
  const now = wallet.toPay ?? total
  const rest = sumCedis([total, -(wallet.gift?.amount ?? 0)])
  const isDeposit = wallet.deposit > 0 && now === wallet.deposit
  const ways: readonly Way[] = [
    ...NETWORK_CODES,
    'card',
    ...(wallet.mayPayOnDelivery && !isDeposit ? (['delivery'] as const) : []),
  ]
  const way =
    (chosen !== null && ways.includes(chosen) ? chosen : null) ?? (isCardTried ? 'card' : (attempt?.network ?? first))
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (way !== 'card' && way !== 'delivery') void wallet.ask(way, typed[way] ?? '', now)
  }
  return (
    <>
      {attempt?.state === 'failed' && (
        <Alert kind="bad" title={words.failed(NETWORKS[attempt.network].name)}>
          <p>{words.reason(attempt)}</p>
          <p>{words.failedMore}</p>
        </Alert>
      )}
      {attempt?.state === 'mismatch' && (
        <Alert kind="bad" title={words.mismatch}>
          <p>{words.mismatchMore}</p>
        </Alert>
      )}
      {isAside && isAsking(attempt) && <Alert kind="warn">{words.stillOpen(attempt!.phone)}</Alert>}
      {wallet.mayUseGift && <GiftBox wallet={wallet} />}
      {isDeposit && <Deposit now={now} total={rest} wallet={wallet} />}
      <RadioGroup<Way>
        legend={words.howToPay}
        className={styles.ways}
        value={way}
        onChoose={choose}
        options={ways.map(code => ({
          code,
          heard: nameOf(code),
          className: styles.way,
          words: <WayWords code={code} />,
        }))}
      />
      {way === 'card' ? (
        children
      ) : way === 'delivery' ? (
        <OnDelivery total={rest} wallet={wallet} />
      ) : (
        <form className={styles.form} onSubmit={send} noValidate>
          <TextField
            key={way}
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            required
            label={words.number(NETWORKS[way].name)}
            hint={words.numberHint}
            errors={wallet.fields.phone}
            value={typed[way] ?? ''}
            onChange={({ target }) => type({ ...typed, [way]: target.value })}
          />
          <ErrorList messages={errors} />
          <Button wide busy={busy} busyLabel={words.asking}>
            {words.pay(formatCedis(now))}
          </Button>
        </form>
      )}
    </>
  )
}

/** The payer has chosen to pay a deposit, by any of the ways below. */
function Deposit({ now, total, wallet }: { now: number; total: number; wallet: WalletPayment }) {
  return (
    <Alert kind="info">
      <p>{words.depositChosen(formatCedis(now), formatCedis(sumCedis([total, -now])))}</p>
      <Button type="button" kind="quiet" busy={wallet.busy} onClick={() => void wallet.payWhole()}>
        {words.payWhole}
      </Button>
    </Alert>
  )
}

interface OnDeliveryProps {
  total: number
  wallet: WalletPayment
}

function OnDelivery({ total, wallet: { busy, errors, deposit, payOnDelivery } }: OnDeliveryProps) {
  return (
    <div className={styles.form}>
      <p>
        {deposit > 0
          ? words.depositFirst(formatCedis(deposit), formatCedis(sumCedis([total, -deposit])))
          : words.onDeliveryMore(formatCedis(total))}
      </p>
      <ErrorList messages={errors} />
      <Button
        type="button"
        wide
        busy={busy}
        busyLabel={deposit > 0 ? words.choosing : words.ordering}
        onClick={() => void payOnDelivery()}
      >
        {deposit > 0 ? words.payDeposit(formatCedis(deposit)) : words.orderOnDelivery}
      </Button>
    </div>
  )
}

const nameOf = (way: Way) => (way === 'card' ? words.card : way === 'delivery' ? words.onDelivery : NETWORKS[way].name)

function WayWords({ code }: { code: Way }) {
  const Icon = code === 'card' ? CreditCard : code === 'delivery' ? Truck : Smartphone
  return (
    <>
      <Icon size={20} aria-hidden />
      <span>
        <strong>{nameOf(code)}</strong>
        <span>{words.hints[code]}</span>
      </span>
    </>
  )
}
