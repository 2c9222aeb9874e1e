import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import Joi from 'joi'
import { Refusal } from '#api/boot/refusal.ts'
import { isWeak, secretsIn, SHORTEST_SECRET } from '#api/boot/secret-strength.ts'

interface Variables {
  NODE_ENV: string
  PORT: number
  HOST: string
  TLS_CERT?: string
  TLS_KEY?: string
  TRUST_PROXY: number
  DATABASE_URL?: string
  DATA_DIR: string
  BUILDS_DIR?: string
  JWT_SECRET?: string
  DEMO?: '0' | '1' | 'public'
  SHOP_URL?: string
  PAYSTACK_PUBLIC_KEY?: string
  PAYSTACK_SECRET_KEY?: string
  PAYSTACK_API_URL?: string
  SMTP_URL?: string
  BACKUP_DIR?: string
  BACKUP_KEEP: number
  BACKUP_AT: string
  BACKUP_PASSPHRASE?: string
}

/** A payment provider that speaks Paystack's API: Paystack, or the demo's own sandbox. */
export interface Payments {
  provider: 'paystack' | 'sandbox'
  publicKey: string
  secretKey: string
  apiUrl: string
}

export interface Env {
  production: boolean
  port: number
  host: string
  /** PEM text, when the shop speaks https itself. */
  tls: { cert: string; key: string } | null
  /** How many proxies' X-Forwarded-* are believed. */
  trustProxy: number
  /** Null: the program runs a private database. */
  databaseUrl: string | null
  /** Absolute, like every path here. */
  dataDir: string
  buildsDir: string
  uploadsDir: string
  demo: boolean
  /** The operator allows anybody to see this demo. */
  publicDemo: boolean
  /** The public origin, without a trailing slash. */
  shopUrl: string
  /** The payment provider; null: checkout says that it takes no payments. */
  payments: Payments | null
  smtpUrl: string | null
  /** The shop's own backups. `at`: hh:mm in UTC, null for none. `passphrase`: null if a key is kept in DATA_DIR. */
  backups: { dir: string; keep: number; at: string | null; passphrase: string | null }
}

const text = Joi.string().empty('')
const secret = text
  .custom((value: string, helpers) => (secretsIn(value).some(isWeak) ? helpers.error('secret.weak') : value))
  .messages({
    'secret.weak': `JWT_SECRET must be random, with at least ${SHORTEST_SECRET} characters. This prints one: openssl rand -hex 32`,
  })
const SCHEMA = Joi.object<Variables>({
  NODE_ENV: text.default('development'),
  PORT: Joi.number().empty('').integer().min(1).max(65535).default(3000),
  HOST: text.hostname().default('127.0.0.1'),
  TLS_CERT: text,
  TLS_KEY: text,
  TRUST_PROXY: Joi.number().empty('').integer().min(0).max(10).default(0),
  DATABASE_URL: text.uri({ scheme: 'mysql' }).pattern(/^mysql:\/\/[^/]+\/[^/?]+/, 'mysql://user:pass@host:port/name'),
  DATA_DIR: text.default('.data'),
  BUILDS_DIR: text,
  JWT_SECRET: secret.when('NODE_ENV', {
    is: 'production',
    then: Joi.when('DATABASE_URL', { is: Joi.exist(), then: Joi.required() }),
  }),
  DEMO: text.valid('0', '1', 'public'),
  SHOP_URL: text.uri({ scheme: ['http', 'https'] }).pattern(/^https?:\/\/[^/?#]+\/?$/, 'an origin'),
  PAYSTACK_PUBLIC_KEY: text,
  PAYSTACK_SECRET_KEY: text,
  PAYSTACK_API_URL: text.uri({ scheme: ['http', 'https'] }).default('https://api.paystack.co'),
  SMTP_URL: text.uri({ scheme: ['smtp', 'smtps'] }),
  BACKUP_DIR: text,
  BACKUP_KEEP: Joi.number().empty('').integer().min(1).max(1000).default(14),
  BACKUP_AT: text.pattern(/^(([01]\d|2[0-3]):[0-5]\d|off)$/, 'hh:mm in UTC, or off').default('02:00'),
  BACKUP_PASSPHRASE: text.min(12),
})
  .and('TLS_CERT', 'TLS_KEY')
  .and('PAYSTACK_PUBLIC_KEY', 'PAYSTACK_SECRET_KEY')
  .unknown()

const SANDBOX = { provider: 'sandbox', publicKey: 'pk_test_demo', secretKey: 'sk_test_demo' } as const

/** Read and checked when this module is first imported. */
export const env: Env = readEnv(process.env)

/**
 * Turns environment variables into settings.
 * @throws {Refusal} naming every variable that is wrong
 */
export function readEnv(variables: NodeJS.ProcessEnv): Env {
  const { value, error } = SCHEMA.validate(variables, {
    abortEarly: false,
    stripUnknown: true,
    errors: { wrap: { label: false } },
  })
  if (error)
    throw new Refusal(`The environment is not right:\n${error.details.map(detail => `  ${detail.message}`).join('\n')}`)
  const dataDir = resolve(value.DATA_DIR)
  const tls = value.TLS_CERT && value.TLS_KEY ? readCertificate(value.TLS_CERT, value.TLS_KEY) : null
  const production = value.NODE_ENV === 'production'
  const demo = value.DEMO ? value.DEMO !== '0' : !value.DATABASE_URL && !production
  const shopUrl = new URL(value.SHOP_URL ?? `${tls ? 'https' : 'http'}://${bracketed(value.HOST)}:${value.PORT}`).origin
  return {
    production,
    tls,
    dataDir,
    port: value.PORT,
    host: value.HOST,
    trustProxy: value.TRUST_PROXY,
    databaseUrl: value.DATABASE_URL ?? null,
    buildsDir: value.BUILDS_DIR ? resolve(value.BUILDS_DIR) : join(dataDir, 'builds'),
    uploadsDir: join(dataDir, 'uploads'),
    demo,
    publicDemo: value.DEMO === 'public',
    shopUrl,
    payments:
      value.PAYSTACK_PUBLIC_KEY && value.PAYSTACK_SECRET_KEY
        ? {
            provider: 'paystack',
            publicKey: value.PAYSTACK_PUBLIC_KEY,
            secretKey: value.PAYSTACK_SECRET_KEY,
            apiUrl: value.PAYSTACK_API_URL!.replace(/\/$/, ''),
          }
        : demo && !production
          ? { ...SANDBOX, apiUrl: `${shopUrl}/sandbox/paystack` }
          : null,
    smtpUrl: value.SMTP_URL ?? null,
    backups: {
      dir: value.BACKUP_DIR ? resolve(value.BACKUP_DIR) : join(dataDir, 'backups'),
      keep: value.BACKUP_KEEP,
      at: value.BACKUP_AT === 'off' ? null : value.BACKUP_AT,
      passphrase: value.BACKUP_PASSPHRASE ?? null,
    },
  }
}

export const pathOfSecret = (name: string) => join(env.dataDir, name)

/** 256 random bits in hexadecimal, created once and kept under that name in DATA_DIR. */
export function keptSecret(name: string): string {
  const path = pathOfSecret(name)
  if (!existsSync(path)) keepNewSecret(path)
  return readFileSync(path, 'utf8').trim()
}

// Written aside and linked: a crash leaves no partial secret, and of two writers one wins.
function keepNewSecret(path: string) {
  const draft = `${path}.${process.pid}`
  mkdirSync(env.dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function readCertificate(certPath: string, keyPath: string) {
  const cert = readPem('TLS_CERT', certPath)
  const key = readPem('TLS_KEY', keyPath)
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw new Refusal(`TLS_CERT and TLS_KEY are not a certificate and its key: ${(error as Error).message}.`)
  }
  return { cert, key }
}

function readPem(name: string, path: string) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Refusal(`${name} cannot be read: ${(error as Error).message}.`)
  }
}

function bracketed(host: string) {
  return host.includes(':') ? `[${host}]` : host
}
