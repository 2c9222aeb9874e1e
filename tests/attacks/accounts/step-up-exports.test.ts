import { beforeEach, expect, test } from 'vitest'
import { execute, selectOne } from '#api/db/database.ts'
import { proveSession } from '#api/factors/answer.ts'
import { jobKinds } from '#api/job-kinds.ts'
import { workJobs } from '#api/jobs/work-jobs.ts'
import { routes } from '#api/routes.ts'
import type { Api } from '#tests/support/server/api.ts'
import { callAs, confirmAgain, inAWord, staffWithApp, type Staff } from '#tests/support/people/late-staff.ts'
import { askStaff } from '#tests/support/people/second-factors.ts'
import { REQUESTS } from '#tests/support/routes/requests.ts'
import { onStage, type Stage } from '#tests/support/server/stage.ts'

let api: Api
let stage: Stage
let manager: Staff
onStage(here => {
  ;({ api, stage } = here)
})
beforeEach(async () => {
  await askStaff('OPTIONAL')
  manager = await staffWithApp('MANAGER', { minutes: 11 })
})

/** Files that show how customers or staff can be reached. */
const OF_PEOPLE = [
  'GET /api/staff/changes/csv',
  'GET /api/staff/coupons/:id/uses/csv',
  'GET /api/staff/newsletter/csv',
  'GET /api/staff/orders/csv',
  'GET /api/staff/users/csv',
]

const get = (path: string, who = manager) => callAs(api, who, ['GET', path])

// Before: the orders, the uses of a coupon and the log of changes came to anybody with the session.
test('asks for the second factor again for each file of people, and for no other file', async () => {
  const owner = await staffWithApp('SUPER_ADMINISTRATOR', { minutes: 11 })
  const headers = { authorization: `Bearer ${owner.token}` }
  const replies: [name: string, word: string | number][] = []
  for (const { name } of routes.filter(({ sends }) => sends !== null)) {
    const { path } = await REQUESTS[name]!(stage, headers)
    replies.push([name, inAWord(await get(path, owner))])
  }
  const namesOf = (word: string | number) => replies.flatMap(([name, each]) => (each === word ? [name] : []))
  expect(namesOf('step_up').sort()).toEqual(OF_PEOPLE)
  expect(namesOf(200).length + namesOf(202).length + OF_PEOPLE.length).toBe(replies.length)
})

test('gives a manager the customers of all orders only with the second factor, as CSV and as PDF', async () => {
  expect(await selectOne('SELECT id FROM orders')).not.toBeNull()
  for (const path of ['/api/staff/orders/csv', '/api/staff/orders?prepareExport=1'])
    expect([path, inAWord(await get(path))]).toEqual([path, 'step_up'])
  expect(inAWord(await get('/api/staff/orders'))).toBe(200)
  await confirmAgain(api, manager)
  expect((await get('/api/staff/orders/csv')).text).toContain('customer,email,phone')
  const { id } = ((await get('/api/staff/orders?prepareExport=1')).body as unknown as { export: { id: number } }).export

  await execute('UPDATE sessions SET second_factor_at = NOW(3) - INTERVAL 11 MINUTE WHERE id = ?', [manager.session_id])
  const addresses = [`/api/staff/orders/exports/${id}`, `/api/staff/jobs/${id}/file`]
  expect(await Promise.all(addresses.map(async path => inAWord(await get(path))))).toEqual([202, 'not_found'])
  await workJobs(jobKinds)
  expect(await Promise.all(addresses.map(async path => inAWord(await get(path))))).toEqual(['step_up', 'step_up'])
  expect(inAWord(await get(`/api/staff/jobs/${id}`))).toBe(200)
  await proveSession(manager.session_id)
  for (const path of addresses) expect((await get(path)).text.slice(0, 5)).toBe('%PDF-')
})
