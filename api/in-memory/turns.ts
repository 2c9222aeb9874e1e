/** Work goes on for this long before other work has a turn. */
const LONGEST_MS = 4
/** How many steps are made before the clock is looked at. */
const STEPS = 32

/** Goes through a list step by step, and lets others have a turn in between. */
export async function inTurns<Item>(
  items: Iterable<Item>,
  step: (item: Item) => void,
  stepsAtOnce = STEPS,
): Promise<void> {
  let [since, steps] = [performance.now(), 0]
  for (const item of items) {
    step(item)
    steps += 1
    if (steps % stepsAtOnce !== 0 || performance.now() - since < LONGEST_MS) continue
    await new Promise(resolve => setImmediate(resolve))
    since = performance.now()
  }
}

const RUN = 512

/** The same list sorted, with turns for others. */
export async function sortedInTurns<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Promise<Item[]> {
  let runs: Item[][] = []
  const starts = Array.from({ length: Math.ceil(items.length / RUN) }, (_, nth) => nth * RUN)
  await inTurns(starts, from => runs.push(items.slice(from, from + RUN).sort(compare)), 1)
  while (runs.length > 1) {
    const merged: Item[][] = []
    for (let nth = 0; nth < runs.length; nth += 2) merged.push(await mergedInTurns(runs[nth]!, runs[nth + 1], compare))
    runs = merged
  }
  return runs[0] ?? []
}

async function mergedInTurns<Item>(
  one: Item[],
  other: Item[] | undefined,
  compare: (a: Item, b: Item) => number,
): Promise<Item[]> {
  if (!other) return one
  const merged: Item[] = []
  let at = 0
  await inTurns(one, item => {
    while (at < other.length && compare(other[at]!, item) < 0) merged.push(other[at++]!)
    merged.push(item)
  })
  for (; at < other.length; at += 1) merged.push(other[at]!)
  return merged
}
