import type { Slot } from '#api/in-memory/bitmaps.ts'
import type { Catalogue } from '#api/catalogue-index/catalogue.ts'
import { inOrder } from '#api/catalogue-index/in-order.ts'
import type { Answering } from '#api/search/answering.ts'
import { Heap } from '#api/search/heap.ts'
import { Scratch } from '#api/search/level.ts'
import { COVERED, MADE_FOR } from '#sync/protocol/search/score.ts'

/** Up to so many, looking at each is quicker than bitmaps. */
const FEW = 400
/** More parts answered come before any score. */
const A_PART = 16

/** Goods of which as much is known as of each other. `depth`: how many of the steps are taken. */
interface Group {
  /** No product in it comes higher. */
  most: number
  slot: Slot
  count: number
  depth: number
  sum: number
  answers: number
  isFor: boolean
  typed: number
}
/** Goods with one score. */
interface Equal {
  score: number
  slot: Slot | null
  places: number[]
  count: number
}

/**
 * The goods of a bitmap from one rank on, the best first: by the answer, then what is left to sell, then views, then
 * the newest. Splits them into groups by what they answer, and looks further only into the best.
 */
export function ranked(
  catalogue: Catalogue,
  { fits, answer }: { fits: Slot; answer: Answering },
  { from, many }: { from: number; many: number },
): number[] {
  const scratch = new Scratch(catalogue.goods.bitmaps)
  try {
    const ranking = new Ranking(catalogue, answer, scratch)
    const found: number[] = []
    let passed = 0
    for (const equal of ranking.inOrder(fits)) {
      if (passed + equal.count > from) {
        const start = Math.max(0, from - passed)
        found.push(...ranking.window(equal, start, many - found.length))
      }
      passed += equal.count
      if (found.length >= many) break
    }
    return found
  } finally {
    scratch.done()
  }
}

class Ranking {
  #catalogue: Catalogue
  #answer: Answering
  #scratch: Scratch

  constructor(catalogue: Catalogue, answer: Answering, scratch: Scratch) {
    this.#catalogue = catalogue
    this.#answer = answer
    this.#scratch = scratch
  }

  /** Goods by their scores, the best first. */
  *inOrder(fits: Slot): Generator<Equal> {
    const { bitmaps } = this.#scratch
    const groups = new Heap<Group>(({ most }) => most)
    const equals = new Heap<Equal>(({ score }) => score)
    const whole = { slot: this.#scratch.copy(fits), count: bitmaps.count(fits), depth: 0, sum: 0, answers: 0 }
    groups.push(this.#bounded({ ...whole, isFor: false, typed: 0 }))
    for (;;) {
      const [group, equal] = [groups.first, equals.first]
      if (group && (!equal || group.most >= equal.score)) {
        groups.pop()
        this.#split(group, groups, equals)
      } else if (equal) {
        equals.pop()
        const joined = [equal]
        while (equals.first?.score === equal.score) joined.push(equals.pop()!)
        yield joined.length === 1 ? equal : this.#together(joined)
      } else return
    }
  }

  /** The goods of one score from one on, by what is left, views and id. */
  window({ slot, places }: Equal, from: number, many: number): number[] {
    const { bitmaps, inStock } = this.#catalogue.goods
    if (slot === null) return this.#sorted(places).slice(from, from + many)
    const has = this.#scratch.combined('and', slot, inStock)
    const sold = this.#scratch.combined('andNot', slot, inStock)
    const total = bitmaps.count(has)
    const order = { order: 'views', descending: true } as const
    const found = inOrder(this.#catalogue, { fits: has, total }, { ...order, from, many })
    if (found.length === many) return found
    const behind = { ...order, from: Math.max(0, from - total), many: many - found.length }
    return [...found, ...inOrder(this.#catalogue, { fits: sold, total: bitmaps.count(sold) }, behind)]
  }

  #sorted(places: number[]): number[] {
    const { bitmaps, inStock, products } = this.#catalogue.goods
    const { views, id } = products.of
    const has = (place: number) => Number(bitmaps.has(inStock, place))
    return places.sort((a, b) => has(b) - has(a) || views[b]! - views[a]! || id[b]! - id[a]!)
  }

  #together(equals: readonly Equal[]): Equal {
    const { bitmaps } = this.#scratch
    const count = equals.reduce((sum, each) => sum + each.count, 0)
    const { score } = equals[0]!
    if (equals.every(({ slot }) => slot === null))
      return { score, slot: null, places: equals.flatMap(({ places }) => places), count }
    const whole = this.#scratch.take()
    for (const { slot, places } of equals) {
      if (slot !== null) bitmaps.or(whole, whole, slot)
      for (const place of places) bitmaps.add(whole, place)
    }
    return { score, slot: whole, places: [], count }
  }

  #split(group: Group, groups: Heap<Group>, equals: Heap<Equal>): void {
    if (group.count <= FEW) {
      for (const equal of this.#each(group)) equals.push(equal)
      this.#scratch.give(group.slot)
      return
    }
    const { parts, isFor, typed } = this.#answer
    const { depth, sum, answers } = group
    const { slot: rest } = group
    let left = group.count
    const take = (having: Slot, more: Partial<Group>) => {
      for (const { slot, count } of left > 0 ? this.#scratch.common(0, rest, having) : []) {
        groups.push(this.#bounded({ ...group, slot, count, depth: depth + 1, ...more }))
        left -= count
        this.#scratch.bitmaps.andNot(rest, rest, having)
      }
    }
    const part = parts[depth]
    if (part)
      for (const { value, slot } of part.levels)
        take(slot, { sum: sum + value, answers: answers + Number(part.isRequired) })
    else if (depth === parts.length) {
      if (isFor !== null) take(isFor, { isFor: true })
    } else if (depth <= parts.length + typed.length) take(typed[depth - parts.length - 1]!, { typed: group.typed + 1 })
    else {
      this.#byLength(group, equals)
      return this.#scratch.give(rest)
    }
    if (left > 0) groups.push(this.#bounded({ ...group, slot: rest, count: left, depth: depth + 1 }))
    else this.#scratch.give(rest)
  }

  /** All but the length of the name is known, which counts where typed words stand in it. */
  #byLength(group: Group, equals: Heap<Equal>): void {
    if (group.typed === 0) {
      const slot = this.#scratch.copy(group.slot)
      equals.push({ score: this.#score(group, 0), slot, places: [], count: group.count })
      return
    }
    for (const [nth, length] of this.#catalogue.words.lengths.entries())
      for (const { value: score, slot, count } of this.#scratch.common(this.#score(group, nth + 1), group.slot, length))
        equals.push({ score, slot, places: [], count })
  }

  /** Looks at each of a few. */
  #each(group: Group): Equal[] {
    const { bitmaps } = this.#scratch
    const { parts, isFor, typed } = this.#answer
    const byScore = new Map<number, number[]>()
    bitmaps.each(group.slot, place => {
      const one = { ...group }
      for (let at = group.depth; at < parts.length; at += 1) {
        const level = parts[at]!.levels.find(({ slot }) => bitmaps.has(slot, place))
        if (!level) continue
        one.sum += level.value
        one.answers += Number(parts[at]!.isRequired)
      }
      if (isFor !== null) one.isFor = bitmaps.has(isFor, place)
      one.typed = typed.filter(slot => bitmaps.has(slot, place)).length
      const score = this.#score(one, one.typed === 0 ? 0 : this.#lengthOf(place))
      const places = byScore.get(score)
      if (places) places.push(place)
      else byScore.set(score, [place])
    })
    return [...byScore].map(([score, places]) => ({ score, slot: null, places, count: places.length }))
  }

  #lengthOf(place: number): number {
    const { lengths } = this.#catalogue.words
    return lengths.findIndex(slot => this.#scratch.bitmaps.has(slot, place)) + 1
  }

  #score({ answers, sum, isFor, typed }: Pick<Group, 'answers' | 'sum' | 'isFor' | 'typed'>, length: number): number {
    const covered = length === 0 ? 0 : (COVERED * typed) / length
    const score = sum / Math.max(1, this.#answer.required) + (isFor ? MADE_FOR : 0) + covered
    return answers * A_PART + score
  }

  #bounded(group: Omit<Group, 'most'>): Group {
    const { parts, isFor, typed } = this.#answer
    let { sum, answers } = group
    for (let at = group.depth; at < parts.length; at += 1) {
      sum += parts[at]!.levels[0]?.value ?? 0
      answers += Number(parts[at]!.isRequired && parts[at]!.levels.length > 0)
    }
    const known = Math.max(0, group.depth - parts.length - 1)
    const many = group.typed + typed.length - Math.min(typed.length, known)
    const most = { sum, answers, isFor: group.isFor || (isFor !== null && group.depth <= parts.length), typed: many }
    return { ...group, most: this.#score(most, many) }
  }
}
