import Joi from 'joi'
import { alertReply, askedRules, renewalRules } from '#api/alerts/alert-rules.ts'
import { askAlert, confirmAlerts, listAlerts, removeAlert, turnOff } from '#api/alerts/alerts.ts'
import { pushKey } from '#api/alerts/push-key.ts'
import { renewPush } from '#api/alerts/renew-push.ts'
import { addressGroup } from '#api/http/address-group.ts'
import { MOST_ONE_CLICK_BYTES, openLink } from '#api/http/open-link.ts'
import { ownerOf } from '#api/http/owner.ts'
import { route } from '#api/http/route.ts'
import { allowTry } from '#api/http/tries.ts'

const message = Joi.string().required()

/** Alerts a minute: from one session, and from one address that many shoppers may share. */
const SESSION_ASKS = 20
const ADDRESS_ASKS = 120

export const alertRoutes = [
  route(
    'GET /api/alerts',
    {
      summary: 'What the guest or customer wants to be told, and the public key for push messages.',
      access: 'session',
      reply: Joi.object({ push_key: Joi.string().required(), alerts: Joi.array().items(alertReply).required() }),
    },
    async ({ session }) => ({ push_key: pushKey().publicKey, alerts: await listAlerts(ownerOf(session!)) }),
  ),

  route(
    'POST /api/alerts',
    {
      summary:
        'Asks to be told once: when a variant is back in stock, a product costs less, or an order is ready. By push message, or by email; a guest confirms the address by a link.',
      access: 'session',
      status: 201,
      body: askedRules,
      reply: Joi.object({ message, alert: alertReply.required() }),
    },
    async ({ body, session, ctx }) => {
      await allowTry([
        { key: `alerts session ${session!.id}`, failures: SESSION_ASKS, grows: false },
        { key: `alerts address ${addressGroup(ctx.ip)}`, failures: ADDRESS_ASKS, grows: false },
      ])
      const alert = await askAlert(session!, body)
      return { message: alert.is_confirmed ? 'We will tell you.' : 'Check your email and confirm your address.', alert }
    },
  ),

  route(
    'POST /api/alerts/renew',
    {
      summary: 'Replaces the push subscription of a browser whose push service renewed it; the old one is the proof.',
      access: 'public',
      idempotent: false,
      body: renewalRules,
      reply: Joi.object({ message }),
    },
    async ({ body, ctx }) => {
      await openLink(ctx.ip, () => renewPush(body))
      return { message: 'Renewed.' }
    },
  ),

  route(
    'DELETE /api/alerts/:id',
    { summary: 'Turns off one alert.', access: 'session', reply: Joi.object({ message }) },
    async ({ params, session }) => {
      await removeAlert(ownerOf(session!), params.id)
      return { message: 'Turned off.' }
    },
  ),

  route(
    'POST /api/alerts/confirm/:token',
    { summary: 'Confirms an email address by the link in a letter.', access: 'public', reply: Joi.object({ message }) },
    async ({ params, ctx }) => {
      await openLink(ctx.ip, () => confirmAlerts(params.token))
      return { message: 'Confirmed. We will tell you.' }
    },
  ),

  route(
    'POST /api/alerts/off/:token',
    {
      summary:
        'Turns off all alerts to one email address or browser, by the token in its letters and messages. Mail programs call it themselves (RFC 8058), so it takes any body of at most 4 KB.',
      access: 'public',
      raw: MOST_ONE_CLICK_BYTES,
      idempotent: false,
      reply: Joi.object({ message }),
    },
    async ({ params, ctx }) => {
      await openLink(ctx.ip, () => turnOff(params.token))
      return { message: 'Your alerts are off.' }
    },
  ),
]
