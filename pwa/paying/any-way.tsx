import type { ReactNode } from 'react'
import type { WalletDoor } from '#sync/protocol/shop/wallet.ts'
import { PayWays, useChoice } from './pay-ways.tsx'
import { isAsking, useWallet } from './use-wallet.ts'
import { WalletWaiting } from './wallet-waiting.tsx'

interface Props {
  door: WalletDoor
  /** Reads the order again. Must stay the same from render to render, like `door`. */
  refresh: () => Promise<unknown>
  total: number
  /** The phone to suggest. */
  phone: string | null
  isCardTried: boolean
  /** Paying by card what is to be paid now, in cedis. */
  renderCard: (now: number) => ReactNode
}

/** Paying an order from a phone or by card; while a phone is asked, what its owner has to do. */
export function AnyWay({ door, refresh, total, phone, isCardTried, renderCard }: Props) {
  const wallet = useWallet(door, refresh)
  const choice = useChoice(phone)
  const { attempt, isAside } = wallet
  return attempt && isAsking(attempt) && !isAside ? (
    <WalletWaiting attempt={attempt} wallet={wallet} />
  ) : (
    <PayWays total={total} choice={choice} wallet={wallet} isCardTried={isCardTried}>
      {renderCard(wallet.toPay ?? total)}
    </PayWays>
  )
}
