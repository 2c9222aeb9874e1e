import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/**
 * A payment provider that opens every payment at once and does nothing else. A separate process, so that it takes no
 * time from the shop; prints its port, and ends with its stdin. Run: tsx tests/support/hostile/instant-provider.ts
 */
process.stdin.on('end', () => process.exit()).resume()
const server = createServer(async (request, response) => {
  const { reference } = (await json(request)) as { reference: string }
  const data = {
    authorization_url: `https://checkout.provider.test/${reference}`,
    access_code: `a${reference}`,
    reference,
  }
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ status: true, message: 'Authorization URL created', data }))
}).listen(0, '127.0.0.1', () => process.stdout.write(String((server.address() as AddressInfo).port)))
