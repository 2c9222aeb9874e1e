import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { RoleCode } from '#sync/protocol/roles.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { openShop } from '#tests/support/server/shop.ts'

interface Here {
  api: Api
  /** Of somebody with that role. */ token: string
}

/** Starts an api for a file's tests, and a new shop before each, which it passes to `use`. */
export function aShopEach(role: RoleCode, use: (here: Here) => void | Promise<void>): void {
  let api: Api
  beforeAll(async () => {
    api = await startApi()
  })
  beforeEach(async () => {
    await openShop()
    await use({ api, token: (await aUser(role)).token })
  })
  afterAll(() => api.stop())
}
