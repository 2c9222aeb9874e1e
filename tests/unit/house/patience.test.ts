import { beforeEach, expect, test, vi } from 'vitest'

const yard = vi.hoisted(() => ({ ms: 0 }))
vi.mock('#tests/support/suite/yardstick.mjs', () => ({ USUAL_MS: 500, yardstick: () => yard.ms }))

const afresh = () => import('#tests/support/patience.ts')
beforeEach(() => {
  vi.resetModules()
  vi.unstubAllEnvs()
})

test('a limit is twice as long for a second try, and as much longer as the machine was slow at the start', async () => {
  vi.stubEnv('TEST_PATIENCE', '2')
  vi.stubEnv('MACHINE_SLOWNESS', '1.7001')
  const { patience } = await afresh()
  expect(patience(1_000)).toBe(3_401)
})

test('limits grow with how slow the machine has become, and never shrink', async () => {
  vi.stubEnv('TEST_PATIENCE', '1')
  vi.stubEnv('MACHINE_SLOWNESS', '1')
  const { growPatient, patience } = await afresh()
  const limits = [2_000, 300, 1_000, 100_000].map(ms => {
    yard.ms = ms
    growPatient()
    return patience(1_000)
  })
  expect(limits).toEqual([4_000, 4_000, 4_000, 8_000])
})

test('a machine that is quicker than usual gets the usual time', async () => {
  yard.ms = 100
  expect((await afresh()).slownessNow()).toBe(1)
})
