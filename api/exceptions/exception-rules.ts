import Joi from 'joi'
import { EXCEPTIONS, type ShopException } from '#sync/protocol/staff/exception.ts'

export const exceptionStatus = () => Joi.string<ShopException['status_code']>().valid('OPEN', 'RESOLVED')
export const exceptionCode = () => Joi.string<ShopException['code']>().valid(...EXCEPTIONS)

const numberOrNone = Joi.number().allow(null).required()
const wordsOrNone = Joi.string().allow(null).required()

export const exceptionReply = Joi.object<ShopException, true>({
  id: Joi.number().required(),
  code: exceptionCode().required(),
  order_id: numberOrNone,
  number: wordsOrNone,
  till_id: numberOrNone,
  key_id: wordsOrNone,
  product_variation_id: numberOrNone,
  item: wordsOrNone,
  on_hand: numberOrNone,
  reserved: numberOrNone,
  detail: Joi.string().required(),
  status_code: exceptionStatus().required(),
  resolution: Joi.string<'COUNTED' | 'NOTED'>().valid('COUNTED', 'NOTED').allow(null).required(),
  note: wordsOrNone,
  resolved_by: wordsOrNone,
  count: Joi.number().required(),
  created_at: Joi.string().required(),
  resolved_at: wordsOrNone,
})
