import Joi from 'joi'
import { REFERENCE_RULES, TENDER_KINDS, type ReferenceRule, type TenderKind } from '#sync/protocol/tender/tender.ts'
import type { Account } from '#sync/protocol/staff/ledger.ts'

export const ACCOUNT_COLUMNS =
  'id, code, name, balance, at_till, kind, asks_reference, opens_drawer, place, status_code, updated_at'

export type AccountRow = Omit<Account, 'period' | 'at_till' | 'opens_drawer' | 'updated_at'> & {
  at_till: number
  opens_drawer: number
  updated_at: Date
}

/** An account as replies show it. `period`: the open month. */
export const shownAccount = ({ at_till, opens_drawer, updated_at, ...row }: AccountRow, period: string): Account => ({
  ...row,
  period,
  at_till: Boolean(at_till),
  opens_drawer: Boolean(opens_drawer),
  updated_at: updated_at.toJSON(),
})

export const tenderKind = () => Joi.string<TenderKind>().valid(...(Object.keys(TENDER_KINDS) as TenderKind[]))
export const referenceRule = () =>
  Joi.string<ReferenceRule>().valid(...(Object.keys(REFERENCE_RULES) as ReferenceRule[]))

export const accountReply = Joi.object<Account, true>({
  id: Joi.number().required(),
  code: Joi.string().required(),
  name: Joi.string().required(),
  balance: Joi.number().required(),
  period: Joi.string()
    .pattern(/^\d{4}-\d\d$/)
    .required(),
  at_till: Joi.boolean().required(),
  kind: tenderKind().allow(null).required(),
  asks_reference: referenceRule().required(),
  opens_drawer: Joi.boolean().required(),
  place: Joi.number().required(),
  status_code: Joi.string().valid('ACTIVE', 'ARCHIVED').required(),
  updated_at: Joi.string().required(),
})
