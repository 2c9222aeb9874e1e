import Router from '@koa/router'
import Joi from 'joi'
import type { Context, Middleware } from 'koa'
import { inTransaction } from '#api/db/database.ts'
import { withReadLimit } from '#api/db/time-limits.ts'
import { internal, notFound, unauthenticated } from '#api/errors.ts'
import { admit, type Access, type Device, type Session } from '#api/http/access.ts'
import { exactBody, jsonBody, mostBytesFor, rawBody } from '#api/http/body.ts'
import { addressGroup } from '#api/http/address-group.ts'
import { compressOnce } from '#api/http/compress-once.ts'
import { Download, sendDownload } from '#api/http/download.ts'
import { keyOf, mayBeSentAgain, once } from '#api/http/idempotency.ts'
import { markStale } from '#api/http/last-known.ts'
import { log } from '#api/http/log.ts'
import { inPhases, type Phase } from '#api/http/phases.ts'
import { requireProof, STEP_UP_MS } from '#api/http/proof.ts'
import { readQuery } from '#api/http/query.ts'
import { allowTry } from '#api/http/tries.ts'
import { check, checkQuery } from '#api/http/validate.ts'
import type { Written, WrittenBytes } from '#api/http/written.ts'
import type { BodyOf, EndpointName, ParamsOf, QueryOf, ReplyOf } from '#sync/protocol/endpoints.ts'
import type { FileReply } from '#sync/protocol/file-reply.ts'

/** What a route takes and gives; each entry of Endpoints has this shape. */
export interface Shape {
  params?: unknown
  query?: unknown
  body?: unknown
  reply: object
}
type ShapeOf<N extends EndpointName> = { params: ParamsOf<N>; query: QueryOf<N>; body: BodyOf<N>; reply: ReplyOf<N> }

export interface Asked<S extends Shape> {
  params: S['params']
  query: S['query']
  body: S['body']
  /** Null on a public route without a session. */
  session: Session | null
  /** The till that asks, if the route lets tills ask as themselves; then there is no session. */
  device: Device | null
  /** A success status other than the route's own, such as 200 for a POST that created nothing. */
  answer: (status: 200 | 202) => void
  /** What an `inPhases` route does before it calls an outside service: one transaction, once per Idempotency-Key. */
  phase: Phase
  ctx: Context
}
export type Request<N extends EndpointName> = Asked<ShapeOf<N>>

interface Spec<S extends Shape> {
  /** One line for the API description. */
  summary: string
  access: Access
  /** true: a till may ask as itself instead, signing with its key. */
  devices?: true
  query?: Joi.Schema<S['query']>
  /** Rules of the body. */
  body?: Joi.Schema<S['body']>
  /**
   * Reads a body other than JSON into ctx.request, or either kind if there are rules. Digests of files it took out go
   * to ctx.state.
   */
  reader?: Middleware
  /** Takes any body of at most so many bytes, and keeps them in ctx.state.raw. */
  raw?: number
  /** Null if every success is a file. */
  reply: Joi.Schema<Exclude<S['reply'], FileReply>> | null
  /**
   * Looks for what the request is about, and for room, before its form is read. A request that may have been answered
   * before is read all the same, for that answer.
   * @throws 404, 409
   */
  finds?: (request: Pick<Asked<S>, 'params' | 'session'>) => Promise<unknown>
  /** The media type of the file, if a GET's handler may return a Download. */
  sends?: 'text/csv' | 'application/pdf' | 'application/octet-stream'
  /** The success status; 201 for a POST that creates. */
  status?: 200 | 201
  /** false: its replies carry tokens or have their own identity, so they are never stored under an Idempotency-Key. */
  idempotent?: false
  /** true: it calls an outside service, so its work is not a single transaction. */
  inPhases?: true
  /** true: staff may call it before they set up or show a second factor. */
  beforeProof?: true
  /** Users with a second factor show it again within ten minutes: always, or if the request requires it. */
  stepUp?: true | ((request: Pick<Asked<S>, 'params' | 'query' | 'body' | 'session'>) => boolean | Promise<boolean>)
  /** true: its reads may take a minute, as for every file. */
  isReport?: true
  /** true: a reply without a session is the same for everybody, and is kept for when the database is away. */
  mayBeKept?: true
}

/** A route for the router, the API description and the authorization matrix. */
export interface Route {
  name: string
  method: string
  path: string
  summary: string
  access: Access
  query: Joi.Schema | null
  body: Joi.Schema | null
  multipart: boolean
  reply: Joi.Schema | null
  sends: string | null
  status: number
  handle: Middleware
}

/**
 * Answers one endpoint. Before the handler, in this order: session, access, refusals so far, what it is about, body
 * type, body rules, second factor, Idempotency-Key. The handler returns the reply that Endpoints promises.
 */
export const route = <N extends EndpointName>(name: N, spec: Spec<ShapeOf<N>>, handler: Handler<ShapeOf<N>>): Route =>
  plainRoute(name, spec, handler)

type Handler<S extends Shape> = (
  request: Asked<S>,
) => Promise<S['reply'] | Written<S['reply']> | WrittenBytes<S['reply']>>

/** The same for a route that follows from a declaration and is not in Endpoints: the call gives its shape. */
export function plainRoute<S extends Shape>(name: string, spec: Spec<S>, handler: Handler<S>): Route {
  const [method, path] = name.split(' ') as [string, string]
  const { status = 200 } = spec
  const takesBody = method !== 'GET'
  const reader =
    spec.reader ?? (spec.raw ? rawBody(spec.raw) : spec.devices ? exactBody : jsonBody(mostBytesFor(spec.access)))

  const read = async (ctx: Context) => {
    const device = (ctx.state.device ?? null) as Device | null
    if (device && !spec.devices) throw unauthenticated()
    const session = device ? null : admit(ctx.state.session, spec.access)
    if (session && typeof spec.access === 'number' && !spec.beforeProof) await requireProof(session)
    const params = readParams(ctx.params as Record<string, string>) as S['params']
    const query = (
      spec.query ? checkQuery(spec.query, readQuery(ctx.querystring, spec.query)) : undefined
    ) as S['query']
    const trying =
      takesBody && !session && (!device || device.key === 0)
        ? await allowTry([{ key: `body ${addressGroup(ctx.ip)}`, failures: MOST_REFUSED, here: true, grows: false }])
        : null
    const sending =
      spec.reader && typeof spec.access !== 'number'
        ? await allowTry([{ key: formKey(name, ctx, session), failures: MOST_FORMS, here: true, grows: false }])
        : null
    await spec.finds?.({ params, session }).catch(async (error: unknown) => {
      if (!(await mayBeSentAgain(ctx, session))) throw error
    })
    if (takesBody) await reader(ctx, async () => {})
    await device?.prove(ctx)
    const body = (
      takesBody && (spec.body || !spec.reader) && !spec.raw ? check(spec.body ?? noBody, ctx.request.body) : undefined
    ) as S['body']
    await trying?.succeeded()
    if (session && spec.stepUp && (spec.stepUp === true || (await spec.stepUp({ params, query, body, session }))))
      await requireProof(session, STEP_UP_MS)
    return { device, session, params, query, body, sending }
  }

  const answer = async (ctx: Context) => {
    const { sending, ...request } = await read(ctx)
    await answerTo(ctx, request)
    await sending?.succeeded()
  }

  const answerTo = async (
    ctx: Context,
    { device, session, params, query, body }: Omit<Awaited<ReturnType<typeof read>>, 'sending'>,
  ) => {
    const run = async (phase: Phase = inTransaction) => {
      let given: number = status
      const reply = await handler({
        params,
        query,
        body,
        session,
        device,
        answer: other => {
          given = other
        },
        phase,
        ctx,
      })
      if (process.env.CHECK_REPLIES && spec.reply && !(reply instanceof Download)) checkReply(name, spec.reply, reply)
      return { status: given, body: reply as object | string }
    }
    const asked = { session, body: body ?? ctx.request.body, files: ctx.state.digests ?? ctx.request.files }
    if (method === 'POST' && spec.inPhases) return send(ctx, await inPhases(ctx, keyOf(ctx, asked), run))
    if (method === 'POST' && spec.idempotent !== false) return send(ctx, await once(ctx, asked, run))
    const done = await run()
    if (done.body instanceof Download) return sendDownload(ctx, done.body)
    send(ctx, done)
    if (spec.mayBeKept && !ctx.get('Authorization')) ctx.set('Cache-Control', 'no-cache')
    if (spec.mayBeKept) markStale(ctx)
  }
  const handle: Middleware =
    spec.sends || spec.isReport ? ctx => withReadLimit(() => answer(ctx), { isReport: true }) : answer
  return {
    name,
    method,
    path,
    summary: spec.summary,
    access: spec.access,
    query: spec.query ?? null,
    body: spec.body ?? null,
    multipart: spec.reader !== undefined,
    reply: spec.reply,
    sends: spec.sends ?? null,
    status,
    handle,
  }
}

/** All routes in one middleware. Each subject has its own router, because a router tries every path it has. */
export function routed(routes: readonly Route[]): Middleware {
  const routers = new Map<string, Middleware>()
  for (const subject of new Set(routes.map(({ path }) => subjectOf(path)))) {
    const router = routerOf(routes.filter(({ path }) => subjectOf(path) === subject))
    const [find, allow] = [router.routes(), router.allowedMethods()] as unknown as Middleware[]
    routers.set(subject, (ctx, next) => find!(ctx, () => allow!(ctx, next)))
  }
  return (ctx, next) => routers.get(subjectOf(ctx.path))?.(ctx, next) ?? next()
}

/** 'api/products' of '/api/products/7'. */
const subjectOf = (path: string) => path.split('/', 3).slice(1).join('/')

/** A router of routes, literal paths before those with parameters. */
function routerOf(routes: readonly Route[]): Router {
  const router = new Router({ sensitive: true, strict: true })
  const order = (path: string) => path.replaceAll(':', '\uffff')
  for (const { path, method, handle } of [...routes].sort((a, b) => (order(a.path) < order(b.path) ? -1 : 1)))
    router.register(path, [method], handle)
  return router
}

/** Most forms a minute that one route refuses one customer, or one address without a session. */
const MOST_FORMS = 60
const formKey = (name: string, { ip }: Context, session: Session | null) =>
  `form ${name} ${session?.user?.id ?? addressGroup(ip)}`

/** Most invalid bodies a minute judged for one address without a sign-in; many people may share it. */
const MOST_REFUSED = 600

const noBody = Joi.object({}) as Joi.Schema

function send(ctx: Context, { status, body }: { status: number; body: object | string }) {
  ctx.status = status
  const isWritten = typeof body === 'string' || Buffer.isBuffer(body)
  if (isWritten) ctx.type = 'application/json'
  ctx.body = isWritten && ctx.method === 'GET' ? compressOnce(ctx, body) : body
}

/** Ids are whole numbers from 1; anything else finds nothing. @throws 404 */
function readParams(params: Record<string, string>): Record<string, number | string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (!/(^id|Id)$/.test(name)) return [name, value]
      if (!/^[1-9]\d{0,9}$/.test(value) || Number(value) > 4_294_967_295) throw notFound('Page')
      return [name, Number(value)]
    }),
  )
}

/** In tests, a reply that differs from its description is a bug. */
function checkReply(name: string, rules: Joi.Schema, reply: unknown) {
  const { error } = rules.validate(
    JSON.parse(typeof reply === 'string' || Buffer.isBuffer(reply) ? String(reply) : JSON.stringify(reply)),
    { abortEarly: false, convert: false },
  )
  if (!error) return
  log.error({ route: name, error: error.message }, 'reply differs from its description')
  throw internal()
}
