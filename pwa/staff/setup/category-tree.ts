interface Placed {
  id: number
  parent_id: number | null
}

/** How deep each category lies; 0 at the top. One whose parent is not among them counts as at the top. */
export function depthsOf(categories: readonly Placed[]): ReadonlyMap<number, number> {
  const parents = new Map(categories.map(({ id, parent_id }) => [id, parent_id]))
  const depthOf = (id: number, passed: readonly number[] = []): number => {
    const parent = parents.get(id) ?? null
    return parent === null || !parents.has(parent) || passed.includes(parent) ? 0 : 1 + depthOf(parent, [...passed, id])
  }
  return new Map(categories.map(({ id }) => [id, depthOf(id)]))
}

/** Those that a category may be put into: not itself, nor what lies in it. */
export function parentsFor<Category extends Placed>(id: number | null, categories: readonly Category[]): Category[] {
  const isIn = (category: Placed, passed: readonly number[] = []): boolean => {
    if (category.id === id) return true
    const parent = categories.find(other => other.id === category.parent_id)
    return parent !== undefined && !passed.includes(parent.id) && isIn(parent, [...passed, category.id])
  }
  return categories.filter(category => !isIn(category))
}

/**
 * The categories of one parent, one of them moved to another place among them, counted from 0; null where there is no
 * such place.
 */
export function movedAmong(categories: readonly Placed[], id: number, to: number): number[] | null {
  const parent_id = categories.find(category => category.id === id)?.parent_id
  const order = categories.filter(category => category.parent_id === parent_id).map(category => category.id)
  if (to < 0 || to >= order.length) return null
  const rest = order.filter(other => other !== id)
  return rest.toSpliced(to, 0, id)
}
