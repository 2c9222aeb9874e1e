/** What the accounts that every shop has are called, until the shop's own names are known. */
export const accountNames: Readonly<Record<string, string>> = {
  CASH: 'Cash',
  MTN_MOBILE_MONEY: 'MTN MoMo',
  TELECEL_CASH: 'Telecel Cash',
  AT_MONEY: 'AT Money',
  BANK: 'POS / Bank',
  GIFT_CARDS: 'Gift card',
}
