import Joi from 'joi'
import { phone } from '#api/auth/person-rules.ts'
import { id, money } from '#api/http/rules.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import type { GiftPart } from '#sync/protocol/shop/gift-card.ts'
import { ORDER_STATUSES, type OrderStatus } from '#sync/protocol/shop/order.ts'
import {
  NETWORK_CODES,
  type Network,
  type WalletDoor,
  type WalletStanding,
  type WalletTry,
} from '#sync/protocol/shop/wallet.ts'

const NO_WALLET = 'Enter a Ghana mobile number, such as 024 123 4567.'

/** A Ghanaian mobile number, as E.164. Only plain digits: others may look like one number and be read as another. */
const walletPhone = () =>
  phone()
    .custom((value: string, helpers) => {
      const typed = helpers.original as unknown
      return typeof typed === 'string' && /^[\d +().-]+$/.test(typed.trim()) && /^\+233[25]\d{8}$/.test(value)
        ? value
        : helpers.error('phone.wallet')
    })
    .messages({ 'phone.invalid': NO_WALLET, 'phone.wallet': NO_WALLET })

const door = {
  order_id: id().allow(null),
  tracking_token: Joi.string().max(64).allow(null),
  pay_token: Joi.string().max(64).allow(null),
}
const reference = () => Joi.string().pattern(/^[\w.=-]{1,100}$/)

export const askRules = Joi.object<WalletDoor & { network: Network; phone: string; total?: number }>({
  ...door,
  network: Joi.string<Network>()
    .valid(...NETWORK_CODES)
    .required(),
  phone: walletPhone().required(),
  // The total that the payer was shown.
  total: money(),
}).xor('order_id', 'tracking_token', 'pay_token')

export const checkRules = Joi.object<WalletDoor & { reference?: string | null }>({
  ...door,
  reference: reference().allow(null),
}).xor('order_id', 'tracking_token', 'pay_token')

export const codeRules = Joi.object<WalletDoor & { reference: string; code: string }>({
  ...door,
  reference: reference().required(),
  code: Joi.string()
    .trim()
    .pattern(/^[0-9A-Za-z]{4,12}$/)
    .required()
    .messages({ 'string.pattern.base': 'Enter the code from your network, without spaces.' }),
}).xor('order_id', 'tracking_token', 'pay_token')

/** The doors of who ordered. */
export const ownDoorRules = Joi.object<Omit<WalletDoor, 'pay_token'>>({
  order_id: id().allow(null),
  tracking_token: Joi.string().max(64).allow(null),
}).xor('order_id', 'tracking_token')

/** `whole`: the payer no longer wants to pay a deposit first. */
export const onDeliveryRules = Joi.object<BodyOf<'POST /api/payments/on-delivery'>>({
  order_id: id().allow(null),
  tracking_token: Joi.string().max(64).allow(null),
  whole: Joi.boolean(),
}).xor('order_id', 'tracking_token')

export const standingReply = Joi.object<WalletStanding, true>({
  on_delivery: Joi.boolean().required(),
  deposit: Joi.number().required(),
  to_pay: Joi.number().required(),
  gift: Joi.object<GiftPart, true>({ code_end: Joi.string().required(), amount: Joi.number().required() })
    .allow(null)
    .required(),
  status_code: Joi.string<OrderStatus>()
    .valid(...(Object.keys(ORDER_STATUSES) as OrderStatus[]))
    .required(),
  wallet: Joi.object<WalletTry, true>({
    reference: Joi.string().required(),
    network: Joi.string<Network>()
      .valid(...NETWORK_CODES)
      .required(),
    phone: Joi.string().required(),
    amount: Joi.number().integer().required(),
    state: Joi.string<WalletTry['state']>()
      .valid('unsent', 'waiting', 'code', 'late', 'failed', 'mismatch', 'paid')
      .required(),
    reason: Joi.string().allow(null).required(),
    ends_at: Joi.string().allow(null).required(),
  })
    .allow(null)
    .required(),
})
