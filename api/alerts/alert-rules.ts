import Joi from 'joi'
import { isPoint, pushUrl } from '#api/alerts/push-address.ts'
import { email } from '#api/auth/person-rules.ts'
import { id } from '#api/http/rules.ts'
import {
  ALERT_KINDS,
  type AlertAsked,
  type OwnAlert,
  type PushAddress,
  type PushRenewal,
} from '#sync/protocol/shop/alert.ts'

const point = () =>
  Joi.string()
    .custom((value: string, helpers) => (isPoint(value) ? value : helpers.error('push.key')))
    .messages({ 'push.key': 'This push subscription key is not valid.' })
    .required()

const subscription = {
  endpoint: Joi.string()
    .max(1000)
    .custom((value: string, helpers) => (pushUrl(value) ? value : helpers.error('push.service')))
    .messages({ 'push.service': 'This push service is unknown.' })
    .required(),
  p256dh: point(),
  auth: Joi.string()
    .pattern(/^[\w-]{22}$/, 'base64url')
    .required(),
}
const pushRules = Joi.object<PushAddress, true>({ ...subscription, key: point() })

export const renewalRules = Joi.object<PushRenewal, true>({
  old: Joi.object<PushRenewal['old'], true>(subscription).required(),
  push: pushRules.required(),
})

export const askedRules = Joi.object<AlertAsked, true>({
  kind: Joi.string()
    .valid(...ALERT_KINDS)
    .required(),
  subject_id: id().required(),
  email: email(),
  push: pushRules,
}).oxor('email', 'push')

export const alertReply = Joi.object<OwnAlert, true>({
  id: Joi.number().required(),
  kind: Joi.string()
    .valid(...ALERT_KINDS)
    .required(),
  subject_id: Joi.number().required(),
  by: Joi.string().valid('MAIL', 'PUSH').required(),
  is_confirmed: Joi.boolean().required(),
  name: Joi.string().required(),
  path: Joi.string().required(),
})
