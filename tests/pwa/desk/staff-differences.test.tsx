// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { differencesIn } from '#pwa/staff/kit/form-differences.ts'
import { RowsField } from '#pwa/staff/setup/rows-field.tsx'
import { CheckField } from '#pwa/ui/check-field.tsx'
import { SelectField, TextField } from '#pwa/ui/field.tsx'
import { SETTINGS } from '#sync/protocol/settings.ts'

afterEach(cleanup)

/** What is said to differ between fields and a row: label, mine and theirs of each. */
function differing(fields: ReactNode, row: Record<string, unknown>): string[][] {
  const { container } = render(<form>{fields}</form>)
  return differencesIn(container.querySelector('form')!, row).map(({ label, mine, theirs }) => [label, mine, theirs])
}

it('treats equal amounts as equal, however written, and text exactly', () => {
  const fields = (
    <>
      <TextField label="Price" name="price" inputMode="decimal" defaultValue="1,149.50" />
      <TextField label="Code" name="code" defaultValue="007" />
    </>
  )
  expect(differing(fields, { price: 1149.5, code: '007' })).toEqual([])
  expect(differing(fields, { price: 1149.6, code: '7' })).toEqual([
    ['Price', '1,149.50', '1149.6'],
    ['Code', '007', '7'],
  ])
})

it('names a file only when one is chosen', () => {
  expect(differing(<input type="file" name="icon_image" />, { icon_image: { storage_link: '/a.webp' } })).toEqual([])
})

it('shows ticked options by their labels, and nothing that cannot be changed here', () => {
  const fields = (
    <>
      <TextField label="Uses so far" name="current_usage" readOnly defaultValue="5" />
      <fieldset>
        <legend>Categories</legend>
        <CheckField label="Jeans" name="category_ids" value={3} defaultChecked />
        <CheckField label="Shirts" name="category_ids" value={4} />
        <CheckField label="Belts" name="category_ids" value={5} defaultChecked />
      </fieldset>
    </>
  )
  expect(differing(fields, { current_usage: 6, category_ids: [5, 3] })).toEqual([])
  expect(differing(fields, { current_usage: 6, category_ids: [4] })).toEqual([['Categories', 'Jeans, Belts', 'Shirts']])
  expect(differing(fields, { category_ids: [] })).toEqual([['Categories', 'Jeans, Belts', '–']])
})

it('shows a different choice with the same name', () => {
  const fields = (
    <SelectField label="Parent" name="parent_id" defaultValue="1">
      <option value="1">Jeans</option>
      <option value="2">Jeans</option>
    </SelectField>
  )
  expect(differing(fields, { parent_id: 2 })).toEqual([['Parent', 'Jeans', 'Jeans']])
})

it('calls a list of rows by its name', () => {
  expect(
    differing(<RowsField known={SETTINGS.shop_hours} value="Sunday: Closed" errors={undefined} />, {
      value: 'Sunday: 10 to 4',
    }),
  ).toEqual([[SETTINGS.shop_hours.label, 'Sunday: Closed', 'Sunday: 10 to 4']])
})
