import { beforeEach, describe, expect, it, test } from 'vitest'
import { execute, select } from '#api/db/database.ts'
import { routes } from '#api/routes.ts'
import type { Api } from '#tests/support/server/api.ts'
import { headersOf } from '#tests/support/routes/matrix-callers.ts'
import { REQUESTS } from '#tests/support/routes/requests.ts'
import { recordChange } from '#api/audit/record-change.ts'
import { enrolTill } from '#api/sync/tills.ts'
import { count, openShop } from '#tests/support/server/shop.ts'
import { onStage, type Stage } from '#tests/support/server/stage.ts'

/** These ask or rehearse; or sell, hold a gift card, scan or sign in at a till, which their own rows tell. */
const CHANGE_NOTHING = [
  'POST /api/staff/stock/receipts/lines',
  'POST /api/staff/reconciliations',
  'POST /api/staff/products/import',
  'POST /api/staff/orders/:id/check-payment',
  'POST /api/staff/orders',
  'POST /api/staff/stock/counts/:id/scans',
  'POST /api/staff/tills/:id/grants',
  'POST /api/staff/till-holds',
  'POST /api/staff/till-holds/release',
]

const written = () =>
  select<{ subject: string; user_id: number | null; was: string | null; became: string | null }>(
    'SELECT * FROM staff_changes',
  )

describe("the log of staff's changes", () => {
  beforeEach(openShop)

  it('holds the members that differ, and nothing about the person when the shop did it', async () => {
    await recordChange({
      subject: 'size',
      subject_id: 3,
      action: 'change',
      was: { code: 'UK6', name: 'Six', updated_at: new Date(0) },
      became: { code: 'UK6', name: 'UK 6', updated_at: new Date() },
    })
    expect(await written()).toMatchObject([
      { subject: 'size', user_id: null, was: '{"name":"Six"}', became: '{"name":"UK 6"}' },
    ])
  })

  it('holds the whole of a new row, and nothing when nothing differs', async () => {
    await recordChange({ subject: 'size', subject_id: 3, action: 'add', became: { code: 'UK6' } })
    await recordChange({
      subject: 'size',
      subject_id: 3,
      action: 'change',
      was: { code: 'UK6' },
      became: { code: 'UK6', updated_at: new Date() },
    })
    expect(await written()).toMatchObject([{ was: null, became: '{"code":"UK6"}' }])
  })
})

test("stops a till's enrolment that cannot be logged", async () => {
  await openShop()
  const device_id = '0b9e6d2c-7f43-4c8e-9a51-3d2f1e0c4b5a'
  await execute('RENAME TABLE staff_changes TO changes_aside')
  await expect(enrolTill({ name: 'Counter', device_id })).rejects.toMatchObject({ errno: 1146 })
  await execute('RENAME TABLE changes_aside TO staff_changes')
  expect(await count('tills', `device_id = '${device_id}'`)).toBe(0)
  expect(await enrolTill({ name: 'Counter', device_id })).toMatchObject({
    made: true,
    till: { name: 'Counter', last_seq: 0 },
  })
  expect(await count('staff_changes', "subject = 'till'")).toBe(1)
})

describe('each write of the back office', () => {
  let api: Api
  let stage: Stage
  onStage(here => {
    ;({ api, stage } = here)
  })

  test.each(
    routes
      .filter(({ name }) => /^(POST|PATCH|DELETE) \/api\/staff\//.test(name))
      .map(({ name }) => name)
      .filter(name => !CHANGE_NOTHING.includes(name)),
  )('%s is written down', async name => {
    const owner = await headersOf('SUPER_ADMINISTRATOR')
    const { path, body, headers } = await REQUESTS[name]!(stage, owner)
    const before = await written()
    expect(
      (await api.send(name.split(' ')[0]!, path, { body, headers: { ...headers, ...owner } })).status,
    ).toBeLessThan(300)
    const [newest] = (await written()).slice(before.length)
    expect(newest).toMatchObject({ user_id: expect.any(Number), ip: expect.any(String) })
  })
})
