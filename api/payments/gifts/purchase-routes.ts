import Joi from 'joi'
import { email } from '#api/auth/person-rules.ts'
import { env } from '#api/env.ts'
import { conflict, providerSilent } from '#api/errors.ts'
import { settlePurchase, startGiftPayment } from '#api/payments/gifts/pay-purchase.ts'
import { findPurchase, offerNow, shown, storePurchase } from '#api/payments/gifts/purchases.ts'
import { sendPurchased } from '#api/payments/gifts/send-purchased.ts'
import { addressGroup } from '#api/http/address-group.ts'
import { route } from '#api/http/route.ts'
import { day, money, text } from '#api/http/rules.ts'
import { allowTry } from '#api/http/tries.ts'
import { paymentReply } from '#api/payments/payment-rules.ts'
import { isSilence, provider } from '#api/payments/provider.ts'
import type { GiftOffer, GiftOrder, GiftPurchase } from '#sync/protocol/shop/gift-purchase.ts'

const purchaseReply = () =>
  Joi.object<GiftPurchase, true>({
    amount: Joi.number().required(),
    status_code: Joi.string<GiftPurchase['status_code']>().valid('UNPAID', 'PAID').required(),
    recipient_name: Joi.string().allow(null).required(),
    recipient_email: Joi.string().allow('').required(),
    send_on: Joi.string().allow(null).required(),
    sent_at: Joi.string().allow(null).required(),
  }).required()

/** Most purchases a minute from one address. */
const PURCHASES = 10
const pageOf = (token: string) => `${env.shopUrl}/gift-card/${token}`

/** Buying a gift card on the website. */
export const purchaseRoutes = [
  route(
    'GET /api/gift-cards/offer',
    {
      summary: 'What gift cards are sold for online; null if they are not.',
      access: 'public',
      reply: Joi.object({
        offer: Joi.object<GiftOffer, true>({
          amounts: Joi.array().items(Joi.number()).required(),
          least: Joi.number().required(),
          most: Joi.number().required(),
        })
          .allow(null)
          .required(),
      }),
    },
    async () => ({ offer: await offerNow() }),
  ),

  route(
    'POST /api/gift-cards/purchases',
    {
      summary:
        'Buys a gift card: returns how to pay it, and the token of the buyer’s link. Its code goes to the recipient.',
      access: 'public',
      status: 201,
      idempotent: false,
      inPhases: true,
      body: Joi.object<GiftOrder, true>({
        amount: money().positive().required(),
        buyer_name: text(120).required(),
        buyer_email: email().required(),
        recipient_name: text(120).allow(null, ''),
        recipient_email: email().required(),
        message: text(500).allow(null, ''),
        send_on: day().allow(null),
      }),
      reply: Joi.object({
        message: Joi.string().required(),
        token: Joi.string().required(),
        purchase: purchaseReply(),
        payment: paymentReply.required(),
      }),
    },
    async ({ body, ctx, phase }) => {
      await allowTry([{ key: `gift purchase address ${addressGroup(ctx.ip)}`, failures: PURCHASES }])
      const { id, token } = await phase(() => storePurchase(body))
      const payment = await startGiftPayment(id, pageOf(token))
      const purchase = shown(await findPurchase(token))
      return { message: 'Please pay for the gift card.', token, purchase, payment }
    },
  ),

  route(
    'GET /api/gift-cards/purchases/:token',
    {
      summary: 'A gift card that somebody bought, for the buyer. Never its code.',
      access: 'public',
      reply: Joi.object({ purchase: purchaseReply() }),
    },
    async ({ params }) => ({ purchase: shown(await findPurchase(params.token)) }),
  ),

  route(
    'POST /api/gift-cards/purchases/:token/pay',
    {
      summary: 'Returns how to pay a gift card that is not paid yet.',
      access: 'public',
      idempotent: false,
      inPhases: true,
      reply: Joi.object({ purchase: purchaseReply(), payment: paymentReply.required() }),
    },
    async ({ params }) => {
      const row = await findPurchase(params.token)
      const payment = await startGiftPayment(row.id, pageOf(params.token))
      return { purchase: shown(row), payment }
    },
  ),

  route(
    'POST /api/gift-cards/purchases/:token/check',
    {
      summary: 'Asks the provider whether a gift card is paid.',
      access: 'public',
      idempotent: false,
      inPhases: true,
      reply: Joi.object({ message: Joi.string().required(), purchase: purchaseReply() }),
    },
    async ({ params }) => {
      const row = await findPurchase(params.token)
      if (row.status_code === 'UNPAID' && row.access_code !== null) await ask(row.reference!)
      const purchase = shown(await findPurchase(params.token))
      if (purchase.status_code === 'UNPAID') throw conflict('The payment has not arrived yet.')
      await sendPurchased()
      return { message: 'Thank you. Your payment has arrived.', purchase: shown(await findPurchase(params.token)) }
    },
  ),
]

async function ask(reference: string): Promise<void> {
  try {
    await settlePurchase(reference, await provider().verify(reference))
  } catch (error) {
    if (isSilence(error)) throw providerSilent()
    throw error
  }
}
