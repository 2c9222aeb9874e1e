import Joi from 'joi'
import { userOf } from '#api/http/access.ts'
import { csvRoute } from '#api/lists/csv.ts'
import { route } from '#api/http/route.ts'
import { day, id, page, pageOf, sorted, sought } from '#api/http/rules.ts'
import { findImport, importTable, listImports, listLines, mistakesTable, readImport } from '#api/import/imports.ts'
import { applyImport, checkAgain, openImport, startImport } from '#api/import/start-import.ts'
import { multipart, uploadOf } from '#api/uploads/multipart.ts'
import type { QueryOf, ReplyOf } from '#sync/protocol/endpoints.ts'
import { IMPORT_ORDERS, type ImportFilters } from '#sync/protocol/endpoints/imports.ts'
import {
  IMPORT_OUTCOMES,
  IMPORT_STATUSES,
  OPTION_MEANINGS,
  type Difference,
  type ImportAnswers,
  type ImportedFile,
  type ImportLine,
  type ImportOutcome,
  type ImportQuestions,
  type ImportStatus,
  type OpenedImport,
  type OptionMeaning,
} from '#sync/protocol/staff/import.ts'
import type { FormatCode } from '#sync/protocol/staff/import-report.ts'
import { MANAGEMENT, STAFF } from '#sync/protocol/roles.ts'

const count = () => Joi.number().integer().min(0).required()
const summary = () =>
  Joi.object({
    created: count(),
    updated: count(),
    unchanged: count(),
    failed: count(),
    hints: count().optional(),
  }).required()
const rows = () =>
  Joi.array().items(Joi.object({ line: Joi.number().integer().min(1).required(), message: Joi.string().required() }))
const report = { summary: summary(), errors: rows().required(), hints: rows() }
const MOST_PIECES = 1_000_000
const importId = Joi.number().integer().min(1).required()

const file = {
  file: 'file',
  mostMegabytes: 100,
  types: [
    'text/csv',
    'application/csv',
    'text/x-csv',
    'text/comma-separated-values',
    'text/tab-separated-values',
    'text/plain',
    'application/vnd.ms-excel',
    'application/octet-stream',
  ],
}

const format = () => Joi.string<FormatCode>().valid('own', 'shopify', 'woocommerce')
const status = () => Joi.string<ImportStatus>().valid(...IMPORT_STATUSES)
const filters = {
  search: sought(),
  status_code: status(),
  format_code: format(),
  user_id: id(),
  start_date: day(),
  end_date: day(),
}

const importedKeys = {
  id: importId,
  file_name: Joi.string().allow('').required(),
  format_code: format().allow(null).required(),
  status_code: status().required(),
  done: count(),
  total: count(),
  summary: summary().allow(null),
  user: Joi.object({ id: Joi.number().required(), name: Joi.string().required() }).allow(null).required(),
  created_at: Joi.string().isoDate().required(),
  pictures: Joi.object({ done: count(), failed: count(), total: count() }).required(),
}
const means = () => Joi.string<OptionMeaning>().valid(...OPTION_MEANINGS)
const words = () => Joi.array().items(Joi.string().allow('')).required()
const questions = () =>
  Joi.object<ImportQuestions, true>({
    options: Joi.array()
      .items(
        Joi.object({
          name: Joi.string().required(),
          means: means().required(),
          rows: count(),
          values: words(),
          keeps_apart: count(),
        }),
      )
      .required(),
    uncounted: Joi.object({ variants: count(), pieces: count().allow(null) }).required(),
    left_out: Joi.array()
      .items(Joi.object({ type: Joi.string().allow('').required(), rows: count(), names: words() }))
      .required(),
  })
const pieces = () => Joi.number().integer().min(0).max(MOST_PIECES)
const answers = Joi.object<Partial<ImportAnswers>>({
  options: Joi.array()
    .items(Joi.object({ name: Joi.string().max(100).required(), means: means().required() }))
    .max(50),
  pieces: pieces().allow(null),
})
const openedReply = Joi.object<OpenedImport>({
  ...importedKeys,
  given_up: Joi.string<'CHECK' | 'IMPORT'>().valid('CHECK', 'IMPORT').allow(null).required(),
  error: Joi.string().allow(null).required(),
  questions: questions().allow(null).required(),
  columns: Joi.array()
    .items(Joi.object({ name: Joi.string().allow('').required(), isRead: Joi.boolean().required() }))
    .required(),
}).required()
const told = Joi.object({ message: Joi.string().required(), import: openedReply })
const outcome = () => Joi.string<ImportOutcome>().valid(...IMPORT_OUTCOMES)
const lineReply = Joi.object<ImportLine>({
  id: importId,
  line: count(),
  outcome: outcome().required(),
  slug: Joi.string().allow(null).required(),
  name: Joi.string().allow(null, '').required(),
  message: Joi.string().allow(null).required(),
  differences: Joi.array()
    .items(
      Joi.object<Difference>({
        what: Joi.string().required(),
        of: Joi.string(),
        was: Joi.string().allow(null, '').required(),
        becomes: Joi.string().allow(null, '').required(),
      }),
    )
    .required(),
})

const SUMMARY =
  "Imports a product file: this shop's own CSV, Shopify's export or WooCommerce's. With dry_run it only reports what it would do. " +
  'The summary counts products; failed ones had an error, named in errors. What came in and looks odd is named in hints. A file adds and corrects, it never removes, ' +
  'and its quantities count only for new variations, so an old file cannot undo sales. More than 2,000 lines: 202 and an import to ask for.'

export const importRoutes = [
  route(
    'POST /api/staff/products/import',
    {
      summary: SUMMARY,
      access: STAFF,
      reader: multipart({
        ...file,
        fields: Joi.object({
          dry_run: Joi.valid('true', 'false', '1', '0'),
          pieces: Joi.string().pattern(/^\d{1,6}$/),
        }),
      }),
      reply: Joi.alternatives(
        Joi.object({ ...report, notes: Joi.array().items(Joi.string()) }),
        Joi.object({ import: Joi.object({ id: importId }).required() }),
      ) as unknown as Joi.Schema<ReplyOf<'POST /api/staff/products/import'>>,
    },
    async ({ ctx, session, answer }) => {
      const { dry_run, pieces } = ctx.request.body as { dry_run?: string; pieces?: string }
      // If the surrounding transaction runs again, the import does not.
      ctx.state.started ??= startImport(uploadOf(ctx), {
        dry_run: dry_run === 'true' || dry_run === '1',
        user_id: userOf(session).id,
        ...(pieces !== undefined && { pieces: Number(pieces) }),
      })
      const reply = await (ctx.state.started as ReturnType<typeof startImport>)
      answer('import' in reply ? 202 : 200)
      return reply
    },
  ),

  route(
    'GET /api/staff/products/imports/:id',
    {
      summary: "An import's progress, in rows of its file, and its report once it is done.",
      access: STAFF,
      reply: Joi.object({
        import: Joi.object({
          id: importId,
          status: Joi.valid('RUNNING', 'DONE', 'FAILED').required(),
          rows: count(),
          ...report,
        }).required(),
      }),
    },
    async ({ params }) => ({ import: await findImport(params.id) }),
  ),

  route(
    'GET /api/staff/imports',
    {
      summary: 'Imports and their results, the newest first.',
      access: MANAGEMENT,
      query: Joi.object<QueryOf<'GET /api/staff/imports'>, true>({ ...page(), ...filters, ...sorted(IMPORT_ORDERS) }),
      reply: Joi.object({ imports: pageOf(Joi.object<ImportedFile>(importedKeys)) }),
    },
    async ({ query }) => ({ imports: await listImports(query) }),
  ),

  csvRoute(
    'GET /api/staff/imports/csv',
    {
      summary: 'Imports that match the filters, with their results, as CSV.',
      access: MANAGEMENT,
      file: 'imports',
      query: Joi.object<ImportFilters, true>(filters),
    },
    ({ query }) => importTable(query),
  ),

  route(
    'POST /api/staff/imports',
    {
      summary:
        'Takes a product file as `file`, returns its format and the columns that are read, and starts to work out what each row would do.',
      access: MANAGEMENT,
      status: 201,
      reader: multipart({ ...file, fields: Joi.object({}) }),
      reply: told,
    },
    async ({ ctx, session }) => ({
      message: 'The file is being checked.',
      import: await readImport(await openImport(uploadOf(ctx), userOf(session).id)),
    }),
  ),

  route(
    'GET /api/staff/imports/:id',
    {
      summary: 'One import: its columns, progress and result.',
      access: MANAGEMENT,
      reply: Joi.object({ import: openedReply }),
    },
    async ({ params }) => ({ import: await readImport(params.id) }),
  ),

  route(
    'GET /api/staff/imports/:id/lines',
    {
      summary:
        'What a file would do, or has done: each product with its line and changes, each faulty row with its errors.',
      access: MANAGEMENT,
      query: Joi.object<QueryOf<'GET /api/staff/imports/:id/lines'>, true>({ ...page(), outcome: outcome() }),
      reply: Joi.object({ lines: pageOf(lineReply) }),
    },
    async ({ params, query }) => ({ lines: await listLines(params.id, query) }),
  ),

  csvRoute(
    'GET /api/staff/imports/:id/mistakes/csv',
    {
      summary: "A file's faulty rows as sent, with their errors; correct the file and import it.",
      access: MANAGEMENT,
      file: 'wrong-rows',
    },
    ({ params }) => mistakesTable(params.id),
  ),

  route(
    'POST /api/staff/imports/:id/check',
    {
      summary:
        'Works out again what a file would do: after a failure, a change in the shop, or with other answers to its questions.',
      access: MANAGEMENT,
      body: answers,
      reply: told,
    },
    async ({ params, session, body }) => {
      await checkAgain(params.id, userOf(session).id, body)
      return { message: 'The file is being checked.', import: await readImport(params.id) }
    },
  ),

  route(
    'POST /api/staff/imports/:id/apply',
    {
      summary:
        'Applies a rehearsed import in the background. Leaves out faulty rows, and products changed since the rehearsal.',
      access: MANAGEMENT,
      reply: told,
    },
    async ({ params, session }) => {
      await applyImport(params.id, userOf(session).id)
      return { message: 'The import has started.', import: await readImport(params.id) }
    },
  ),
]
