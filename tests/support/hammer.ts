import { connect } from 'node:net'

/**
 * Asks a server for paths, over so many connections at once, each waiting for its answer; prints how many came in `seconds`.
 * A process of its own and bare sockets, so that what is measured is the server.
 * Run: tsx tests/support/hammer.ts <port> <connections> <seconds> <accept-encoding or -> <path>…
 */
const [port, connections, seconds, encoding, ...paths] = process.argv.slice(2) as [string, string, string, string, ...string[]]
const until = performance.now() + Number(seconds) * 1000
const requests = paths.map(path => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${encoding === '-' ? '' : `Accept-Encoding: ${encoding}\r\n`}\r\n`)
let answers = 0

await Promise.all(Array.from({ length: Number(connections) }, (_, i) => ask(i)))
process.stdout.write(String(answers))

function ask(first: number): Promise<void> {
  const socket = connect(Number(port), '127.0.0.1')
  let turn = first
  let parts: Buffer[] = []
  let size = 0
  let wanted = Infinity
  const send = () => socket.write(requests[turn++ % requests.length]!)
  return new Promise((resolve, reject) => {
    socket.on('connect', send).on('error', reject).on('close', () => resolve()).on('data', part => {
      parts.push(part)
      size += part.length
      if (wanted === Infinity) wanted = lengthOf(Buffer.concat(parts))
      const isDone = wanted === -1 ? Buffer.concat(parts).subarray(-5).toString() === '0\r\n\r\n' : size >= wanted
      if (!isDone) return
      if (parts[0]!.subarray(9, 12).toString() !== '200') throw new Error(parts[0]!.toString().slice(0, 300))
      answers += 1
      parts = []
      size = 0
      wanted = Infinity
      if (performance.now() < until) send()
      else socket.end()
    })
  })
}

/** Bytes of a whole answer; -1 where it comes in chunks, Infinity while its head is not there. */
function lengthOf(head: Buffer): number {
  const end = head.indexOf('\r\n\r\n')
  if (end < 0) return Infinity
  const length = /content-length: (\d+)/i.exec(head.subarray(0, end).toString())
  return length ? end + 4 + Number(length[1]) : -1
}
