import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Answered, Hammering } from '#tests/support/server/hammering.ts'

/**
 * Sends requests to a server over several connections, each waiting for its answer. A separate process with bare
 * sockets, so that only the server is measured. Takes a Hammering as JSON on stdin and prints the result. Run by
 * tests/support/server/hammering.ts.
 */
const { port, connections, seconds = Infinity, requests } = (await json(process.stdin)) as Hammering
const began = performance.now()
const times: number[] = []
let next = 0
let busy = 0
/** Answers of 503 one after the other, a second apart, after which nothing else is to be expected. */
const MOST_IN_A_ROW = 60

await Promise.all(Array.from({ length: connections }, ask))
times.sort((a, b) => a - b)
const ms = performance.now() - began
const answered: Answered = {
  perSecond: (times.length / ms) * 1000,
  p50: times[Math.floor(times.length / 2)] ?? 0,
  p95: times[Math.floor(times.length * 0.95)] ?? 0,
  busy,
}
process.stdout.write(JSON.stringify(answered))

/** Without a time limit every request is sent once. */
function takeRequest(): string | null {
  const isOver = seconds === Infinity ? next >= requests.length : performance.now() - began > seconds * 1000
  return isOver ? null : requests[next++ % requests.length]!
}

function ask(): Promise<void> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  let parts: Buffer[] = []
  let size = 0
  let wanted = Infinity
  let asked = 0
  let request: string | null = null
  let inARow = 0
  const send = () => {
    request = takeRequest()
    if (request === null) return void socket.end()
    asked = performance.now()
    socket.write(request)
  }
  return new Promise((resolve, reject) => {
    socket
      .on('connect', send)
      .on('error', reject)
      .on('close', () => resolve())
      .on('data', part => {
        parts.push(part)
        size += part.length
        if (wanted === Infinity) wanted = lengthOf(Buffer.concat(parts))
        const isDone = wanted === -1 ? Buffer.concat(parts).subarray(-5).toString() === '0\r\n\r\n' : size >= wanted
        if (!isDone) return
        const answer = parts
        parts = []
        size = 0
        wanted = Infinity
        if (/^HTTP\/1\.1 20[01]/.test(answer[0]!.toString('latin1', 0, 12))) {
          times.push(performance.now() - asked)
          inARow = 0
          return send()
        }
        const words = Buffer.concat(answer).toString()
        if (!words.startsWith('HTTP/1.1 503') || inARow === MOST_IN_A_ROW) throw new Error(words)
        busy += 1
        inARow += 1
        setTimeout(() => socket.write(request!), retryAfter_ms(words))
      })
  })
}

/** The length of a complete answer in bytes; -1 if it is chunked, Infinity while its head is incomplete. */
function lengthOf(head: Buffer): number {
  const end = head.indexOf('\r\n\r\n')
  if (end < 0) return Infinity
  const length = /content-length: (\d+)/i.exec(head.subarray(0, end).toString())
  return length ? end + 4 + Number(length[1]) : -1
}

function retryAfter_ms(head: string): number {
  return Number(/retry-after: (\d+)/i.exec(head)?.[1] ?? 1) * 1000
}
