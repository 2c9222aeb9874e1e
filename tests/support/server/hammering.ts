import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

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
  /** How many answers were 503. */
  busy: number
}

/**
 * Loads a server from a separate process. After a 503 it asks once more when that says, and tells how often.
 * @throws with what went wrong if an answer is unsuccessful, or nothing but 503 comes
 */
export async function hammer(hammering: Hammering): Promise<Answered> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/support/server/hammer.ts'])
  child.stdin.end(JSON.stringify(hammering))
  const [said, trouble] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (said === '') throw new Error(trouble)
  const answered = JSON.parse(said) as Answered
  if (answered.busy > 0) tellBusy(answered.busy)
  return answered
}

const tellBusy = (times: number) =>
  console.log(`Answers of 503: ${times}. This machine is too busy for figures that say anything.`)

/** After an answer of 503: says what it means for the figures, and waits as a client does. */
export async function waitWhileBusy(): Promise<void> {
  tellBusy(1)
  await sleep(1000)
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
