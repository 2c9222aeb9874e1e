import type { GiftPart } from './gift-card.ts'
import type { OrderStatus } from './order.ts'

/** The networks whose wallets can pay, under the provider's codes. */
export const NETWORKS = {
  mtn: { name: 'MTN MoMo', prefixes: ['24', '25', '53', '54', '55', '59'] },
  vod: { name: 'Telecel Cash', prefixes: ['20', '50'] },
  atl: { name: 'AT Money', prefixes: ['26', '27', '56', '57'] },
} as const
export type Network = keyof typeof NETWORKS
export const NETWORK_CODES = Object.keys(NETWORKS) as Network[]

/** How long a payer has to approve a payment on the phone. */
export const APPROVAL_SECONDS = 180

/** How long a payer has to type the code from their network. */
export const CODE_SECONDS = 600

/**
 * The network that a Ghanaian number was first sold by, or null. Its owner may have taken it to another one since, so
 * this only suggests.
 */
export function firstNetworkOf(e164: string): Network | null {
  const prefix = /^\+233(\d\d)\d{7}$/.exec(e164)?.[1]
  return (
    NETWORK_CODES.find(code => (NETWORKS[code].prefixes as readonly (string | undefined)[]).includes(prefix)) ?? null
  )
}

/**
 * Names the order to pay: by id for its signed-in owner or guest session, by its tracking link, or by the link that
 * lets somebody else pay it.
 */
export interface WalletDoor {
  order_id?: number | null
  tracking_token?: string | null
  pay_token?: string | null
}

/**
 * An attempt to pay from a phone. 'unsent': the phone may not have been asked yet. 'waiting': the payer approves it on
 * the phone. 'code': the payer types a code from the network. 'late': nobody approved in time; the money may still
 * arrive. 'failed': nothing was taken. 'mismatch': money arrived that does not fit the order; staff are told.
 */
export interface WalletTry {
  reference: string
  network: Network
  /** The phone with most digits hidden. */
  phone: string
  /** In pesewas. */
  amount: number
  state: 'unsent' | 'waiting' | 'code' | 'late' | 'failed' | 'mismatch' | 'paid'
  /** Why it failed, in the network's words. */
  reason: string | null
  /** Until when the payer can approve. */
  ends_at: string | null
}

/** Where an order's latest attempt to pay from a phone stands; null without one. */
export interface WalletStanding {
  status_code: OrderStatus
  wallet: WalletTry | null
  /** Whether the order may be paid on delivery instead. */
  on_delivery: boolean
  /** What is to be paid before it is sent, in cedis, if the rest is paid on delivery; 0 for nothing. */
  deposit: number
  /** What is to be paid now, in cedis: the deposit once the payer chose it, else the total. 0 if it is not unpaid. */
  to_pay: number
  /** What a gift card pays once the rest is paid. */
  gift: GiftPart | null
}
