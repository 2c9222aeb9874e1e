import Joi from 'joi'
import { day, id, sought, text } from '#api/http/rules.ts'
import type { TransactionType } from '#sync/protocol/staff/ledger.ts'

export const month = () => Joi.string().pattern(/^\d{4}-(0[1-9]|1[0-2])$/, 'YYYY-MM')
export const transactionType = () => Joi.string<TransactionType>().valid('SALE', 'REFUND', 'MANUAL')

/** Filters for entries. */
export const transactionFilters = {
  search: sought().allow(''),
  account_code: text(40),
  type_code: transactionType(),
  period: month(),
  user_id: id(),
  start_date: day(),
  end_date: day(),
  business_from: day(),
  business_to: day(),
}
