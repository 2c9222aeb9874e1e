import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** `requests` as raw HTTP, in turn; for this many `seconds`, or each of them once. */
export interface Hammering {
  port: number
  connections: number
  seconds?: number
  requests: string[]
}
/** `p50` and `p95` in ms, from sending a request to the last byte of its answer. */
export interface Answered {
  perSecond: number
  p50: number
  p95: number
}

/** Loads a server from a separate process. @throws if an answer is unsuccessful */
export async function hammer(hammering: Hammering): Promise<Answered> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/support/server/hammer.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(hammering))
  return JSON.parse(await text(child.stdout)) as Answered
}

/** A raw HTTP GET. */
export const getting = (path: string, headers: Record<string, string> = {}) => `${headOf('GET', path, headers)}\r\n`

/** A raw HTTP POST of JSON. */
export function posting(path: string, body: object, headers: Record<string, string>): string {
  const sent = JSON.stringify(body)
  return `${headOf('POST', path, { ...headers, 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(sent)) })}\r\n${sent}`
}

const headOf = (method: string, path: string, headers: Record<string, string>) =>
  `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}`
