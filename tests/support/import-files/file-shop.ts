import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { ImportReport } from '#sync/protocol/staff/import-report.ts'
import { aUser, startApi, type Api } from '#tests/support/server/api.ts'
import { checkBooks, openShop } from '#tests/support/server/shop.ts'

export interface FileShop {
  /** Asks as a manager. */
  ask: (method: string, path: string, body?: unknown) => ReturnType<Api['send']>
  /** Imports the text of a product file. */
  send: (text: string) => ReturnType<Api['send']>
  /** The same, with the report alone. */
  read: (text: string) => Promise<ImportReport>
  /** Empties the shop. */
  reopen: () => Promise<void>
}

/** An empty shop for each test of a file that imports product files, whose books are checked afterwards. */
export function fileShop(): FileShop {
  let api: Api
  let token: string
  const ask: FileShop['ask'] = (method, path, body) => api.send(method, path, { token, body })
  const send = (text: string) => {
    const body = new FormData()
    body.append('file', new Blob([text], { type: 'text/csv' }), 'products.csv')
    return ask('POST', '/api/staff/products/import', body)
  }
  const reopen = async () => {
    await openShop()
    token = (await aUser('MANAGER')).token
  }
  beforeAll(async () => {
    api = await startApi()
  })
  beforeEach(reopen)
  afterEach(checkBooks)
  afterAll(() => api.stop())
  return { ask, send, read: async text => (await send(text)).body as unknown as ImportReport, reopen }
}
