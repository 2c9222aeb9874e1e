interface Placed {
  id: number
  parent_id: number | null
}

/** The depth of each category; 0 at the top. One whose parent is missing counts as at the top. */
export function depthsOf(categories: readonly Placed[]): ReadonlyMap<number, number> {
  const parents = new Map(categories.map(({ id, parent_id }) => [id, parent_id]))
  const depthOf = (id: number, passed: readonly number[] = []): number => {
    const parent = parents.get(id) ?? null
    return parent === null || !parents.has(parent) || passed.includes(parent) ? 0 : 1 + depthOf(parent, [...passed, id])
  }
  return new Map(categories.map(({ id }) => [id, depthOf(id)]))
}

/** The possible parents of a category: not itself, nor those below it. */
export function parentsFor<Category extends Placed>(id: number | null, categories: readonly Category[]): Category[] {
  const isIn = (category: Placed, passed: readonly number[] = []): boolean => {
    if (category.id === id) return true
    const parent = categories.find(other => other.id === category.parent_id)
    return parent !== undefined && !passed.includes(parent.id) && isIn(parent, [...passed, category.id])
  }
  return categories.filter(category => !isIn(category))
}

/**
 * The categories of one parent, with one moved to a new position, counted from 0; null if there is no such position.
 */
export function movedAmong(categories: readonly Placed[], id: number, to: number): number[] | null {
  const parent_id = categories.find(category => category.id === id)?.parent_id
  const order = categories.filter(category => category.parent_id === parent_id).map(category => category.id)
  if (to < 0 || to >= order.length) return null
  const rest = order.filter(other => other !== id)
  return rest.toSpliced(to, 0, id)
}
