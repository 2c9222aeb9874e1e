import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pausesWithoutReason } from '#tests/support/house/pauses.ts'
import { projectFiles } from '#tests/support/house/project-files.ts'

const isTest = (path: string) => /^tests\/.*\.test\.tsx?$/.test(path) && !path.endsWith('/pauses.test.ts')

test('every pause of a test says what it is for', () => {
  const tests = projectFiles().filter(isTest)
  expect(tests.length).toBeGreaterThan(400)
  expect(pausesWithoutReason(new Map(tests.map(path => [path, readFileSync(path, 'utf8')])))).toEqual([])
})

test('control: finds a pause without a reason', () => {
  const lines = [
    'await sleep(500)',
    'await page.waitForTimeout(500)',
    'await new Promise(resolve => setTimeout(resolve, 20))',
    'await sleep(500) // in which it would ask',
    'await until(isSo)',
  ]
  expect(pausesWithoutReason(new Map([['a.test.ts', lines.join('\n')]]))).toEqual(
    [1, 2, 3].map(nth => `a.test.ts:${nth}`),
  )
})
