// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { BareField } from '#pwa/ui/bare-field.tsx'
import { CheckField } from '#pwa/ui/check-field.tsx'
import { SelectField, TextAreaField, TextField } from '#pwa/ui/field.tsx'

afterEach(cleanup)

const REFUSED = 'This one is taken.'

it.each([
  ['a text', (errors: string[]) => <TextField label="Field" name="field" errors={errors} />],
  ['a long text', (errors: string[]) => <TextAreaField label="Field" name="field" errors={errors} />],
  [
    'a choice',
    (errors: string[]) => (
      <SelectField label="Field" name="field" errors={errors}>
        <option value="">None</option>
        <option value="new">New</option>
      </SelectField>
    ),
  ],
  ['a box', (errors: string[]) => <CheckField label="Field" name="field" errors={errors} />],
])('drops what the server said of %s once it is changed, until the server says it again', (_, fieldWith) => {
  const first = [REFUSED]
  const { rerender } = render(fieldWith(first))
  const field = screen.getByLabelText<HTMLInputElement>(/^Field/)
  const isWrong = () => [screen.queryByText(REFUSED) !== null, field.getAttribute('aria-invalid')]
  expect(isWrong()).toEqual([true, 'true'])
  if (field.type === 'checkbox') fireEvent.click(field)
  else fireEvent.input(field, { target: { value: 'new' } })
  expect(isWrong()).toEqual([false, null])
  rerender(fieldWith(first))
  expect(isWrong()).toEqual([false, null])
  rerender(fieldWith([REFUSED]))
  expect(isWrong()).toEqual([true, 'true'])
})

it('drops it for the field of a table too', () => {
  render(<BareField aria-label="Field" name="field" errors={[REFUSED]} />)
  const field = screen.getByLabelText('Field')
  fireEvent.input(field, { target: { value: 'new' } })
  expect(screen.queryByText(REFUSED)).toBeNull()
})
