import { expect, test } from 'vitest'
import { shiftSlip } from '#pwa/shifts/shift-slip.ts'
import { shiftFigures, type ShiftFacts } from '#sync/protocol/shifts/figures.ts'

const FACTS: ShiftFacts = {
  float: {},
  sales: [
    {
      number: 'T1-000001',
      occurred_at: '2026-11-23T14:05:00.000Z',
      paid: [{ account_code: 'CASH', amount: 10 }],
      subtotal: 10,
      discount: 0,
      total: 10,
    },
  ],
  voids: [],
  moves: [],
  drawer_openings: 0,
  missing: 0,
}
const VOIDED = {
  number: 'T1-000001',
  occurred_at: '2026-11-23T14:06:00.000Z',
  teller_id: 7,
  teller: 'Ama Mensah',
  reason: 'WRONG_ITEM' as const,
  back: [{ account_code: 'CASH', amount: 10 }],
}
const about = { shop: 'Selvedge', till: 'T1', opened_at: '2026-11-23T08:00:00.000Z', opened_by: 'Ama Mensah', now: 0 }
const linesOf = (facts: ShiftFacts) =>
  shiftSlip(shiftFigures(facts, null), { ...about, closed: null, nameOf: code => code })
    .parts.flat()
    .map(({ label, value }) => `${label}: ${value.replaceAll('\u00A0', ' ')}`)

test('names each voided sale, who voided it and why, and what is left', () => {
  expect(linesOf({ ...FACTS, voids: [VOIDED] })).toEqual(
    expect.arrayContaining([
      'Voids: 1',
      'Voided: GH₵ 10.00',
      'Total after voids: GH₵ 0.00',
      expect.stringMatching(/^Void of T1-000001, .+: GH₵ 10\.00$/),
      'T1-000001: Ama Mensah: Wrong item or quantity',
      'CASH: takings: GH₵ 0.00',
    ]),
  )
})

test('says nothing of voids when there were none', () => {
  expect(linesOf(FACTS).filter(line => /void/i.test(line))).toEqual([])
})

test('names what the back office booked in the drawer, and only then', () => {
  expect(linesOf({ ...FACTS, desk: -37 })).toContain('Booked in the back office: −GH₵ 37.00')
  expect(linesOf(FACTS).filter(line => /back office/i.test(line))).toEqual([])
})
