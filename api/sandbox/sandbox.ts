import type Koa from 'koa'
import type { Chaos } from '#api/sandbox/chaos.ts'
import type { Domain } from '#api/sandbox/transactions.ts'
import type { Sender } from '#api/sandbox/webhooks.ts'

export const SANDBOX_PATH = '/sandbox/paystack'

export interface SandboxOptions {
  /** Where browsers find the sandbox and the one shop whose pages may frame it, without a slash at its end. */
  origin: string
  publicKey: string
  secretKey: string
  webhookUrl: string
  /** Its clock, in ms. */
  now?: () => number
}

export interface Sandbox {
  app: Koa
  /** The address of the API and its pages. */
  base: string
  origin: string
  publicKey: string
  /** As the key says: sk_live_… is live. */
  domain: Domain
  now: () => number
  chaos: Chaos
  webhooks: Sender
  /** Lets work go on that no reply waits for. */
  follow: (work: Promise<unknown>) => void
  /** Resolves when nothing is under way behind the replies. */
  idle: () => Promise<void>
}
