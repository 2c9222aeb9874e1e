import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { getting, hammer } from '#tests/support/server/hammering.ts'

async function hammered(answer: RequestListener, times: number) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    return await hammer({ port, connections: 1, requests: Array.from({ length: times }, () => getting('/')) })
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

test('a benchmark goes on after a 503, asks for the same once more, and says how often it came', async () => {
  const asked: number[] = []
  const figures = await hammered((_request, response) => {
    asked.push(asked.length)
    if (asked.length === 2) response.writeHead(503, { 'retry-after': '0' }).end('{"message":"busy"}')
    else response.writeHead(200, { 'content-length': 2 }).end('{}')
  }, 3)
  expect([figures.busy, asked.length]).toEqual([1, 4])
})

test('a benchmark fails on any other answer', async () => {
  const failed = hammered((_request, response) => void response.writeHead(404).end('{}'), 1)
  await expect(failed).rejects.toThrow('404 Not Found')
})
