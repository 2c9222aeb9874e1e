import { expect, test } from 'vitest'
import { Memory } from '#api/import/memory.ts'
import { BATCH_ROWS, readDrafts } from '#api/import/read-drafts.ts'
import { ownFormat } from '#api/import-formats/own-format.ts'
import type { Mistake, Row } from '#api/import-formats/row.ts'

async function* each<T>(rows: Iterable<T>) {
  yield* rows
}
const read = (rows: Iterable<Row | Mistake>, memory: Memory) => readDrafts(each(rows), memory, () => false)
const rowOf = (cells: Record<string, string>, line: number) =>
  ownFormat.open(() => true).read(column => cells[column] ?? '', line)[0]!

test('writes errors down before reading more, so that they are never all in memory', async () => {
  const memory = new Memory()
  const taken: number[] = []
  const wrong = Array.from({ length: 20 * BATCH_ROWS }, (_, i) => ({
    line: i + 2,
    slug: null,
    message: 'This row is wrong.',
  }))
  for await (const draft of read(wrong, memory)) {
    expect(draft).toBeNull()
    taken.push(memory.takeFresh().length)
  }
  expect(Math.max(...taken)).toBe(BATCH_ROWS)
  expect(taken.reduce((sum, n) => sum + n, 0) + memory.takeFresh().length).toBe(wrong.length)
  expect(memory.report().summary.failed).toBe(wrong.length)
})

test('counts too many pictures in a cell as one error, and takes the first of them', async () => {
  const memory = new Memory()
  const pictures = Array.from({ length: 100_000 }, (_, i) => `https://cdn.example/${i}.jpg`).join('|')
  const drafts = []
  for await (const draft of read(
    [rowOf({ slug: 'ama', name: 'Ama', retail_price: '10', size_code: 'UK10', pictures }, 2)],
    memory,
  ))
    drafts.push(draft!)
  expect(drafts.map(draft => draft.pictures.length)).toEqual([250])
  expect(memory.takeFresh()).toEqual([
    { line: 2, slug: 'ama', message: 'A product may have 250 pictures.', outcome: 'WRONG' },
  ])
})
