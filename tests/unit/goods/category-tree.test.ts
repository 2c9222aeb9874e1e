import { expect, test } from 'vitest'
import { depthsOf, movedAmong, parentsFor } from '#pwa/staff/categories/category-tree.ts'

const TREE = [
  { id: 1, parent_id: null },
  { id: 2, parent_id: 1 },
  { id: 3, parent_id: 2 },
  { id: 4, parent_id: 1 },
  { id: 5, parent_id: null },
]
const CIRCLE = [
  { id: 1, parent_id: 2 },
  { id: 2, parent_id: 1 },
]

test('counts the levels above a category, and none when its parent is not shown', () => {
  expect([...depthsOf(TREE).values()]).toEqual([0, 1, 2, 1, 0])
  expect([...depthsOf([{ id: 9, parent_id: 4 }]).values()]).toEqual([0])
  expect(depthsOf(CIRCLE).size).toBe(2)
})

test('lets a category move into every other but those inside it', () => {
  expect(parentsFor(2, TREE).map(({ id }) => id)).toEqual([1, 4, 5])
  expect(parentsFor(null, TREE)).toHaveLength(5)
  expect(parentsFor(7, CIRCLE)).toHaveLength(2)
})

test('moves a category among its siblings, as far as there are places', () => {
  expect(movedAmong(TREE, 4, 0)).toEqual([4, 2])
  expect(movedAmong(TREE, 1, 1)).toEqual([5, 1])
  expect([movedAmong(TREE, 3, 1), movedAmong(TREE, 4, -1)]).toEqual([null, null])
})
