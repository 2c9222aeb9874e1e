import Joi from 'joi'
import { text } from '#api/http/rules.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import {
  FACTOR_METHODS,
  FACTOR_POLICIES,
  type FactorAnswer,
  type FactorAsked,
  type NewPasskey,
  type OwnFactors,
  type PasskeyAnswer,
} from '#sync/protocol/staff/second-factor.ts'

const base64url = (max: number) =>
  Joi.string()
    .max(max)
    .pattern(/^[\w-]+$/, 'base64url')
const credential = {
  id: base64url(1400).required(),
  rawId: base64url(1400).required(),
  type: Joi.string<'public-key'>().valid('public-key').required(),
  authenticatorAttachment: Joi.string().max(40),
  clientExtensionResults: Joi.object().unknown().max(20).required(),
}

const passkeyAnswer = Joi.object<PasskeyAnswer, true>({
  ...credential,
  response: Joi.object({
    clientDataJSON: base64url(4000).required(),
    authenticatorData: base64url(4000).required(),
    signature: base64url(2000).required(),
    userHandle: base64url(200),
  }).required(),
})

const newPasskey = Joi.object<NewPasskey, true>({
  ...credential,
  response: Joi.object({
    clientDataJSON: base64url(4000).required(),
    attestationObject: base64url(14_000).required(),
    transports: Joi.array()
      .items(
        Joi.string()
          .max(20)
          .pattern(/^[a-z-]+$/),
      )
      .max(8),
    publicKeyAlgorithm: Joi.number(),
    publicKey: base64url(4000),
    authenticatorData: base64url(8000),
  }).required(),
})

const challenge = () => base64url(43).required()

export const answerRules = Joi.object<FactorAnswer, true>({
  challenge: challenge(),
  method: Joi.string<FactorAnswer['method']>()
    .valid(...FACTOR_METHODS)
    .required(),
  answer: Joi.when('method', {
    is: 'passkey',
    then: passkeyAnswer,
    otherwise: Joi.string().max(60),
  }).required() as Joi.AlternativesSchema<FactorAnswer['answer']>,
})

export const confirmRules = Joi.object<{ current_password?: string }, true>({
  current_password: Joi.string().max(128).allow(''),
})
export const passkeyRules = Joi.object<BodyOf<'POST /api/account/passkeys'>, true>({
  challenge: challenge(),
  name: text(60).required(),
  answer: newPasskey.required(),
})
export const codeRules = Joi.object<BodyOf<'POST /api/account/authenticator'>, true>({
  challenge: challenge(),
  code: Joi.string().max(60).required(),
})

const known = Joi.array()
  .items(Joi.object({ id: Joi.string().required(), transports: Joi.array().items(Joi.string()).required() }))
  .required()
const at = { created_at: Joi.string().required(), used_at: Joi.string().allow(null).required() }

export const askedReply = Joi.object<FactorAsked, true>({
  methods: Joi.array()
    .items(Joi.string<FactorAnswer['method']>().valid(...FACTOR_METHODS))
    .required(),
  challenge: Joi.string().required(),
  rp_id: Joi.string().required(),
  passkeys: known,
}).required()

export const optionsReply = Joi.object({
  challenge: Joi.string().required(),
  rp: Joi.object({ id: Joi.string().required(), name: Joi.string().required() }).required(),
  user: Joi.object({
    id: Joi.string().required(),
    name: Joi.string().required(),
    displayName: Joi.string().required(),
  }).required(),
  exclude: known,
}).required()

export const factorsReply = Joi.object<OwnFactors, true>({
  policy: Joi.string<OwnFactors['policy']>()
    .valid(...FACTOR_POLICIES)
    .required(),
  passkeys: Joi.array()
    .items(Joi.object({ id: Joi.number().required(), name: Joi.string().required(), ...at }))
    .required(),
  authenticator: Joi.object(at).allow(null).required(),
  recovery_codes_left: Joi.number().required(),
}).required()

export const recoveryCodes = Joi.array().items(Joi.string())
