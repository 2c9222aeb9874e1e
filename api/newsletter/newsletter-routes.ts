import Joi from 'joi'
import { email } from '#api/auth/person-rules.ts'
import { addressGroup } from '#api/http/address-group.ts'
import { MOST_ONE_CLICK_BYTES, openLink } from '#api/http/open-link.ts'
import { route } from '#api/http/route.ts'
import { allowTry } from '#api/http/tries.ts'
import { csvRoute } from '#api/lists/csv.ts'
import {
  askForNewsletter,
  confirmNewsletter,
  countNewsletter,
  endNewsletter,
  newsletterTable,
} from '#api/newsletter/newsletter.ts'
import type { NewsletterCounts } from '#sync/protocol/endpoints/newsletter.ts'
import { MANAGEMENT } from '#sync/protocol/roles.ts'

const message = Joi.string().required()
const count = Joi.number().integer().required()

/** Sign-ups a minute from one internet address that many shoppers may share. */
const MOST_ASKS = 30

export const newsletterRoutes = [
  route(
    'POST /api/newsletter',
    {
      summary: 'Asks an email address by a letter whether it wants the newsletter. The reply tells nothing about it.',
      access: 'public',
      body: Joi.object<{ email: string }, true>({ email: email().required() }),
      reply: Joi.object({ message }),
    },
    async ({ body, ctx }) => {
      await allowTry([{ key: `newsletter ${addressGroup(ctx.ip)}`, failures: MOST_ASKS, grows: false }])
      await askForNewsletter(body.email)
      return { message: 'Check your email and confirm that you want our newsletter.' }
    },
  ),

  route(
    'POST /api/newsletter/confirm/:token',
    { summary: 'Confirms an email address for the newsletter.', access: 'public', reply: Joi.object({ message }) },
    async ({ params, ctx }) => {
      await openLink(ctx.ip, () => confirmNewsletter(params.token))
      return { message: 'Confirmed. You will receive our newsletter.' }
    },
  ),

  route(
    'POST /api/newsletter/off/:token',
    {
      summary:
        'Ends the newsletter to an address. Mail programs call it themselves (RFC 8058), so it takes any body of at most 4 KB.',
      access: 'public',
      raw: MOST_ONE_CLICK_BYTES,
      idempotent: false,
      reply: Joi.object({ message }),
    },
    async ({ params, ctx }) => {
      await openLink(ctx.ip, () => endNewsletter(params.token))
      return { message: 'You are unsubscribed from our newsletter.' }
    },
  ),

  route(
    'GET /api/staff/newsletter',
    {
      summary: 'How many addresses get the newsletter.',
      access: MANAGEMENT,
      reply: Joi.object({
        newsletter: Joi.object<NewsletterCounts, true>({ confirmed: count, waiting: count }).required(),
      }),
    },
    async () => ({ newsletter: await countNewsletter() }),
  ),

  csvRoute(
    'GET /api/staff/newsletter/csv',
    {
      summary: 'The confirmed addresses with their unsubscribe links, as CSV.',
      access: MANAGEMENT,
      stepUp: true,
      file: 'newsletter',
    },
    newsletterTable,
  ),
]
