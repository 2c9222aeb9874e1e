import { expect, test } from 'vitest'
import { contentOf } from '#pwa/forms/form-content.ts'

function aForm(file: File): FormData {
  const form = new FormData()
  form.set('note', 'Two bales')
  form.set('file', file)
  return form
}
const goods = (text: string, lastModified = 1000) => new File([text], 'goods.csv', { lastModified })

test('gives a form with another file a new key, and one without files the same', () => {
  const first = contentOf(aForm(goods('a')))
  expect(contentOf(aForm(goods('a')))).toBe(first)
  for (const other of [goods('ab'), goods('b', 2000), new File(['a'], 'more.csv', { lastModified: 1000 })])
    expect(contentOf(aForm(other))).not.toBe(first)
  expect(contentOf(aForm(new File([], '', { lastModified: 1 })))).toBe(
    contentOf(aForm(new File([], '', { lastModified: 2 }))),
  )
})
