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
import { keyOf, once } from '#api/http/idempotency.ts'
import { markStale } from '#api/http/last-known.ts'
import { log } from '#api/http/log.ts'
import { inPhases, type Phase } from '#api/http/phases.ts'
import { requireProof, STEP_UP_MS } from '#api/http/proof.ts'
import { readQuery } from '#api/http/query.ts'
import { allowTry } from '#api/http/tries.ts'
import { check, checkQuery } from '#api/http/validate.ts'
import type { Written } from '#api/http/written.ts'
import type { BodyOf, EndpointName, ParamsOf, QueryOf, ReplyOf } from '#sync/protocol/endpoints.ts'
import type { FileReply } from '#sync/protocol/file-reply.ts'

/** What a route takes and gives; each of Endpoints is such a shape. */
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
  /** Null where nobody is needed and nobody came. */
  session: Session | null
  /** The till that asks, where the route lets tills ask as themselves; there is no session then. */
  device: Device | null
  /** Another success than the route's own, such as 200 where a POST created nothing. */
  answer: (status: 200 | 202) => void
  /** What a route `inPhases` does before it asks somebody outside: one transaction, once for an Idempotency-Key. */
  phase: Phase
  ctx: Context
}
export type Request<N extends EndpointName> = Asked<ShapeOf<N>>

interface Spec<S extends Shape> {
  /** One line for the API description. */
  summary: string
  access: Access
  /** true: a till may ask as itself, by the signature of its key, instead. */
  devices?: true
  query?: Joi.Schema<S['query']>
  /** Rules of the body. */
  body?: Joi.Schema<S['body']>
  /**
   * Reads another kind of body than JSON into ctx.request, or either kind where there are rules. The digests of files
   * that are no longer in it go to ctx.state.
   */
  reader?: Middleware
  /** Leaves the body's bytes in ctx.state.raw as they came, for what is signed. */
  raw?: true
  /** Null where every success is a file. */
  reply: Joi.Schema<Exclude<S['reply'], FileReply>> | null
  /** The media type of the file that a GET's handler may return, as a Download, instead of a reply. */
  sends?: 'text/csv' | 'application/pdf' | 'application/octet-stream'
  /** What a success is; 201 for a POST that creates. */
  status?: 200 | 201
  /** false: its replies carry tokens or have their own identity, and are never stored under an Idempotency-Key. */
  idempotent?: false
  /** true: it asks somebody outside, so its work is no single transaction. */
  inPhases?: true
  /** true: staff may call it before they have shown a second factor, or set one up. */
  beforeProof?: true
  /** Who has set up a second factor shows it again within ten minutes: always, or where the request says so. */
  stepUp?: true | ((request: Pick<Asked<S>, 'params' | 'query' | 'body'>) => boolean | Promise<boolean>)
  /** true: its reads may take a minute, as those of every file may. */
  isReport?: true
  /** true: a reply to nobody in particular is everybody's, and may be kept for when the network is away. */
  mayBeKept?: true
}

/** A route as the router, the API description and the authorization matrix know it. */
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
 * Answers one endpoint. Before the handler runs, in this order: who asks, what they may, how often they were refused,
 * the body's type, its rules, whether a second factor is asked for again, the Idempotency-Key. The handler returns the
 * reply that Endpoints promises.
 */
export const route = <N extends EndpointName>(name: N, spec: Spec<ShapeOf<N>>, handler: Handler<ShapeOf<N>>): Route =>
  plainRoute(name, spec, handler)

type Handler<S extends Shape> = (request: Asked<S>) => Promise<S['reply'] | Written<S['reply']>>

/**
 * The same for a route that Endpoints does not name, because it follows from a declaration: its shape is given with the
 * call.
 */
export function plainRoute<S extends Shape>(name: string, spec: Spec<S>, handler: Handler<S>): Route {
  const [method, path] = name.split(' ') as [string, string]
  const { status = 200 } = spec
  const takesBody = method !== 'GET'
  const reader = spec.reader ?? (spec.raw ? rawBody : spec.devices ? exactBody : jsonBody(mostBytesFor(spec.access)))

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
    if (takesBody) await reader(ctx, async () => {})
    await device?.prove(ctx)
    const body = (
      takesBody && (spec.body || !spec.reader) && !spec.raw ? check(spec.body ?? noBody, ctx.request.body) : undefined
    ) as S['body']
    await trying?.succeeded()
    if (session && spec.stepUp && (spec.stepUp === true || (await spec.stepUp({ params, query, body }))))
      await requireProof(session, STEP_UP_MS)
    return { device, session, params, query, body }
  }

  const answer = async (ctx: Context) => {
    const { device, session, params, query, body } = await read(ctx)
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

/** All routes by one middleware. Each subject has a router of its own, since a router tries every path it has. */
export function routed(routes: readonly Route[]): Middleware {
  const routers = new Map<string, Middleware>()
  for (const subject of new Set(routes.map(({ path }) => subjectOf(path)))) {
    const router = routerOf(routes.filter(({ path }) => subjectOf(path) === subject))
    const [find, allow] = [router.routes(), router.allowedMethods()] as unknown as Middleware[]
    routers.set(subject, (ctx, next) => find!(ctx, () => allow!(ctx, next)))
  }
  return (ctx, next) => routers.get(subjectOf(ctx.path))?.(ctx, next) ?? next()
}

/** 'api/products' of '/api/products/7'; upper case is the same to the router. */
const subjectOf = (path: string) => path.split('/', 3).slice(1).join('/').toLowerCase()

/** A router of routes, literal paths before those with parameters. */
function routerOf(routes: readonly Route[]): Router {
  const router = new Router()
  const order = (path: string) => path.replaceAll(':', '\uffff')
  for (const { path, method, handle } of [...routes].sort((a, b) => (order(a.path) < order(b.path) ? -1 : 1)))
    router.register(path, [method], handle)
  return router
}

/**
 * So many bodies a minute that are no good are read and judged for an address, from which nobody has signed in; many
 * may share it.
 */
const MOST_REFUSED = 600

const noBody = Joi.object({}) as Joi.Schema

function send(ctx: Context, { status, body }: { status: number; body: object | string }) {
  ctx.status = status
  if (typeof body === 'string') ctx.type = 'application/json'
  ctx.body = typeof body === 'string' && ctx.method === 'GET' ? compressOnce(ctx, body) : body
}

/** Ids are whole numbers from 1; anything else names nothing. @throws 404 */
function readParams(params: Record<string, string>): Record<string, number | string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (!/(^id|Id)$/.test(name)) return [name, value]
      if (!/^[1-9]\d{0,9}$/.test(value) || Number(value) > 4_294_967_295) throw notFound('Page')
      return [name, Number(value)]
    }),
  )
}

/** While testing, a reply that is not as described is a fault of ours. */
function checkReply(name: string, rules: Joi.Schema, reply: unknown) {
  const { error } = rules.validate(JSON.parse(typeof reply === 'string' ? reply : JSON.stringify(reply)), {
    abortEarly: false,
    convert: false,
  })
  if (!error) return
  log.error({ route: name, error: error.message }, 'reply differs from its description')
  throw internal()
}
