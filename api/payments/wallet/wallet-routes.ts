import { conflict, notFound } from '#api/errors.ts'
import { route } from '#api/http/route.ts'
import { askPhone, passOnCode } from '#api/payments/wallet/ask-phone.ts'
import { chooseTry } from '#api/payments/wallet/choose-try.ts'
import { behind } from '#api/payments/wallet/doors.ts'
import { countAddress } from '#api/payments/wallet/prompt-limits.ts'
import { askAbout, findTry, standingOf } from '#api/payments/wallet/standing.ts'
import { askRules, checkRules, codeRules, standingReply } from '#api/payments/wallet/wallet-rules.ts'

export const walletRoutes = [
  route(
    'POST /api/payments/wallet',
    {
      summary:
        'Asks a phone to approve the payment of an order from its wallet; a phone that is being asked is not asked again. 429 after four prompts to a phone in ten minutes.',
      access: 'public',
      body: askRules,
      inPhases: true,
      reply: standingReply,
    },
    async ({ body: { network, phone, total, ...door }, session, ctx, phase }) => {
      const found = await behind(door, session)
      const counted = await countAddress(ctx.ip)
      const before = await findTry(found)
      if (before) await askAbout(before)
      const { id, isNew } = await phase(() =>
        chooseTry(found.order_id, { network, phone, isByLink: found.isByLink }, total),
      )
      if (!isNew) await counted.succeeded()
      await askPhone(id)
      return standingOf(found)
    },
  ),

  route(
    'PATCH /api/payments/wallet',
    {
      summary: "Asks the provider where an order's latest payment from a phone stands, or the one named.",
      access: 'public',
      body: checkRules,
      reply: standingReply,
    },
    async ({ body: { reference, ...door }, session }) => {
      const found = await behind(door, session)
      const attempt = await findTry(found, reference)
      if (attempt) await askAbout(attempt)
      return standingOf(found, reference)
    },
  ),

  route(
    'POST /api/payments/wallet/code',
    {
      summary: "Passes on the code that the payer's network asks for. A wrong code ends the attempt.",
      access: 'public',
      body: codeRules,
      inPhases: true,
      reply: standingReply,
    },
    async ({ body: { reference, code, ...door }, session, ctx }) => {
      const found = await behind(door, session)
      await countAddress(ctx.ip)
      const attempt = await findTry(found, reference)
      if (!attempt) throw notFound('Payment')
      if (!(await passOnCode(attempt, code))) throw conflict('This payment is not waiting for a code.')
      return standingOf(found, reference)
    },
  ),
]
