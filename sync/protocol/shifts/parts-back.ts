import { toCedis, toPesewas } from '../money.ts'
import { GIFT_CARDS, GIFT_CARDS_SHORT } from '../sale.ts'
import { byAccount } from '../tender/parts.ts'

/** What of a sale came into which account, in cedis: `card` from a gift card, `short` for a card that did not have it. */
export interface CameIn {
  account_code: string
  card: number
  short: number
  /** What is left of each part of a payment in several ways. */
  parts?: readonly PartBack[] | null
}

export interface PartBack {
  account_code: string
  amount: number
}

/**
 * Where money of a sale goes back to, in cedis: the gift card first, then the parts of a payment in several ways, the
 * account of the sale last. What a sale paid whole by card cannot give back to it counts as short: somebody must settle
 * it.
 */
export function partsBack(amount: number, { account_code, card, short, parts }: CameIn): PartBack[] {
  const whole = toPesewas(amount)
  const toCard = Math.min(whole, toPesewas(card))
  const toShort = Math.min(whole - toCard, toPesewas(short))
  const rest = whole - toCard - toShort
  const isByCard = account_code === GIFT_CARDS
  const back = [
    { account_code: GIFT_CARDS, pesewas: toCard },
    { account_code: GIFT_CARDS_SHORT, pesewas: isByCard ? toShort + rest : toShort },
    ...shared(isByCard ? 0 : rest, account_code, parts ?? []),
  ]
  return byAccount(back.filter(({ pesewas }) => pesewas > 0).map(inCedis))
}

/**
 * Shares an amount, in pesewas, among the parts in their order; what they do not cover goes to the account of the sale.
 */
function shared(amount: number, account_code: string, parts: readonly PartBack[]) {
  let rest = amount
  const shares = parts.map(part => {
    const pesewas = Math.min(rest, Math.max(0, toPesewas(part.amount)))
    rest -= pesewas
    return { account_code: part.account_code, pesewas }
  })
  return [...shares, { account_code, pesewas: rest }]
}

const inCedis = ({ account_code, pesewas }: { account_code: string; pesewas: number }): PartBack => ({
  account_code,
  amount: toCedis(pesewas),
})
