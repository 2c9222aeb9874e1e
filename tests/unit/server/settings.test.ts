import { expect, test } from 'vitest'
import type { AppError } from '#api/errors.ts'
import { checkedValue } from '#api/staff/setting-rules.ts'
import { numberOf, type NumberSetting } from '#sync/protocol/setting-values.ts'
import { PUBLIC_SETTINGS, SETTING_NAMES, settingOf } from '#sync/protocol/settings.ts'

/** What the columns of counts hold, where a setting says nothing. */
const HIGHEST = 4_294_967_295
const numbers = SETTING_NAMES.filter((name): name is NumberSetting => ['count', 'money'].includes(settingOf(name).kind))

test.each(SETTING_NAMES)('%s starts with a value its own rules accept', name => {
  expect(checkedValue(name, settingOf(name).initial) ?? '').toBe(settingOf(name).initial)
})

test('publishes no setting that guards the shop or that some staff may not change', () => {
  expect(PUBLIC_SETTINGS.length).toBeGreaterThan(20)
  const guarding = SETTING_NAMES.filter(name => settingOf(name).guards || settingOf(name).clearance)
  expect(guarding.length).toBeGreaterThan(5)
  expect(PUBLIC_SETTINGS.filter(name => guarding.includes(name))).toEqual([])
  expect(PUBLIC_SETTINGS.filter(name => /limit|factor|per_minute|times/.test(name))).toEqual([])
})

test.each(numbers)('%s applies at both its bounds, and else keeps its initial value', name => {
  const { least = 0, most = HIGHEST, required, initial } = settingOf(name)
  const first = initial === '' ? null : Number(initial)
  expect(numberOf(name, initial)).toBe(first)
  expect(numberOf(name, String(least))).toBe(least)
  const highest = most === HIGHEST && settingOf(name).kind === 'money' ? 999_999_999.99 : most
  expect([numberOf(name, String(highest)), numberOf(name, String(highest + 1))]).toEqual([highest, first])
  for (const unreadable of ['few', '-1', '1e9', '1.234', 'Infinity', String(least - 1)])
    expect([unreadable, numberOf(name, unreadable)]).toEqual([unreadable, first])
  for (const empty of ['', ' ', null, undefined]) expect(numberOf(name, empty)).toBe(required ? first : null)
})

test.each(numbers)('%s is refused beyond its bounds', name => {
  const { least = 0, most = HIGHEST, kind } = settingOf(name)
  const words = kind === 'money' ? 'amount in cedis' : `whole number from ${least} to ${most}`
  const refused = (typed: string) => {
    try {
      return `kept as ${checkedValue(name, typed)}`
    } catch (error) {
      return JSON.stringify((error as AppError).body)
    }
  }
  expect(refused(String(least))).toBe(`kept as ${least}`)
  for (const beyond of ['few', '-1', String(most + 1)])
    expect([beyond, refused(beyond)]).toEqual([beyond, expect.stringContaining(words)])
})
