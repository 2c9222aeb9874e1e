import Banknote from 'lucide-react/icons/banknote'
import CreditCard from 'lucide-react/icons/credit-card'
import Gift from 'lucide-react/icons/gift'
import Smartphone from 'lucide-react/icons/smartphone'
import Wallet from 'lucide-react/icons/wallet'
import type { TenderKind } from '#sync/protocol/tender/tender.ts'

export const TENDER_ICONS: Record<TenderKind, typeof Banknote> = {
  CASH: Banknote,
  MOBILE_MONEY: Smartphone,
  CARD: CreditCard,
  OTHER: Wallet,
}
export const CARD_ICON = Gift
