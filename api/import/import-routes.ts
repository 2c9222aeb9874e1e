import Joi from 'joi'
import { userOf } from '#api/http/access.ts'
import { route } from '#api/http/route.ts'
import { findImport, startImport } from '#api/import/running-imports.ts'
import { multipart, uploadOf } from '#api/uploads/multipart.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'

const count = () => Joi.number().integer().min(0).required()
const report = {
  summary: Joi.object({ created: count(), updated: count(), unchanged: count(), failed: count() }).required(),
  errors: Joi.array().items(Joi.object({ line: Joi.number().integer().min(1).required(), message: Joi.string().required() })).required(),
}
const importId = Joi.number().integer().min(1).required()

const reader = multipart({
  file: 'file',
  mostMegabytes: 20,
  types: ['text/csv', 'application/csv', 'text/x-csv', 'text/comma-separated-values', 'text/plain', 'application/vnd.ms-excel', 'application/octet-stream'],
  fields: Joi.object({ dry_run: Joi.valid('true', 'false', '1', '0') }),
})

const SUMMARY = "Reads a product file, this shop's own CSV or Shopify's export, into the shop; with dry_run it only says what it would do. "
  + 'The summary counts products; failed are those of which something, named in errors, could not go in. A file adds and corrects, it never takes away, '
  + 'and its quantities count only for variations that it makes: an old file cannot undo the sales since. More than 2,000 lines: 202 and an import to ask for.'

export const importRoutes = [
  route('POST /api/staff/products/import', {
    summary: SUMMARY,
    access: 3,
    reader,
    reply: Joi.alternatives(Joi.object(report), Joi.object({ import: Joi.object({ id: importId }).required() })) as unknown as Joi.Schema<ReplyOf<'POST /api/staff/products/import'>>,
  }, async ({ ctx, session, answer }) => {
    const { dry_run } = ctx.request.body as { dry_run?: string }
    // Where the transaction around this runs again, the import does not.
    ctx.state.started ??= startImport(uploadOf(ctx), { dry_run: dry_run === 'true' || dry_run === '1', user_id: userOf(session).id })
    const reply = await (ctx.state.started as ReturnType<typeof startImport>)
    answer('import' in reply ? 202 : 200)
    return reply
  }),

  route('GET /api/staff/products/imports/:id', {
    summary: 'How far an import is, in rows of its file, and its report once it is done.',
    access: 3,
    reply: Joi.object({
      import: Joi.object({ id: importId, status: Joi.valid('RUNNING', 'DONE', 'FAILED').required(), rows: count(), ...report }).required(),
    }),
  }, async ({ params }) => ({ import: await findImport(params.id) })),
]
