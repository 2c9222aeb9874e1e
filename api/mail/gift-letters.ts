import { link, small, words, type Letter } from '#api/mail/letter.ts'
import type { Around } from '#api/mail/order-letters.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import type { Order } from '#sync/protocol/shop/order-view.ts'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'

interface Gift {
  amount: number
  buyer_name: string | null
  recipient_name: string | null
  message: string | null
}

/** The gift card itself, to its recipient. The only place where its code stands. */
export const giftLetter = (
  shop: Pick<ShopInfo, 'name'>,
  gift: Gift & { code: string; expires_on: string | null; page: string },
): Letter => ({
  subject: `${gift.buyer_name ?? 'Someone'} sent you a gift card for ${shop.name}`,
  title: `${gift.recipient_name ? `${gift.recipient_name}, you` : 'You'} have a gift card for ${formatCedis(gift.amount)}.`,
  pieces: [
    ...(gift.message ? [words(gift.message)] : []),
    {
      kind: 'facts',
      facts: [
        { name: 'Code', value: gift.code },
        { name: 'Amount', value: formatCedis(gift.amount) },
        ...(gift.buyer_name ? [{ name: 'From', value: gift.buyer_name }] : []),
        ...(gift.expires_on ? [{ name: 'Use by', value: gift.expires_on }] : []),
      ],
    },
    words('Enter the code at the last step of checkout, or show it in the shop.'),
    link('Check the balance', gift.page),
    small('Keep the code safe: anyone who has it can spend it.'),
  ],
})

/** The buyer's receipt: it never shows the code. */
export const giftReceiptLetter = (
  shop: Pick<ShopInfo, 'name'>,
  {
    amount,
    buyer_name,
    recipient_name,
    recipient_email,
    send_on,
  }: Gift & { recipient_email: string | null; send_on: string | null },
): Letter => ({
  subject: `${shop.name}: your gift card for ${formatCedis(amount)} is paid`,
  title: `Thank you${buyer_name ? `, ${buyer_name}` : ''}. Your gift card is paid.`,
  pieces: [
    {
      kind: 'facts',
      facts: [
        { name: 'Gift card', value: formatCedis(amount) },
        { name: 'For', value: [recipient_name, recipient_email].filter(Boolean).join(', ') },
        { name: 'Send on', value: send_on ?? 'now' },
      ],
    },
    words('We email the code to the recipient only. If it does not arrive, contact us.'),
  ],
})

/** Money for a gift card that goes back, to its buyer. */
export const giftRefundedLetter = (
  shop: Pick<ShopInfo, 'name'>,
  { buyer_name, amount }: Pick<Gift, 'buyer_name' | 'amount'>,
): Letter => ({
  subject: `${shop.name}: ${formatCedis(amount)} refunded for your gift card`,
  title: `${buyer_name ? `${buyer_name}, we` : 'We'} have refunded ${formatCedis(amount)}.`,
  pieces: [
    words(
      'It is for your gift card and goes back to the card or wallet you paid with. Banks may take up to 10 working days to show it.',
    ),
    words('The gift card can no longer be used.'),
  ],
})

/** A refund as store credit: its code, to the customer. */
export const storeCreditLetter = (
  order: Pick<Order, 'number'>,
  { shop, link: address }: Around,
  { code, amount }: { code: string; amount: number },
): Letter => ({
  subject: `${shop.name}: store credit of ${formatCedis(amount)}`,
  title: `You have ${formatCedis(amount)} in store credit.`,
  pieces: [
    words(`It is for your return of order ${order.number}.`),
    {
      kind: 'facts',
      facts: [
        { name: 'Code', value: code },
        { name: 'Amount', value: formatCedis(amount) },
      ],
    },
    words('Enter the code at the last step of checkout, or show it in the shop.'),
    link('See your order', address),
    small('Keep the code safe: anyone who has it can spend it.'),
  ],
})
