import Joi from 'joi'
import { phone } from '#api/auth/person-rules.ts'
import { id, readAt, text } from '#api/http/rules.ts'
import { DIGITAL_ADDRESS, type Address, type AddressInput } from '#sync/protocol/shop/account.ts'

const optional = (rule: Joi.StringSchema) => rule.allow(null, '')

const fields = {
  first_name: text(60).label('First name'),
  last_name: text(60).label('Last name'),
  phone: phone().label('Phone'),
  country_code: text(2).label('Country'),
  region_code: text(6).label('Region'),
  zone_code: optional(text(40)).label('Zone'),
  address: text(500).label('Address'),
  digital_address: optional(text(15).uppercase().pattern(DIGITAL_ADDRESS)).messages({
    'string.pattern.base': 'A digital address looks like GA-183-8164.',
  }),
  is_default: Joi.boolean(),
}

export const addressRules = Joi.object<AddressInput>({
  ...fields,
  first_name: fields.first_name.required(),
  last_name: fields.last_name.required(),
  phone: fields.phone.required(),
  region_code: fields.region_code.required(),
  address: fields.address.required(),
})

export const addressChangeRules = Joi.object<Partial<AddressInput> & { updated_at?: string }>({
  ...fields,
  updated_at: readAt(),
})

export const addressReply = Joi.object<Address, true>({
  id: id().required(),
  first_name: Joi.string().required(),
  last_name: Joi.string().required(),
  phone: Joi.string().required(),
  country_code: Joi.string().required(),
  region_code: Joi.string().required(),
  zone_code: Joi.string().allow(null).required(),
  address: Joi.string().required(),
  digital_address: Joi.string().allow(null).required(),
  is_default: Joi.boolean().required(),
  updated_at: Joi.string().required(),
}).required()
