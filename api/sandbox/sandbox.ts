import type Koa from 'koa'
import type { Chaos } from '#api/sandbox/chaos.ts'
import type { Domain } from '#api/sandbox/transactions.ts'
import type { Sender } from '#api/sandbox/webhooks.ts'

export const SANDBOX_PATH = '/sandbox/paystack'

export interface SandboxOptions {
  /** The origin of the sandbox, which is also the one shop whose pages may frame it; without a trailing slash. */
  origin: string
  publicKey: string
  secretKey: string
  webhookUrl: string
  /** Its clock, in ms. */
  now?: () => number
}

export interface Sandbox {
  app: Koa
  /** The base URL of the API and its pages. */
  base: string
  origin: string
  publicKey: string
  /** From the key: sk_live_… is live. */
  domain: Domain
  now: () => number
  chaos: Chaos
  webhooks: Sender
  /** Runs work that no reply waits for. */
  follow: (work: Promise<unknown>) => void
  /** Resolves when no background work is left. */
  idle: () => Promise<void>
}
