import { writeSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { authenticate } from '#api/auth/authenticate.ts'
import { db } from '#api/db/database.ts'
import { withReadLimit } from '#api/db/time-limits.ts'
import { errors } from '#api/http/errors.ts'
import { routed } from '#api/http/route.ts'
import { pushRoutes } from '#api/sync/push-routes.ts'
import { recogniseDevice } from '#api/trust/device.ts'

/*
 * A server that takes one push and kills itself on the way: before the DIES_AT-th statement, or before its reply. It
 * has only the push route, because it is started again for each death. Run by tests/support/till/dying-server.ts, which
 * holds stdin open: when the test ends, this ends.
 */
const { DIES_AT } = process.env
const statements: string[] = []
let isPushed = false

const tell = (done: readonly string[]) => writeSync(1, `${JSON.stringify(done)}\n`)

function die(done: readonly string[]): void {
  tell(done)
  process.kill(process.pid, 'SIGKILL')
}

interface Driver {
  addCommand: (command: { sql?: string }) => unknown
}
db.addHook('afterConnect', connection => {
  const driver = connection as Driver
  const add = driver.addCommand.bind(driver)
  driver.addCommand = command => {
    if (isPushed && command.sql) statements.push(command.sql)
    if (String(statements.length) === DIES_AT) die(statements.slice(0, -1))
    return add(command)
  }
})

const app = new Koa()
app.use(async (_, next) => {
  isPushed = true
  await next()
  isPushed = false
  if (DIES_AT === 'reply') die(statements)
  tell(statements)
})
app
  .use(errors)
  .use((_, next) => withReadLimit(next))
  .use(recogniseDevice)
  .use(authenticate)
  .use(routed(pushRoutes))

process.stdin.on('end', () => process.exit()).resume()
await db.authenticate()
const server = createServer(app.callback()).listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
