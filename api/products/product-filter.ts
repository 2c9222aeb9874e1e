import Joi from 'joi'
import { id, sorted, sought } from '#api/http/rules.ts'
import { STAFF_PRODUCT_ORDERS } from '#sync/protocol/endpoints/products.ts'

const only = () => Joi.number().valid(1) as unknown as Joi.NumberSchema<1>

/** Query rules for filters and order of staff's product list. */
export const productFilter = {
  search: sought(),
  status_code: Joi.string().valid('LIVE', 'INACTIVE'),
  category_id: id(),
  low: only(),
  no_picture: only(),
  discounted: only(),
  ...sorted(STAFF_PRODUCT_ORDERS),
}
