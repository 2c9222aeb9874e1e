import { keepReply } from './catalogue.ts'

/** What a page has used before it had a worker. `replies`: public replies by their address. */
export interface Seen {
  files: string[]
  replies: [address: string, reply: unknown][]
}

type Ask = (request: Request) => Promise<unknown>

/** Keeps it as if it had come by the worker. The browser still has the files. */
export async function keepSeen({ files, replies }: Seen, ask: Ask): Promise<void> {
  await Promise.allSettled([
    ...files.map(file => ask(new Request(file, { credentials: 'same-origin' }))),
    ...replies.map(([address, reply]) => keepReply(address, reply)),
  ])
}
