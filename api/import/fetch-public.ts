import { lookup } from 'node:dns/promises'
import { createWriteStream } from 'node:fs'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { connect, isIP, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { connect as connectTls } from 'node:tls'
import { isPublic } from '#api/import/public-address.ts'

/** Why something could not be fetched, in words for staff. */
export class NotFetched extends Error {}

/** The network calls, so that a test can replace them. */
export interface Network {
  /** All addresses of a name. */
  resolve: (host: string) => Promise<string[]>
  /** A connection to a checked address; `host` is the name the certificate must carry. */
  dial: (address: string, port: number, host: string) => Socket
}

const MOST_BYTES = 10 * 1024 * 1024
const MOST_MS = 20_000
const MOST_REDIRECTS = 3
const PICTURES = { accept: 'image/webp, image/jpeg, image/png', 'accept-encoding': 'identity' }
const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

export const internet: Network = {
  resolve: async host => (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address),
  dial: (address, port, host) =>
    port === 443
      ? connectTls({ host: address, port, servername: isIP(host) === 0 ? host : '' })
      : connect({ host: address, port }),
}

/**
 * Fetches a public internet address into a file: at most 10 MB, in at most 20 s. Resolves a name once, checks all its
 * addresses, and connects to a checked one, so that no name can change in between. Follows redirects on the same host
 * only, with the same checks.
 * @throws {NotFetched}
 */
export async function fetchPublic(address: string, path: string, network: Network = internet): Promise<void> {
  const signal = AbortSignal.timeout(MOST_MS)
  let url = urlOf(address)
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const reply = await askPublic({ url, headers: PICTURES, signal }, network)
    const { statusCode = 0, headers } = reply
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      reply.destroy()
      const next = urlOf(headers.location, url)
      if (next.hostname !== url.hostname) throw new NotFetched('The address redirects to another site.')
      url = next
      continue
    }
    if (statusCode !== 200) {
      reply.destroy()
      throw new NotFetched(`The address answered ${statusCode}.`)
    }
    return keep(reply, path, signal)
  }
  throw new NotFetched('The address redirects too often.')
}

function urlOf(text: string, base?: URL): URL {
  const url = URL.canParse(text, base) ? new URL(text, base) : null
  if (!url || !(url.protocol in PORTS) || url.username || url.password)
    throw new NotFetched('This address is not on the public internet.')
  if (url.port !== '') throw new NotFetched('Only ports 80 and 443 are allowed.')
  return url
}

export interface Asking {
  url: URL
  method?: 'GET' | 'POST'
  headers: Record<string, string | number>
  body?: Buffer
  signal: AbortSignal
}

/**
 * Asks an http(s) address at its usual port, once: resolves its name, checks all addresses, and connects to a checked
 * one. Follows nothing.
 * @throws {NotFetched}
 */
export async function askPublic(
  { url, method = 'GET', headers, body, signal }: Asking,
  { resolve, dial }: Network = internet,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host)
    ? [host]
    : await inTime(resolve(host), signal).catch(() => {
        throw new NotFetched(signal.aborted ? TOO_SLOW : 'This address does not exist.')
      })
  if (addresses.length === 0 || !addresses.every(isPublic))
    throw new NotFetched('This address is not on the public internet.')
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((answer, refuse) => {
    const fail = () => refuse(new NotFetched(signal.aborted ? TOO_SLOW : 'The address is not responding.'))
    request(
      url,
      {
        method,
        signal,
        createConnection: () => dial(addresses[0]!, PORTS[url.protocol]!, host),
        headers: { 'user-agent': 'Selvedge', ...headers },
      },
      answer,
    )
      .on('error', fail)
      .end(body)
  })
}

async function keep(reply: IncomingMessage, path: string, signal: AbortSignal): Promise<void> {
  if (Number(reply.headers['content-length'] ?? 0) > MOST_BYTES) {
    reply.destroy()
    throw new NotFetched(TOO_LARGE)
  }
  let bytes = 0
  await pipeline(
    reply,
    async function* limited(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length
        if (bytes > MOST_BYTES) throw new NotFetched(TOO_LARGE)
        yield chunk
      }
    },
    createWriteStream(path),
    { signal },
  ).catch((error: unknown) => {
    throw error instanceof NotFetched ? error : new NotFetched(signal.aborted ? TOO_SLOW : 'The download was cut off.')
  })
}

/** The result of work that cannot be cancelled. @throws when `signal` aborts */
const inTime = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, refuse) => {
      signal.addEventListener('abort', () => refuse(new Error('The download took too long.')), { once: true })
    }),
  ])

const TOO_LARGE = 'The picture is larger than 10 MB.'
const TOO_SLOW = 'The address takes too long to answer.'
