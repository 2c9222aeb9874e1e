import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { findings } from '#api/db/check-settings.ts'
import { readEnv } from '#api/env.ts'

const external = { DATABASE_URL: 'mysql://shop:secret@db.example:3306/shop' }

describe('the environment', () => {
  test('without settings: a demo on this computer with its own database', () => {
    expect(readEnv({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      shopUrl: 'http://127.0.0.1:3000',
      databaseUrl: null,
      demo: true,
      trustProxy: 0,
      tls: null,
      smtpUrl: null,
      production: false,
    })
  })

  test.each([
    [{}, 'sandbox'],
    [{ DEMO: '0' }, null],
    [external, null],
    [{ ...external, DEMO: '1' }, 'sandbox'],
    [{ NODE_ENV: 'production', DEMO: '1' }, null],
    [{ PAYSTACK_PUBLIC_KEY: 'pk_test_1', PAYSTACK_SECRET_KEY: 'sk_test_1' }, 'paystack'],
  ])('%j: takes payments by %s', (variables, provider) => {
    expect(readEnv(variables).payments?.provider ?? null).toBe(provider)
  })

  test('pays the demo at its own sandbox, and a shop with keys at Paystack', () => {
    expect(readEnv({ PORT: '3100' }).payments).toEqual({
      provider: 'sandbox',
      publicKey: 'pk_test_demo',
      secretKey: 'sk_test_demo',
      apiUrl: 'http://127.0.0.1:3100/sandbox/paystack',
    })
    expect(readEnv({ PAYSTACK_PUBLIC_KEY: 'pk_live_1', PAYSTACK_SECRET_KEY: 'sk_live_1' }).payments).toMatchObject({
      apiUrl: 'https://api.paystack.co',
      secretKey: 'sk_live_1',
    })
  })

  test('makes backups each night in DATA_DIR by default', () => {
    expect(readEnv({ DATA_DIR: '/var/shop' }).backups).toEqual({
      dir: '/var/shop/backups',
      keep: 14,
      at: '02:00',
      passphrase: null,
    })
    expect(
      readEnv({
        BACKUP_DIR: '/mnt/away',
        BACKUP_KEEP: '3',
        BACKUP_AT: 'off',
        BACKUP_PASSPHRASE: 'correct horse battery',
      }).backups,
    ).toEqual({ dir: '/mnt/away', keep: 3, at: null, passphrase: 'correct horse battery' })
  })

  test('treats an empty variable as unset', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '', DEMO: '', SHOP_URL: '' })).toEqual(readEnv({}))
  })

  test.each([
    [{}, true],
    [{ DEMO: '0' }, false],
    [{ NODE_ENV: 'production' }, false],
    [{ NODE_ENV: 'production', DEMO: '1' }, true],
    [external, false],
    [{ ...external, DEMO: '1' }, true],
    [{ ...external, DEMO: 'public' }, true],
  ])('%j: demo is %s', (variables, demo) => {
    expect(readEnv(variables).demo).toBe(demo)
  })

  test('writes the public origin without a slash, and an IPv6 host in brackets', () => {
    expect(readEnv({ SHOP_URL: 'https://selvedge.example/' }).shopUrl).toBe('https://selvedge.example')
    expect(readEnv({ HOST: '::1' }).shopUrl).toBe('http://[::1]:3000')
  })

  test('requires a chosen secret in production with an existing database', () => {
    expect(() => readEnv({ ...external, NODE_ENV: 'production' })).toThrow(/JWT_SECRET/)
    expect(() => readEnv({ ...external, NODE_ENV: 'production', JWT_SECRET: 'short' })).toThrow(/JWT_SECRET/)
    expect(
      readEnv({ ...external, NODE_ENV: 'production', JWT_SECRET: randomBytes(16).toString('hex') }).databaseUrl,
    ).toBe(external.DATABASE_URL)
    expect(readEnv({ NODE_ENV: 'production' }).production).toBe(true)
  })

  test('names everything wrong at once', () => {
    expect(() => readEnv({ PORT: '70000', TRUST_PROXY: 'all', DEMO: 'yes' })).toThrow(/PORT[^]*TRUST_PROXY[^]*DEMO/)
  })

  test.each([
    ['DATABASE_URL', { DATABASE_URL: 'mysql://db.example:3306' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://db.example/shop' }],
    ['SHOP_URL', { SHOP_URL: 'https://selvedge.example/shop' }],
    ['TLS_KEY', { TLS_CERT: 'cert.pem' }],
    ['PAYSTACK_SECRET_KEY', { PAYSTACK_PUBLIC_KEY: 'pk' }],
    ['BACKUP_KEEP', { BACKUP_KEEP: '0' }],
    ['BACKUP_AT', { BACKUP_AT: '24:00' }],
    ['BACKUP_PASSPHRASE', { BACKUP_PASSPHRASE: 'short' }],
  ])('refuses %s: %j', (name, variables) => {
    expect(() => readEnv(variables)).toThrow(new RegExp(name))
  })
})

describe('settings of the database', () => {
  const good = { flush: 1, mode: 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION', engine: 'InnoDB', charset: 'utf8mb4' }

  test('cause no warning when they are good', () => {
    expect(findings(good)).toEqual([])
  })

  test.each([
    [{ flush: 2 }, false, 'innodb_flush_log_at_trx_commit'],
    [{ mode: 'NO_ZERO_DATE' }, true, 'sql_mode'],
    [{ engine: 'MyISAM' }, true, 'default_storage_engine'],
    [{ charset: 'latin1' }, false, 'utf8mb4'],
  ])('%j causes a warning', (wrong, grave, words) => {
    expect(findings({ ...good, ...wrong })).toEqual([{ grave, message: expect.stringContaining(words) }])
  })
})
