import type Joi from 'joi'

/**
 * A query string as plain values. For a list, `a[]=1&a[]=2`, `a[0]=1&a[1]=2`, `a=1&a=2` and `a=1,2` mean the same;
 * otherwise the last value counts. An empty value counts as absent.
 */
export function readQuery(search: string, rules: Joi.Schema): Record<string, string | string[]> {
  const lists = listsOf(rules)
  const values = new Map<string, string[]>()
  for (const [key, value] of new URLSearchParams(search)) {
    const name = key.replace(/\[\d*\]$/, '')
    if (value === '') continue
    const all = values.get(name) ?? []
    for (const each of lists.has(name) ? value.split(',') : [value]) all.push(each)
    values.set(name, all)
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, lists.has(name) ? all : all.at(-1)!]))
}

const known = new WeakMap<Joi.Schema, Set<string>>()

function listsOf(rules: Joi.Schema): Set<string> {
  const found = known.get(rules)
  if (found) return found
  const keys = (rules.describe() as { keys?: Record<string, { type: string }> }).keys ?? {}
  const lists = new Set(Object.keys(keys).filter(name => keys[name]!.type === 'array'))
  known.set(rules, lists)
  return lists
}
