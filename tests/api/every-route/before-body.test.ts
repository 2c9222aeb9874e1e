import { request } from 'node:http'
import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { insertRows, select } from '#api/db/database.ts'
import type { Route } from '#api/http/route.ts'
import { routes } from '#api/routes.ts'
import { INCOMING } from '#api/uploads/incoming.ts'
import { headersOf } from '#tests/support/routes/matrix-callers.ts'
import { patience } from '#tests/support/patience.ts'
import type { Api } from '#tests/support/server/api.ts'
import { REQUESTS } from '#tests/support/routes/requests.ts'
import { onStage, type Stage } from '#tests/support/server/stage.ts'

let api: Api
let stage: Stage
let owner: Record<string, string>
onStage(here => {
  ;({ api, stage, owner } = here)
})

const writes = routes.filter(({ method }) => method !== 'GET')
const forms = writes.filter(({ multipart }) => multipart)

/** The status of a request that announces a body and sends none of it: what is judged before anything is read. */
const statusOfBegun = ({ method, multipart }: Route, path: string, who: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    const type = multipart ? 'multipart/form-data; boundary=x' : 'application/json'
    const headers = { ...who, 'content-type': type, 'content-length': 9_000 }
    const begun = request(api.base + path, { method, agent: false, headers }, reply => {
      resolve(reply.statusCode!)
      begun.destroy()
    })
    begun.on('error', reject).flushHeaders()
  })

/** The same request for what nobody has. */
const forNothing = (path: string) =>
  path.replace(/\/[\w-]{22}(?=\/)/, '/nobody').replace(/\/\d+(?=\/|$)/g, '/4000000000')

test('refuses a stranger before it reads a body, on every route that is not for everybody', async () => {
  const closed = writes.filter(({ access }) => access !== 'public')
  for (const route of closed) {
    const { path } = await REQUESTS[route.name]!(stage, owner)
    expect([route.name, await statusOfBegun(route, path, {})]).toEqual([route.name, 401])
  }
  expect(closed.length).toBeGreaterThan(100)
})

test('refuses a customer before it reads a body, on every route for staff', async () => {
  const staffs = writes.filter(({ access }) => typeof access === 'number')
  const customer = await headersOf('customer')
  for (const route of staffs) {
    const { path } = await REQUESTS[route.name]!(stage, owner)
    expect([route.name, await statusOfBegun(route, path, customer)]).toEqual([route.name, 403])
  }
  expect(staffs.length).toBeGreaterThan(80)
})

test('looks for what a form is about before it reads it', async () => {
  const about = forms.filter(({ path }) => path.includes(':'))
  for (const route of about) {
    const { path } = await REQUESTS[route.name]!(stage, owner)
    const who = route.access === 'public' ? {} : owner
    expect([route.name, await statusOfBegun(route, forNothing(path), who)]).toEqual([route.name, 404])
  }
  expect(about.map(({ name }) => name)).toContain('POST /api/orders/track/:token/refunds/:refundId/photos')
  expect(about.length).toBeGreaterThanOrEqual(6)
})

test.each([
  ['POST /api/account/refunds/:id/photos', 'refund_photos', 'refund_id'],
  ['POST /api/account/orders/:id/reviews/:reviewId/pictures', 'review_pictures', 'review_id'],
])('%s reads no photo once there are three', async (name, table, column) => {
  const route = forms.find(each => each.name === name)!
  const { path } = await REQUESTS[name]!(stage, owner)
  const its = Number(/(\d+)\/(photos|pictures)$/.exec(path)![1])
  await insertRows(
    table,
    ['a', 'b', 'c'].map(picture => ({ [column]: its, name: picture })),
  )
  expect(await statusOfBegun(route, path, owner)).toBe(409)
})

test.each([
  ['POST /api/account/refunds/:id/photos', 'refund_photos', 'refund_id'],
  ['POST /api/orders/track/:token/refunds/:refundId/photos', 'refund_photos', 'refund_id'],
  ['POST /api/account/orders/:id/reviews/:reviewId/pictures', 'review_pictures', 'review_id'],
  ['POST /api/orders/track/:token/reviews/:reviewId/pictures', 'review_pictures', 'review_id'],
])('%s answers the third photo again under its key, and refuses a fourth', async (name, table, column) => {
  const { path, body } = await REQUESTS[name]!(stage, owner)
  const its = Number(/(\d+)\/(photos|pictures)$/.exec(path)![1])
  await insertRows(
    table,
    ['d', 'e'].map(picture => ({ [column]: its, name: `${picture}-${its}` })),
  )
  const send = async (key: string) => {
    const headers = { ...owner, 'idempotency-key': key }
    const reply = await api.send('POST', path, { headers, body: body as FormData })
    return [reply.status, reply.headers.get('idempotent-replayed'), JSON.stringify(reply.body)]
  }
  const third = await send('third')
  expect(third[0]).toBe(201)
  expect(await send('third')).toEqual([201, 'true', third[2]])
  expect((await send('fourth'))[0]).toBe(409)
  expect(await select(`SELECT 1 FROM ${table} WHERE ${column} = ?`, [its])).toHaveLength(3)
})

const PHOTOS = 'POST /api/account/refunds/:id/photos'

test('counts forms that are read and refused, and none that is taken', async () => {
  const headers = await headersOf('other customer')
  const { path, body } = await REQUESTS[PHOTOS]!(stage, headers)
  const send = async (sent: FormData) => (await api.send('POST', path, { headers, body: sent })).status
  const notAPhoto = () => {
    const form = new FormData()
    form.set('photo', new Blob(['words'], { type: 'image/jpeg' }), 'a.jpg')
    return form
  }
  expect(await send(body as FormData)).toBe(201)
  const statuses = []
  for (let n = 0; n < 61; n++) statuses.push(await send(notAPhoto()))
  expect([new Set(statuses.slice(0, 60)), statuses.at(-1)]).toEqual([new Set([422]), 429])
})

test('leaves no file of a form with more parts than it may have', async () => {
  const form = new FormData()
  for (let n = 0; n < 400; n++) form.append('file', new Blob(['name'], { type: 'text/csv' }), `${n}.csv`)
  expect((await api.send('POST', '/api/staff/imports', { headers: owner, body: form })).status).toBe(413)
  await expect.poll(() => readdir(INCOMING), { timeout: patience(30_000) }).toEqual([])
})
