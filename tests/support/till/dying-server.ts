import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

interface Death {
  /** Before which statement of the push, counted from 1, or before the reply; null: it survives. */
  at: number | 'reply' | null
  /** Names a module that replaces one of the shop's. */
  guard?: string | undefined
}

/** Sends a push to a new server, which dies on the way. `done`: its database statements up to then. */
export async function pushToDying(
  { at, guard }: Death,
  { body, authorization }: { body: string; authorization: string },
): Promise<{ died: boolean; done: string[] }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/support/till/push-only.ts'], {
    env: {
      ...process.env,
      DIES_AT: String(at),
      ...(guard && { NODE_OPTIONS: `--import ${new URL(`../hostile/${guard}.mjs`, import.meta.url)}` }),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const port = (await lines.next()).value as string
  await fetch(`http://127.0.0.1:${port}/api/sync/push`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', authorization },
  }).catch(() => null)
  const done = JSON.parse((await lines.next()).value as string) as string[]
  child.stdin.end()
  return { died: (await gone)[1] === 'SIGKILL', done }
}
