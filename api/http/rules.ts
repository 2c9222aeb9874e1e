import Joi from 'joi'
import { hasCardNumber, NO_CARD_NUMBERS } from '#sync/protocol/card-number.ts'
import { MOST_CEDIS } from '#sync/protocol/money.ts'
import { LONGEST_SEARCH } from '#sync/protocol/page.ts'

/** An id of a row. */
export const id = () => Joi.number().integer().min(1).max(4_294_967_295)

/** Money in cedis with at most two decimals; refuses a third instead of rounding. */
export const money = () => Joi.number().min(0).max(MOST_CEDIS).precision(2)

/** The same with either sign. */
export const signedMoney = () => Joi.number().min(-MOST_CEDIS).max(MOST_CEDIS).precision(2)

/** Text for a search, which is not stored: trimmed. */
export const sought = (max = LONGEST_SEARCH) => Joi.string().trim().max(max).prefs({ convert: true })

/** One line of text, trimmed; not empty unless a rule allows ''. Refuses card numbers, because the shop stores none. */
export const text = (max: number) => withoutCard(sought(max))

/** Refuses card numbers in another text rule. */
export const withoutCard = (rule: Joi.StringSchema) =>
  rule
    .custom((value: string, helpers) => (hasCardNumber(value) ? helpers.error('text.card') : value))
    .messages({ 'text.card': NO_CARD_NUMBERS })

/** A row's `updated_at` as it was read. */
export const readAt = () => Joi.string().isoDate()

/** A day, YYYY-MM-DD, in UTC; not the 31st of February. */
export const day = () =>
  Joi.string()
    .pattern(/^\d{4}-\d\d-\d\d$/, 'YYYY-MM-DD')
    .custom((value: string, helpers) =>
      new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) ? value : helpers.error('any.invalid'),
    )

/** Which page of a list, and how long. */
export const page = (per_page = 12) => ({
  page: Joi.number().integer().min(1).max(1_000_000_000).default(1),
  per_page: Joi.number().integer().min(1).max(100).default(per_page),
})

/** The column a list is sorted by, and the direction. */
export const sorted = <Column extends string>(columns: readonly Column[]) => ({
  order_column: Joi.string<Column>().valid(...columns),
  order_direction: Joi.string<'asc' | 'desc'>().valid('asc', 'desc'),
})

/** A list reply of these rows. */
export const pageOf = <Row>(row: Joi.Schema<Row>) =>
  Joi.object({
    data: Joi.array().items(row.optional()).required(),
    total: Joi.number().required(),
    last_page: Joi.number().required(),
    current_page: Joi.number().required(),
    per_page: Joi.number().required(),
  }).required()
