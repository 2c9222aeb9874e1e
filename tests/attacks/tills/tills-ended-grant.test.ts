import { expect, test } from 'vitest'
import { execute } from '#api/db/database.ts'
import { signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'

let here: SignedShop
signedShop(shop => {
  here = shop
})

const change = (body: object) =>
  here.api.send('PATCH', `/api/staff/users/${here.manager.id}`, { token: here.owner.token, body })
const pulled = async (token = here.till.token) =>
  (await here.till.pull('', { 'x-grant': token })).body as unknown as {
    ended_grant?: string
    changes: { tellers: object[] }
  }

test('tells a till that shows the grant of somebody who was deactivated, at its next pull and when it renews it', async () => {
  await here.till.signIn(here.manager.token)
  expect((await pulled()).ended_grant).toBeUndefined()
  await change({ status_code: 'INACTIVE' })
  const { ended_grant, changes } = await pulled()
  expect([ended_grant, changes.tellers]).toEqual([here.till.grant, []])
  const reply = await here.till.renew()
  expect([reply.status, reply.body.code]).toEqual([401, 'grant_ended'])
})

test('tells whoever may sell of a colleague who was deactivated', async () => {
  const first = await here.till.pull('', { 'x-grant': here.till.token })
  await change({ status_code: 'INACTIVE' })
  const { watermark } = first.body as unknown as { watermark: string }
  const { deleted } = (await here.till.pull(`?since=${watermark}`, { 'x-grant': here.till.token })).body as unknown as {
    deleted: { tellers: number[] }
  }
  expect(deleted.tellers).toContain(here.manager.id)
})

test('says nothing of a grant that is forged, unknown, of another till or only over', async () => {
  const other = await here.anotherTill()
  await other.signIn(here.manager.token)
  await change({ role_code: 'CUSTOMER' })
  for (const token of ['', 'x', here.manager.token, other.token])
    expect((await pulled(token)).ended_grant).toBeUndefined()
  expect((await other.renew()).body.code).toBe('grant_ended')
  await execute('DELETE FROM till_grants')
  expect([(await pulled()).ended_grant, (await here.till.renew()).body.code]).toEqual([undefined, 'unauthenticated'])
})
