import axe from 'axe-core'
import { expect, test } from 'vitest'
import { AT_MOST_MODERATE } from '#tests/support/house/axe-rules.ts'

/** A rule's checks, by how many of them must hold. */
const PARTS = ['any', 'all', 'none'] as const
type Check = string | { id: string }
interface Audit {
  rules: ({ id: string; impact?: string } & Record<(typeof PARTS)[number], Check[]>)[]
  data: { checks: Record<string, { impact?: string }> }
}

/** How bad a rule's faults can be, as axe's own data has it: its own word, and those of its checks. */
function impactsOf(rule: string): (string | undefined)[] {
  const { rules, data } = (axe as unknown as { _audit: Audit })._audit
  const found = rules.find(({ id }) => id === rule)!
  const checks = PARTS.flatMap(part => found[part]).map(check => (typeof check === 'string' ? check : check.id))
  return [found.impact, ...checks.map(check => data.checks[check]?.impact)]
}
const isBad = (impact: string | undefined) => impact === 'serious' || impact === 'critical'

test('turns no rule off whose faults can be serious', () => {
  expect(AT_MOST_MODERATE.filter(rule => impactsOf(rule).some(isBad))).toEqual([])
  for (const rule of AT_MOST_MODERATE)
    expect([rule, impactsOf(rule).some(impact => impact !== undefined)]).toEqual([rule, true])
})

test('control: names a rule whose faults can be serious', () => {
  for (const rule of ['button-name', 'color-contrast', 'empty-heading', 'scope-attr-valid'])
    expect([rule, impactsOf(rule).some(isBad)]).toEqual([rule, true])
})
